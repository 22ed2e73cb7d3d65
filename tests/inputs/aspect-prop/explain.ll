; --explain: a computation, a signature, an attribute and a declared aspect
%Half = type { half }
define spir_kernel void @_ZTS6Kernel(ptr %p) !dbg !20 {
  call spir_func void @_Z3fooP1X(ptr %p), !dbg !30
  call spir_func void @_Z4listv(), !dbg !31
  ret void
}
define spir_func void @_Z3fooP1X(ptr %p) !dbg !21 {
  %x = call spir_func %Half @_Z3barv(), !dbg !32
  %y = call spir_func float @_Z3sinf(float 1.0), !dbg !33, !sycl_used_aspects !1
  %z = load double, ptr %p, !dbg !34
  %s = fadd double %z, %z, !dbg !35
  store double %s, ptr %p, !dbg !36
  ret void
}
declare spir_func %Half @_Z3barv()
declare spir_func float @_Z3sinf(float)
define spir_func void @_Z4listv() !sycl_declared_aspects !2 !sycl_used_aspects !3 !dbg !22 {
  ret void
}
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"Half", i32 5}
!1 = !{i32 -2}
!2 = !{i32 2}
!3 = !{i32 9}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!12}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "x.cpp", directory: "/nonexistent")
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!20 = distinct !DISubprogram(name: "Kernel", file: !11, line: 40, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!21 = distinct !DISubprogram(name: "foo", file: !11, line: 14, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!22 = distinct !DISubprogram(name: "list", file: !11, line: 24, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!30 = !DILocation(line: 41, column: 3, scope: !20)
!31 = !DILocation(line: 42, column: 3, scope: !20)
!32 = !DILocation(line: 15, column: 5, scope: !21)
!33 = !DILocation(line: 16, column: 5, scope: !21)
!34 = !DILocation(line: 17, column: 5, scope: !21)
!35 = !DILocation(line: 17, column: 7, scope: !21)
!36 = !DILocation(line: 17, column: 9, scope: !21)
