; places of variables, of temporaries, and in files of other folders
define spir_func void @_Z8variablev() !sycl_declared_aspects !0 !dbg !20 {
  %i = alloca i32
  %x = alloca double
    #dbg_declare(ptr %i, !40, !DIExpression(), !30)
    #dbg_declare(ptr %x, !41, !DIExpression(), !31)
  ret void
}
define spir_func void @_Z9temporaryv() !sycl_declared_aspects !0 !dbg !21 {
  %x = alloca double
  store i64 0, ptr %x, !dbg !33
  store i32 0, ptr %x, !dbg !32
  ret void
}
define spir_func void @_Z9elsewherev() !sycl_declared_aspects !0 !dbg !22 {
  %x = alloca double
  store double 1.0, ptr %x, !dbg !34
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
!11 = !DIFile(filename: "x.cpp", directory: "/home/user/project")
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DIFile(filename: "include/x.hpp", directory: "/home/user")
!16 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!20 = distinct !DISubprogram(name: "variable", file: !11, line: 10, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!21 = distinct !DISubprogram(name: "temporary", file: !11, line: 20, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!22 = distinct !DISubprogram(name: "elsewhere", file: !15, line: 30, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!30 = !DILocation(line: 11, column: 7, scope: !20)
!31 = !DILocation(line: 12, column: 10, scope: !20)
!32 = !DILocation(line: 21, column: 5, scope: !21)
!33 = !DILocation(line: 22, column: 5, scope: !21)
!34 = !DILocation(line: 31, column: 5, scope: !22)
!40 = !DILocalVariable(name: "i", scope: !20, file: !11, line: 11, type: !16)
!41 = !DILocalVariable(name: "x", scope: !20, file: !11, line: 12, type: !16)
