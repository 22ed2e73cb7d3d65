; One of each kind of debug information, reached from one function.
define void @f(i32 %a) !dbg !5 {
    #dbg_value(i32 %a, !40, !DIExpression(), !41)
    #dbg_value(!DIArgList(i32 %a, i32 3), !40, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !41)
    #dbg_declare(ptr @g, !40, !DIExpression(), !41)
    #dbg_assign(i32 %a, !40, !DIExpression(), !42, ptr @g, !DIExpression(), !41)
    #dbg_label(!43, !41)
  store i32 %a, ptr @g, !dbg !41, !DIAssignID !42
  ret void, !dbg !44
}
@g = global i32 0, !dbg !50

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, producer: "p", isOptimized: true, flags: "-O", runtimeVersion: 1, splitDebugFilename: "s.dwo", emissionKind: FullDebug, enums: !60, retainedTypes: !61, globals: !62, imports: !63, macros: !64, dwoId: 5, splitDebugInlining: false, sysroot: "/", sdk: "sdk")
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.cpp", directory: "/d", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f", source: "int a;")
!3 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_normal, types: !4)
!4 = !{null, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19}
!5 = distinct !DISubprogram(scope: !20, name: "f", linkageName: "_f", file: !2, line: 3, type: !3, scopeLine: 4, containingType: !12, virtualIndex: 2, thisAdjustment: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !70, declaration: !72, retainedNodes: !73, thrownTypes: !74, annotations: !75, targetFuncName: "target")
!10 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed, num_extra_inhabitants: 3, flags: DIFlagBigEndian)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "ptr", file: !2, line: 1, scope: !20, baseType: !10, size: 64, align: 64, dwarfAddressSpace: 1, annotations: !75)
!12 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", file: !2, line: 2, scope: !20, baseType: null, size: 64, align: 8, elements: !76, runtimeLang: DW_LANG_C_plus_plus_14, vtableHolder: !12, templateParams: !70, identifier: "id", annotations: !75, specification: !18, num_extra_inhabitants: 1)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 128, elements: !77, dataLocation: !DIExpression(DW_OP_push_object_address), associated: !DIExpression(), allocated: !DIExpression(), rank: !DIExpression(), bitStride: i32 8)
!14 = !DIStringType(name: "character", stringLength: !40, size: 32, encoding: DW_ATE_ASCII)
!15 = !DISubrangeType(name: "sub", file: !2, line: 9, scope: !20, size: 32, align: 32, baseType: !10, lowerBound: i64 1, upperBound: i64 5, stride: i64 1, bias: i64 2)
!16 = !DIFixedPointType(name: "fix", size: 32, align: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
!17 = !DIFixedPointType(name: "rational", size: 32, align: 32, encoding: DW_ATE_unsigned_fixed, kind: Rational, numerator: 1234567890123456789012345, denominator: 3)
!18 = !DICompositeType(tag: DW_TAG_variant_part, name: "fwd", size: 8, discriminator: !22)
!19 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !11, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234)
!20 = !DINamespace(name: "ns", scope: !21, exportSymbols: true)
!21 = !DIModule(scope: null, name: "m", configMacros: "-DX", includePath: "/i", apinotes: "/n", file: !2, line: 4, isDecl: true)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "disc", scope: !12, file: !2, baseType: !10, size: 1, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!23 = !DICommonBlock(scope: !5, declaration: !51, name: "common", file: !2, line: 7)
!24 = !DIObjCProperty(name: "prop", file: !2, line: 7, setter: "set", getter: "get", attributes: 7, type: !10)
!40 = !DILocalVariable(name: "v", arg: 1, scope: !5, file: !2, line: 5, type: !10, flags: DIFlagArtificial, align: 8, annotations: !75)
!41 = !DILocation(line: 6, column: 7, scope: !45)
!42 = distinct !DIAssignID()
!43 = !DILabel(scope: !45, name: "label", file: !2, line: 8, column: 3)
!44 = !DILocation(line: 9, column: 1, scope: !46, inlinedAt: !47, isImplicitCode: true)
!45 = distinct !DILexicalBlock(scope: !5, file: !2, line: 6, column: 2)
!46 = !DILexicalBlockFile(scope: !45, file: !2, discriminator: 3)
!47 = distinct !DILocation(line: 10, scope: !5)
!50 = !DIGlobalVariableExpression(var: !51, expr: !DIExpression(DW_OP_constu, 4, DW_OP_stack_value))
!51 = distinct !DIGlobalVariable(name: "g", linkageName: "_g", scope: !23, file: !2, line: 4, type: !10, isLocal: false, isDefinition: true, declaration: !52, templateParams: !70, align: 32, annotations: !75)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "static", scope: !12, file: !2, line: 3, baseType: !10, flags: DIFlagStaticMember)
!60 = !{!65}
!61 = !{!12}
!62 = !{!50}
!63 = !{!66}
!64 = !{!67, !68}
!65 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", file: !2, baseType: !10, size: 128, elements: !69, enumKind: DW_APPLE_ENUM_KIND_Closed)
!66 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !20, entity: !21, file: !2, line: 11, name: "alias", elements: !80)
!67 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "M", value: "1")
!68 = !DIMacroFile(type: DW_MACINFO_start_file, line: 1, file: !2, nodes: !81)
!69 = !{!DIEnumerator(name: "one", value: 1, isUnsigned: true), !DIEnumerator(name: "big", value: 1234567890123456789012345678901)}
!70 = !{!71, !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "V", type: !10, defaulted: true, value: i32 3), !DITemplateValueParameter(name: "G", type: !11, value: ptr @g)}
!71 = !DITemplateTypeParameter(name: "T", type: !10, defaulted: true)
!72 = !DISubprogram(scope: !20, name: "f", file: !2, line: 3, type: !3, spFlags: 0)
!73 = !{!40, !43}
!74 = !{!10}
!75 = !{!78}
!76 = !{!22, !52, !24, !GenericDINode(tag: DW_TAG_variant, header: "h", operands: {!10, null, !12})}
!77 = !{!DISubrange(count: 4, lowerBound: 1), !DISubrange(lowerBound: !DIExpression(), upperBound: !40, stride: 1), !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_constu, 1), stride: !DIExpression())}
!78 = !{!"key", !"value"}
!80 = !{!66}
!81 = !{!67}
