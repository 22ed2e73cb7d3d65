; the example of the design document, compiled with -g
source_filename = "hw.cpp"
define spir_kernel void @_ZTS6Kernel() !dbg !20 {
  call spir_func void @_Z3foov(), !dbg !30
  ret void
}
define spir_func void @_Z3foov() !sycl_declared_aspects !0 !dbg !21 {
  call spir_func void @_Z3barv(), !dbg !31
  ret void
}
define spir_func void @_Z3barv() !dbg !22 {
  call spir_func void @_Z3boov(), !dbg !32
  ret void
}
define spir_func void @_Z3boov() !dbg !23 {
  %x = alloca double
  store double 3.14, ptr %x, !dbg !33
  ret void
}
define spir_func void @_Z8by_valued(double %x) !sycl_declared_aspects !0 !dbg !24 {
  ret void
}
!0 = !{i32 5}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!12}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "hw.cpp", directory: "/nonexistent")
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!20 = distinct !DISubprogram(name: "Kernel", file: !11, line: 40, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!21 = distinct !DISubprogram(name: "foo", file: !11, line: 14, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!22 = distinct !DISubprogram(name: "bar", file: !11, line: 24, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!23 = distinct !DISubprogram(name: "boo", file: !11, line: 26, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!24 = distinct !DISubprogram(name: "by_value", file: !11, line: 50, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!30 = !DILocation(line: 41, column: 3, scope: !20)
!31 = !DILocation(line: 15, column: 3, scope: !21)
!32 = !DILocation(line: 25, column: 5, scope: !22)
!33 = !DILocation(line: 27, column: 11, scope: !23)
