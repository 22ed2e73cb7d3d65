; One of each form of record: instructions, constants, global values, attributes.
target datalayout = "e-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-linux-gnu"

%opaque = type opaque
%pair = type { i32, %pair2 }
%pair2 = type <{ i8, double, [2 x i16], <4 x float> }>

$group = comdat any
$largest = comdat largest

@text = private unnamed_addr constant [6 x i8] c"text\00\FF", section "sec", align 16
@wide = constant i128 -170141183460469231731687303715884105728
@halves = global <4 x half> <half 1.0, half -2.5, half undef, half poison>
@numbers = internal constant [3 x i32] [i32 1, i32 -1, i32 7], comdat($largest)
@largest = constant i32 1, comdat
@structs = addrspace(1) global { ptr, [2 x ptr], %pair } { ptr getelementptr inbounds (i8, ptr @text, i64 2), [2 x ptr] [ptr @callee, ptr null], %pair zeroinitializer }, align 8
@table = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @callee, ptr @prefixed] }
@inside = global ptr getelementptr inbounds inrange(-8, 16) ({ [3 x ptr] }, ptr @table, i32 0, i32 0, i32 1)
@difference = global i64 sub (i64 ptrtoint (ptr @text to i64), i64 ptrtoint (ptr @wide to i64))
@space = global ptr addrspacecast (ptr addrspace(1) @structs to ptr)
@equivalent = global ptr dso_local_equivalent @callee
@plain = global ptr no_cfi @callee
@blocks = global [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@jumps, %two)]
@outside = external thread_local(initialexec) global i32, !meta !0
@llvm.used = appending global [1 x ptr] [ptr @text], section "llvm.metadata"

@other = weak alias i32, getelementptr inbounds ([3 x i32], ptr @numbers, i64 0, i64 1)
@chosen = ifunc void (), ptr @resolver

define ptr @resolver() { ret ptr @callee }
declare void @callee() #0
declare i32 @__gxx_personality_v0(...)
declare void @variadic(i32, ...)
declare token @llvm.call.preallocated.setup(i32)
declare void @llvm.assume(i1)
declare i64 @llvm.read_register.i64(metadata)

declare fastcc void @returns(ptr sret(%pair2) initializes((0, 4), (8, 12)))

define void @prefixed() gc "statepoint-example" prefix i32 5 prologue i8 1 { ret void }

define linkonce_odr hidden fastcc i32 @arithmetic(i32 %a, i32 noundef range(i32 0, 10) %b, float %x, <4 x i32> %v, ptr byval(%pair) align 8 %by) unnamed_addr #1 comdat($group) align 32 !meta !1 {
  %add = add nuw nsw i32 %a, %b
  %div = sdiv exact i32 %add, 3
  %neg = fneg fast float %x
  %sum = fadd reassoc nsz float %neg, 1.5
  %cmp = fcmp fast olt float %sum, 2.0
  %same = icmp samesign ult i32 %a, %b
  %pick = select nnan i1 %cmp, float %sum, float 4.0
  %either = or disjoint i32 %a, 8
  %cast = zext nneg i32 %either to i64
  %cut = trunc nuw i64 %cast to i16
  %element = extractelement <4 x i32> %v, i32 1
  %vector = insertelement <4 x i32> %v, i32 %element, i64 2
  %shuffled = shufflevector <4 x i32> %vector, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 undef, i32 0>
  %made = insertvalue %pair poison, i32 %div, 0
  %field = extractvalue %pair %made, 1, 2
  %frozen = freeze i32 %div
  %room = alloca [4 x i32], i32 3, align 16
  %at = getelementptr inbounds nuw [4 x i32], ptr %room, i64 0, i32 %a
  store volatile i32 %frozen, ptr %at, align 2, !nontemporal !2
  %back = load i32, ptr %at, align 4, !range !3
  %atomic = load atomic i32, ptr %at syncscope("agent") acquire, align 4
  store atomic i32 %atomic, ptr %at release, align 4
  %swap = cmpxchg weak ptr %at, i32 1, i32 %back seq_cst monotonic, align 8
  %old = atomicrmw fmaximum ptr %by, float %pick syncscope("one") acq_rel, align 4
  fence syncscope("agent") seq_cst
  %register = call i64 @llvm.read_register.i64(metadata !4)
  call void @llvm.assume(i1 true) [ "align"(ptr %at, i64 16), "nonnull"(ptr %by) ]
  tail call fastcc void @returns(ptr sret(%pair2) %room)
  ret i32 %back
}

define i32 @control(i32 %n, ptr %list) personality ptr @__gxx_personality_v0 {
entry:
  switch i32 %n, label %loop [
    i32 0, label %done
    i32 -7, label %call
  ]
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %f = phi fast float [ 1.0, %entry ], [ %g, %loop ]
  %g = fmul float %f, 2.0
  %next = sub i32 %i, 1
  %again = icmp ne i32 %next, 0
  br i1 %again, label %loop, label %call, !prof !5
call:
  %arg = va_arg ptr %list, i64
  invoke void (i32, ...) @variadic(i32 %n, i64 %arg, double 3.0) #2 to label %done unwind label %catch
catch:
  %pad = landingpad { ptr, i32 } cleanup catch ptr null filter [1 x ptr] [ptr @text]
  resume { ptr, i32 } %pad
done:
  %result = phi i32 [ 0, %entry ], [ %n, %call ]
  ret i32 %result
}

define void @jumps(ptr %where) {
  indirectbr ptr %where, [label %one, label %two]
one:
  %asm = call i32 asm sideeffect inteldialect "mov $0, $1", "=r,r"(i32 1)
  callbr void asm "", "!i"() to label %two [label %one]
two:
  unreachable
}

declare i32 @__CxxFrameHandler3(...)
define void @funclets() personality ptr @__CxxFrameHandler3 {
  invoke void @callee() to label %end unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %handler] unwind label %clean
handler:
  %catch = catchpad within %switch [ptr null, i32 64, ptr null]
  call void @callee() [ "funclet"(token %catch) ]
  catchret from %catch to label %end
clean:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind to caller
end:
  ret void
}

; Values that come later in the file.
define i32 @forward(i1 %c) {
  br label %first
late:
  %y = add i32 %x, 1
  %p = getelementptr i8, ptr %q, i32 %y
  store i32 %y, ptr %p
  ret i32 %y
first:
  %x = select i1 %c, i32 1, i32 2
  %q = alloca i32
  br label %late
}

attributes #0 = { nounwind memory(argmem: read) "key" "name"="value" }
attributes #1 = { alwaysinline vscale_range(1,4) allocsize(0,1) }
attributes #2 = { nomerge "virtual-call" }

!named = !{!0, !1, !6}
!0 = !{!"text", i32 1, null}
!1 = distinct !{!1, ptr @callee, !0}
!2 = !{i32 1}
!3 = !{i32 0, i32 100}
!4 = !{!"rsp"}
!5 = !{!"branch_weights", i32 9, i32 1}
!6 = !{i64 -1, double 2.0, <2 x i8> <i8 1, i8 2>}
