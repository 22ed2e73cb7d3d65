; Numbers and vectors of the same bits, products with overflow, swapped bytes.
@format = private constant [6 x i8] c"%lld \00"
@room = private global [16 x i8] zeroinitializer

declare i32 @printf(ptr, ...)
declare {i7, i1} @llvm.umul.with.overflow.i7(i7, i7)
declare {i13, i1} @llvm.smul.with.overflow.i13(i13, i13)
declare i48 @llvm.bswap.i48(i48)
declare i5 @llvm.vector.reduce.add.v4i5(<4 x i5>)
declare i5 @llvm.vector.reduce.smax.v4i5(<4 x i5>)

define void @note(i64 %n) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %n)
  ret void
}

define void @bits(i64 %a) noinline {
  %n = trunc i64 %a to i24
  %v = bitcast i24 %n to <3 x i8>
  %turned = shufflevector <3 x i8> %v, <3 x i8> poison, <3 x i32> <i32 2, i32 0, i32 1>
  %m = bitcast <3 x i8> %turned to i24
  %mw = zext i24 %m to i64
  call void @note(i64 %mw)
  %parts = bitcast i24 %n to <4 x i6>
  %parts1 = add <4 x i6> %parts, <i6 1, i6 2, i6 3, i6 4>
  %back = bitcast <4 x i6> %parts1 to i24
  %backw = zext i24 %back to i64
  call void @note(i64 %backw)
  %nibble = trunc i64 %a to i4
  %truths = bitcast i4 %nibble to <4 x i1>
  %first = extractelement <4 x i1> %truths, i32 1
  %firstw = zext i1 %first to i64
  call void @note(i64 %firstw)
  %not = xor <4 x i1> %truths, <i1 true, i1 false, i1 true, i1 true>
  %again = bitcast <4 x i1> %not to i4
  %againw = zext i4 %again to i64
  call void @note(i64 %againw)
  %halves = trunc i64 %a to i48
  %floats = bitcast i48 %halves to <3 x half>
  %same = bitcast <3 x half> %floats to i48
  %swapped = call i48 @llvm.bswap.i48(i48 %same)
  %swappedw = zext i48 %swapped to i64
  call void @note(i64 %swappedw)
  ret void
}

define void @products(i64 %a, i64 %b) noinline {
  %x = trunc i64 %a to i7
  %y = trunc i64 %b to i7
  %u = call {i7, i1} @llvm.umul.with.overflow.i7(i7 %x, i7 %y)
  %v = extractvalue {i7, i1} %u, 0
  %vw = zext i7 %v to i64
  call void @note(i64 %vw)
  %over = extractvalue {i7, i1} %u, 1
  %overw = zext i1 %over to i64
  call void @note(i64 %overw)
  %p = trunc i64 %a to i13
  %q = trunc i64 %b to i13
  %s = call {i13, i1} @llvm.smul.with.overflow.i13(i13 %p, i13 %q)
  %t = extractvalue {i13, i1} %s, 0
  %tw = sext i13 %t to i64
  call void @note(i64 %tw)
  %sover = extractvalue {i13, i1} %s, 1
  %soverw = zext i1 %sover to i64
  call void @note(i64 %soverw)
  ret void
}

define void @reduced(i64 %a) noinline {
  %n = trunc i64 %a to i20
  %v = bitcast i20 %n to <4 x i5>
  store <4 x i5> %v, ptr @room, align 4
  %w = load <4 x i5>, ptr @room, align 4
  %sum = call i5 @llvm.vector.reduce.add.v4i5(<4 x i5> %w)
  %most = call i5 @llvm.vector.reduce.smax.v4i5(<4 x i5> %w)
  %sumw = zext i5 %sum to i64
  call void @note(i64 %sumw)
  %mostw = sext i5 %most to i64
  call void @note(i64 %mostw)
  ret void
}

define i32 @main() {
start:
  br label %loop
loop:
  %i = phi i64 [ 1, %start ], [ %next, %loop ]
  %k = phi i32 [ 0, %start ], [ %k1, %loop ]
  call void @bits(i64 %i)
  %other = lshr i64 %i, 9
  call void @products(i64 %i, i64 %other)
  call void @reduced(i64 %i)
  %m = mul i64 %i, 6364136223846793005
  %next = add i64 %m, 1442695040888963407
  %k1 = add i32 %k, 1
  %end = icmp eq i32 %k1, 60
  br i1 %end, label %out, label %loop
out:
  ret i32 0
}
