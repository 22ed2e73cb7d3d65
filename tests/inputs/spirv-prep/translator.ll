; What only the translator of LLVM 15 does not know, as a program.
@format = private constant [5 x i8] c"%ld \00"
@floats = private constant [12 x float] [float 0.0, float -0.0, float 1.0, float -1.0, float 0x36A0000000000000, float 0xB6A0000000000000,
  float 0x7FF0000000000000, float 0xFFF0000000000000, float 0x7FF8000000000000, float 0x7FF4000000000000, float 0x3810000000000000, float 0x47EFFFFFE0000000]
@bytes = private global [8 x i8] c"abcdefgh"

declare i32 @printf(ptr, ...)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.bitreverse.i64(i64)
declare i8 @llvm.bitreverse.i8(i8)
declare i32 @llvm.scmp.i32.i64(i64, i64)
declare i32 @llvm.ucmp.i32.i64(i64, i64)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)

define void @show(i64 %n) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %n)
  ret void
}

define void @bit(i1 %b) noinline {
  %n = zext i1 %b to i64
  call void @show(i64 %n)
  ret void
}

define void @classes(float %x) noinline {
  %a = call i1 @llvm.is.fpclass.f32(float %x, i32 1)
  %b = call i1 @llvm.is.fpclass.f32(float %x, i32 2)
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 4)
  %d = call i1 @llvm.is.fpclass.f32(float %x, i32 8)
  %e = call i1 @llvm.is.fpclass.f32(float %x, i32 16)
  %f = call i1 @llvm.is.fpclass.f32(float %x, i32 32)
  %g = call i1 @llvm.is.fpclass.f32(float %x, i32 64)
  %h = call i1 @llvm.is.fpclass.f32(float %x, i32 128)
  %i = call i1 @llvm.is.fpclass.f32(float %x, i32 256)
  %j = call i1 @llvm.is.fpclass.f32(float %x, i32 512)
  %k = call i1 @llvm.is.fpclass.f32(float %x, i32 516)
  call void @bit(i1 %a)
  call void @bit(i1 %b)
  call void @bit(i1 %c)
  call void @bit(i1 %d)
  call void @bit(i1 %e)
  call void @bit(i1 %f)
  call void @bit(i1 %g)
  call void @bit(i1 %h)
  call void @bit(i1 %i)
  call void @bit(i1 %j)
  call void @bit(i1 %k)
  ret void
}

define void @integers(i64 %a, i64 %b) noinline {
  %r64 = call i64 @llvm.bitreverse.i64(i64 %a)
  call void @show(i64 %r64)
  %t32 = trunc i64 %a to i32
  %r32 = call i32 @llvm.bitreverse.i32(i32 %t32)
  %w32 = zext i32 %r32 to i64
  call void @show(i64 %w32)
  %t8 = trunc i64 %a to i8
  %r8 = call i8 @llvm.bitreverse.i8(i8 %t8)
  %w8 = zext i8 %r8 to i64
  call void @show(i64 %w8)
  %s = call i32 @llvm.scmp.i32.i64(i64 %a, i64 %b)
  %u = call i32 @llvm.ucmp.i32.i64(i64 %a, i64 %b)
  %sw = sext i32 %s to i64
  %uw = sext i32 %u to i64
  call void @show(i64 %sw)
  call void @show(i64 %uw)
  %v0 = insertelement <4 x i32> <i32 3, i32 3, i32 3, i32 3>, i32 %t32, i32 2
  %v1 = add <4 x i32> %v0, <i32 7, i32 7, i32 7, i32 7>
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v1)
  %xor = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %v1)
  %sumw = zext i32 %sum to i64
  %xorw = zext i32 %xor to i64
  call void @show(i64 %sumw)
  call void @show(i64 %xorw)
  ret void
}

define void @flags(i32 %n) noinline {
start:
  %trunc = trunc nuw nsw i32 %n to i8
  %zext = zext nneg i8 %trunc to i64
  %or = or disjoint i64 %zext, 256
  %less = icmp samesign ult i64 %or, 300
  %frozen = freeze i64 %or
  %place = getelementptr inbounds nuw i8, ptr @bytes, i64 2
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %place, ptr align 1 @bytes, i64 5, i1 false)
  %word = load i64, ptr @bytes
  br i1 %less, label %late, label %last
early:
  call void @show(i64 %y)
  br label %last
late:
  %y = add i64 %frozen, 1
  br label %early
last:
  call void @show(i64 %word)
  ret void
}

define i32 @main() {
start:
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %p = getelementptr [12 x float], ptr @floats, i64 0, i64 %i
  %x = load float, ptr %p
  call void @classes(float %x)
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, 12
  br i1 %end, label %rest, label %loop
rest:
  call void @integers(i64 81985529216486895, i64 3)
  call void @integers(i64 -2, i64 7)
  call void @integers(i64 5, i64 5)
  call void @flags(i32 20)
  call void @flags(i32 100)
  ret i32 0
}
