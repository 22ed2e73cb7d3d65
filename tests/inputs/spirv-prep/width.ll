; What spirv-prep does to integers of BITS bits, as a program: iN and BITS are
; replaced by the test.  It prints the same before and after.
@format = private constant [6 x i8] c"%lld \00"
@operand = private constant [16 x i64] [i64 0, i64 1, i64 2, i64 3, i64 5, i64 7, i64 12, i64 -1, i64 -2, i64 -4, i64 2047,
  i64 8388607, i64 -8388608, i64 1099511627775, i64 -36028797018963968, i64 6148914691236517205]
@table = private constant [4 x iN] [iN 1, iN -1, iN 0, iN 2]
@pairs = private global [2 x {iN, i16}] [{iN, i16} {iN -1, i16 7}, {iN, i16} {iN 1, i16 9}]
@room = private global [64 x i8] zeroinitializer

declare i32 @printf(ptr, ...)
declare iN @llvm.umin.iN(iN, iN)
declare iN @llvm.umax.iN(iN, iN)
declare iN @llvm.smin.iN(iN, iN)
declare iN @llvm.smax.iN(iN, iN)
declare iN @llvm.uadd.sat.iN(iN, iN)
declare iN @llvm.usub.sat.iN(iN, iN)
declare iN @llvm.sadd.sat.iN(iN, iN)
declare iN @llvm.ssub.sat.iN(iN, iN)
declare iN @llvm.ushl.sat.iN(iN, iN)
declare iN @llvm.sshl.sat.iN(iN, iN)
declare iN @llvm.ctpop.iN(iN)
declare iN @llvm.bitreverse.iN(iN)
declare iN @llvm.ctlz.iN(iN, i1)
declare iN @llvm.cttz.iN(iN, i1)
declare iN @llvm.abs.iN(iN, i1)
declare iN @llvm.fshl.iN(iN, iN, iN)
declare iN @llvm.fshr.iN(iN, iN, iN)
declare iN @llvm.scmp.iN.iN(iN, iN)
declare iN @llvm.ucmp.iN.iN(iN, iN)
declare {iN, i1} @llvm.uadd.with.overflow.iN(iN, iN)
declare {iN, i1} @llvm.usub.with.overflow.iN(iN, iN)
declare {iN, i1} @llvm.sadd.with.overflow.iN(iN, iN)
declare {iN, i1} @llvm.ssub.with.overflow.iN(iN, iN)

define void @note(i64 %n) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %n)
  ret void
}

define void @arithmetic(i64 %a, i64 %b) noinline {
  %x = trunc i64 %a to iN
  %y = trunc i64 %b to iN
  %add = add iN %x, %y
  %n1 = sext iN %add to i64
  call void @note(i64 %n1)
  %sub = sub iN %x, %y
  %n2 = sext iN %sub to i64
  call void @note(i64 %n2)
  %mul = mul iN %x, %y
  %n3 = zext iN %mul to i64
  call void @note(i64 %n3)
  %and = and iN %x, %y
  %n4 = zext iN %and to i64
  call void @note(i64 %n4)
  %or = or iN %x, %y
  %n5 = zext iN %or to i64
  call void @note(i64 %n5)
  %xor = xor iN %x, %y
  %n6 = sext iN %xor to i64
  call void @note(i64 %n6)
  %nonzero = icmp eq iN %y, 0
  %divisor = select i1 %nonzero, iN 1, iN %y
  %udiv = udiv iN %x, %divisor
  %n7 = zext iN %udiv to i64
  call void @note(i64 %n7)
  %urem = urem iN %x, %divisor
  %n8 = zext iN %urem to i64
  call void @note(i64 %n8)
  %sdiv = sdiv iN %x, %divisor
  %n9 = sext iN %sdiv to i64
  call void @note(i64 %n9)
  %srem = srem iN %x, %divisor
  %n10 = sext iN %srem to i64
  call void @note(i64 %n10)
  %places = urem i64 %b, BITS
  %by = trunc i64 %places to iN
  %shl = shl iN %x, %by
  %n11 = zext iN %shl to i64
  call void @note(i64 %n11)
  %lshr = lshr iN %x, %by
  %n12 = zext iN %lshr to i64
  call void @note(i64 %n12)
  %ashr = ashr iN %x, %by
  %n13 = zext iN %ashr to i64
  call void @note(i64 %n13)
  %eq = icmp eq iN %x, %y
  %n14 = zext i1 %eq to i64
  call void @note(i64 %n14)
  %ne = icmp ne iN %x, %y
  %n15 = zext i1 %ne to i64
  call void @note(i64 %n15)
  %ult = icmp ult iN %x, %y
  %n16 = zext i1 %ult to i64
  call void @note(i64 %n16)
  %ule = icmp ule iN %x, %y
  %n17 = zext i1 %ule to i64
  call void @note(i64 %n17)
  %ugt = icmp ugt iN %x, %y
  %n18 = zext i1 %ugt to i64
  call void @note(i64 %n18)
  %uge = icmp uge iN %x, %y
  %n19 = zext i1 %uge to i64
  call void @note(i64 %n19)
  %slt = icmp slt iN %x, %y
  %n20 = zext i1 %slt to i64
  call void @note(i64 %n20)
  %sle = icmp sle iN %x, %y
  %n21 = zext i1 %sle to i64
  call void @note(i64 %n21)
  %sgt = icmp sgt iN %x, %y
  %n22 = zext i1 %sgt to i64
  call void @note(i64 %n22)
  %sge = icmp sge iN %x, %y
  %n23 = zext i1 %sge to i64
  call void @note(i64 %n23)
  %bit = trunc iN %x to i1
  %n24 = zext i1 %bit to i64
  call void @note(i64 %n24)
  %spread = sext i1 %bit to iN
  %n25 = zext iN %spread to i64
  call void @note(i64 %n25)
  %float = uitofp iN %x to double
  %unfloat = fptoui double %float to i64
  call void @note(i64 %unfloat)
  %sfloat = sitofp iN %x to double
  %sunfloat = fptosi double %sfloat to i64
  call void @note(i64 %sunfloat)
  %half = fmul double %float, 0.5
  %small = fptoui double %half to iN
  %n26 = zext iN %small to i64
  call void @note(i64 %n26)
  %shalf = fmul double %sfloat, 0.5
  %ssmall = fptosi double %shalf to iN
  %n27 = zext iN %ssmall to i64
  call void @note(i64 %n27)
  %frozen = freeze iN %add
  %n28 = zext iN %frozen to i64
  call void @note(i64 %n28)
  %umin = call iN @llvm.umin.iN(iN %x, iN %y)
  %n29 = zext iN %umin to i64
  call void @note(i64 %n29)
  %umax = call iN @llvm.umax.iN(iN %x, iN %y)
  %n30 = zext iN %umax to i64
  call void @note(i64 %n30)
  %smin = call iN @llvm.smin.iN(iN %x, iN %y)
  %n31 = zext iN %smin to i64
  call void @note(i64 %n31)
  %smax = call iN @llvm.smax.iN(iN %x, iN %y)
  %n32 = zext iN %smax to i64
  call void @note(i64 %n32)
  %uadd_sat = call iN @llvm.uadd.sat.iN(iN %x, iN %y)
  %n33 = zext iN %uadd_sat to i64
  call void @note(i64 %n33)
  %usub_sat = call iN @llvm.usub.sat.iN(iN %x, iN %y)
  %n34 = zext iN %usub_sat to i64
  call void @note(i64 %n34)
  %sadd_sat = call iN @llvm.sadd.sat.iN(iN %x, iN %y)
  %n35 = zext iN %sadd_sat to i64
  call void @note(i64 %n35)
  %ssub_sat = call iN @llvm.ssub.sat.iN(iN %x, iN %y)
  %n36 = zext iN %ssub_sat to i64
  call void @note(i64 %n36)
  %ctpop = call iN @llvm.ctpop.iN(iN %x)
  %n37 = zext iN %ctpop to i64
  call void @note(i64 %n37)
  %bitreverse = call iN @llvm.bitreverse.iN(iN %x)
  %n38 = zext iN %bitreverse to i64
  call void @note(i64 %n38)
  %ctlz = call iN @llvm.ctlz.iN(iN %x, i1 false)
  %n39 = zext iN %ctlz to i64
  call void @note(i64 %n39)
  %cttz = call iN @llvm.cttz.iN(iN %x, i1 false)
  %n40 = zext iN %cttz to i64
  call void @note(i64 %n40)
  %abs = call iN @llvm.abs.iN(iN %x, i1 false)
  %n41 = zext iN %abs to i64
  call void @note(i64 %n41)
  %fshl = call iN @llvm.fshl.iN(iN %x, iN %y, iN %add)
  %n42 = zext iN %fshl to i64
  call void @note(i64 %n42)
  %fshr = call iN @llvm.fshr.iN(iN %x, iN %y, iN %add)
  %n43 = zext iN %fshr to i64
  call void @note(i64 %n43)
  %scmp = call iN @llvm.scmp.iN.iN(iN %x, iN %y)
  %n44 = sext iN %scmp to i64
  call void @note(i64 %n44)
  %ucmp = call iN @llvm.ucmp.iN.iN(iN %x, iN %y)
  %n45 = sext iN %ucmp to i64
  call void @note(i64 %n45)
  %ushl_sat = call iN @llvm.ushl.sat.iN(iN %x, iN %by)
  %n46 = zext iN %ushl_sat to i64
  call void @note(i64 %n46)
  %sshl_sat = call iN @llvm.sshl.sat.iN(iN %x, iN %by)
  %n47 = zext iN %sshl_sat to i64
  call void @note(i64 %n47)
  %uaddo = call {iN, i1} @llvm.uadd.with.overflow.iN(iN %x, iN %y)
  %uaddv = extractvalue {iN, i1} %uaddo, 0
  %n48 = zext iN %uaddv to i64
  call void @note(i64 %n48)
  %uaddc = extractvalue {iN, i1} %uaddo, 1
  %n49 = zext i1 %uaddc to i64
  call void @note(i64 %n49)
  %usubo = call {iN, i1} @llvm.usub.with.overflow.iN(iN %x, iN %y)
  %usubv = extractvalue {iN, i1} %usubo, 0
  %n50 = zext iN %usubv to i64
  call void @note(i64 %n50)
  %usubc = extractvalue {iN, i1} %usubo, 1
  %n51 = zext i1 %usubc to i64
  call void @note(i64 %n51)
  %saddo = call {iN, i1} @llvm.sadd.with.overflow.iN(iN %x, iN %y)
  %saddv = extractvalue {iN, i1} %saddo, 0
  %n52 = zext iN %saddv to i64
  call void @note(i64 %n52)
  %saddc = extractvalue {iN, i1} %saddo, 1
  %n53 = zext i1 %saddc to i64
  call void @note(i64 %n53)
  %ssubo = call {iN, i1} @llvm.ssub.with.overflow.iN(iN %x, iN %y)
  %ssubv = extractvalue {iN, i1} %ssubo, 0
  %n54 = zext iN %ssubv to i64
  call void @note(i64 %n54)
  %ssubc = extractvalue {iN, i1} %ssubo, 1
  %n55 = zext i1 %ssubc to i64
  call void @note(i64 %n55)
  ret void
}

; parameters and results, with what is known about them
define internal signext range(iN 0, 2) iN @twice(iN zeroext range(iN 0, 2) %n, i64 %m) noinline {
  %w = zext iN %n to i64
  call void @note(i64 %w)
  %p = and iN %n, 1
  ret iN %p
}

define internal void @memory(iN %x, iN %y) noinline {
  %place = alloca iN
  %many = alloca [3 x iN], align 2
  store iN %x, ptr %place
  %a = load iN, ptr %place
  %last = getelementptr inbounds [3 x iN], ptr %many, i64 0, i64 2
  store iN %y, ptr %last
  %odd = getelementptr i8, ptr @room, i64 3
  store i64 -1, ptr @room, align 1
  store iN %x, ptr %odd, align 1
  %around = load i64, ptr @room, align 1
  %here = load iN, ptr %odd, align 1
  %again = load volatile iN, ptr %last, align 2
  %two = trunc iN %y to i2
  %place2 = getelementptr i8, ptr @table, i64 0
  %middle = getelementptr [4 x iN], ptr @table, i64 0, i64 2
  %entry = getelementptr iN, ptr %middle, i2 %two
  %e = load iN, ptr %entry
  %ew = zext iN %e to i64
  call void @note(i64 %ew)
  %index = and iN %y, 1
  %plus = zext iN %index to i64
  %from = getelementptr [4 x iN], ptr %place2, i64 0, i64 %plus
  %t = load iN, ptr %from
  %pair = getelementptr [2 x {iN, i16}], ptr @pairs, i64 0, i64 %plus
  %both = load {iN, i16}, ptr %pair
  %first = extractvalue {iN, i16} %both, 0
  %other = insertvalue {iN, i16} %both, iN %x, 0
  store {iN, i16} %other, ptr %pair
  %now = load iN, ptr %pair
  store {iN, i16} %both, ptr %pair
  %m0 = zext iN %a to i64
  call void @note(i64 %m0)
  %m1 = zext iN %here to i64
  call void @note(i64 %m1)
  %m2 = zext iN %again to i64
  call void @note(i64 %m2)
  %m3 = zext iN %t to i64
  call void @note(i64 %m3)
  %m4 = zext iN %first to i64
  call void @note(i64 %m4)
  %m5 = zext iN %now to i64
  call void @note(i64 %m5)
  call void @note(i64 %around)
  ret void
}

; a loop that leaves through a switch, values from further down in its phis
define internal void @control(iN %x, iN %y) noinline {
start:
  br label %head
head:
  %i = phi iN [ %x, %start ], [ %next, %more ], [ -1, %odd ]
  %steps = phi i32 [ 0, %start ], [ %step, %more ], [ %step, %odd ]
  %step = add i32 %steps, 1
  %end = icmp eq i32 %step, 9
  br i1 %end, label %out, label %body
body:
  switch iN %i, label %more [ iN 1, label %odd
                              iN -1, label %out
                              iN -2, label %more ]
odd:
  %u = call iN @twice(iN %i, i64 3)
  br label %head
more:
  %next = add iN %i, %y
  br label %head
out:
  %found = phi iN [ %i, %head ], [ 2, %body ]
  %w = zext iN %found to i64
  call void @note(i64 %w)
  %s = zext i32 %step to i64
  call void @note(i64 %s)
  ret void
}

define internal void @vectors(iN %x, iN %y) noinline {
  %a = insertelement <2 x iN> poison, iN %x, i32 0
  %v = insertelement <2 x iN> %a, iN %y, i32 1
  %sum = add <2 x iN> %v, <iN 1, iN 2>
  %turned = shufflevector <2 x iN> %sum, <2 x iN> %v, <2 x i32> <i32 1, i32 2>
  %greater = icmp slt <2 x iN> %turned, %v
  %chosen = select <2 x i1> %greater, <2 x iN> %turned, <2 x iN> splat (iN 1)
  %wide = sext <2 x iN> %chosen to <2 x i64>
  %l = extractelement <2 x i64> %wide, i32 0
  %h = extractelement <2 x iN> %chosen, i32 1
  %hw = zext iN %h to i64
  call void @note(i64 %l)
  call void @note(i64 %hw)
  ret void
}

define i32 @main() {
start:
  br label %outer
outer:
  %i = phi i64 [ 0, %start ], [ %i1, %after ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %ap = getelementptr i64, ptr @operand, i64 %i
  %bp = getelementptr i64, ptr @operand, i64 %j
  %a = load i64, ptr %ap
  %b = load i64, ptr %bp
  %x = trunc i64 %a to iN
  %y = trunc i64 %b to iN
  call void @arithmetic(i64 %a, i64 %b)
  call void @memory(iN %x, iN %y)
  call void @control(iN %x, iN %y)
  call void @vectors(iN %x, iN %y)
  %j1 = add i64 %j, 1
  %jend = icmp eq i64 %j1, 16
  br i1 %jend, label %after, label %inner
after:
  %i1 = add i64 %i, 1
  %iend = icmp eq i64 %i1, 16
  br i1 %iend, label %end, label %outer
end:
  ret i32 0
}
