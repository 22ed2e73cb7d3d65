; More of what is rewritten, as a program: i1 arithmetic and comparison,
; saturating shifts, composites in phi, select and freeze, bits of vectors.
@format = private constant [4 x i8] c"%d \00"

declare i32 @printf(ptr, ...)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define void @show(i32 %n) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i32 %n)
  ret void
}

define void @bit(i1 %b) noinline {
  %n = zext i1 %b to i32
  call void @show(i32 %n)
  ret void
}

define void @logic(i1 %a, i1 %b) noinline {
  %add = add i1 %a, %b
  %sub = sub i1 %a, %b
  %mul = mul i1 %a, %b
  %eq = icmp eq i1 %a, %b
  %ne = icmp ne i1 %a, %b
  %ult = icmp ult i1 %a, %b
  %ule = icmp ule i1 %a, %b
  %ugt = icmp ugt i1 %a, %b
  %uge = icmp uge i1 %a, %b
  %slt = icmp slt i1 %a, %b
  %sle = icmp sle i1 %a, %b
  %sgt = icmp sgt i1 %a, %b
  %sge = icmp sge i1 %a, %b
  call void @bit(i1 %add)
  call void @bit(i1 %sub)
  call void @bit(i1 %mul)
  call void @bit(i1 %eq)
  call void @bit(i1 %ne)
  call void @bit(i1 %ult)
  call void @bit(i1 %ule)
  call void @bit(i1 %ugt)
  call void @bit(i1 %uge)
  call void @bit(i1 %slt)
  call void @bit(i1 %sle)
  call void @bit(i1 %sgt)
  call void @bit(i1 %sge)
  ret void
}

define void @shifts(i8 %x, i8 %n) noinline {
  %u = call i8 @llvm.ushl.sat.i8(i8 %x, i8 %n)
  %s = call i8 @llvm.sshl.sat.i8(i8 %x, i8 %n)
  %uw = zext i8 %u to i32
  %sw = sext i8 %s to i32
  call void @show(i32 %uw)
  call void @show(i32 %sw)
  ret void
}

define {i32, [2 x i32]} @composite(i32 %n) noinline {
  %a = insertvalue {i32, [2 x i32]} poison, i32 %n, 0
  %b = insertvalue {i32, [2 x i32]} %a, i32 7, 1, 0
  %c = insertvalue {i32, [2 x i32]} %b, i32 %n, 1, 1
  ret {i32, [2 x i32]} %c
}

define void @choose(i32 %n) noinline {
start:
  %one = call {i32, [2 x i32]} @composite(i32 %n)
  %small = icmp slt i32 %n, 5
  br i1 %small, label %left, label %right
left:
  %m = add i32 %n, 100
  %two = call {i32, [2 x i32]} @composite(i32 %m)
  br label %right
right:
  %phi = phi {i32, [2 x i32]} [ %one, %start ], [ %two, %left ]
  %frozen = freeze {i32, [2 x i32]} %phi
  %even = trunc i32 %n to i1
  %select = select i1 %even, {i32, [2 x i32]} %frozen, {i32, [2 x i32]} %one
  %x = extractvalue {i32, [2 x i32]} %select, 0
  %y = extractvalue {i32, [2 x i32]} %select, 1, 1
  call void @show(i32 %x)
  call void @show(i32 %y)
  ret void
}

define void @bits(i8 %n) noinline {
  %v = bitcast i8 %n to <8 x i1>
  %w = shufflevector <8 x i1> %v, <8 x i1> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %r = bitcast <8 x i1> %w to i8
  %z = zext i8 %r to i32
  call void @show(i32 %z)
  ret void
}

define void @floats(i1 %a, i1 %b) noinline {
  %f = sitofp i1 %a to float
  %d = uitofp i1 %a to double
  %v = insertelement <2 x i1> poison, i1 %a, i32 0
  %w = insertelement <2 x i1> %v, i1 %b, i32 1
  %fw = sitofp <2 x i1> %w to <2 x float>
  %e = extractelement <2 x float> %fw, i32 1
  %x = fptosi float %f to i32
  %y = fptosi double %d to i32
  %z = fptosi float %e to i32
  call void @show(i32 %x)
  call void @show(i32 %y)
  call void @show(i32 %z)
  ret void
}

define void @stack(i32 %n) noinline {
  %old = call ptr @llvm.stacksave.p0()
  %place = alloca [4 x i32], align 64
  %in = getelementptr i8, ptr %place, i64 13
  %down = call ptr @llvm.ptrmask.p0.i64(ptr %in, i64 -16)
  call void @llvm.prefetch.p0(ptr %down, i32 0, i32 3, i32 1)
  store i32 %n, ptr %down
  %back = load i32, ptr %place
  call void @show(i32 %back)
  call void @llvm.stackrestore.p0(ptr %old)
  ret void
}

define i32 @main() {
  call void @logic(i1 0, i1 0)
  call void @logic(i1 0, i1 1)
  call void @logic(i1 1, i1 0)
  call void @logic(i1 1, i1 1)
  call void @shifts(i8 1, i8 7)
  call void @shifts(i8 3, i8 7)
  call void @shifts(i8 -1, i8 3)
  call void @shifts(i8 -100, i8 1)
  call void @shifts(i8 31, i8 2)
  call void @choose(i32 1)
  call void @choose(i32 2)
  call void @choose(i32 8)
  call void @choose(i32 9)
  call void @bits(i8 1)
  call void @bits(i8 -77)
  call void @floats(i1 1, i1 0)
  call void @floats(i1 0, i1 1)
  call void @stack(i32 42)
  ret i32 0
}
