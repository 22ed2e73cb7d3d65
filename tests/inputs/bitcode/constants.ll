; Constants that are expressions, of single values and of vectors.
@a = global i32 1
@b = global i32 2
@c = addrspace(1) global i32 2
@value1 = global <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @a, ptr @b>, <2 x i64> <i64 1, i64 2>)
@value2 = global <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @a, ptr @b>, i64 1)
@value3 = global <2 x ptr> getelementptr (i8, ptr @a, <2 x i64> <i64 1, i64 2>)
@value4 = global <2 x i64> ptrtoint (<2 x ptr> <ptr @a, ptr @b> to <2 x i64>)
@value5 = global <2 x ptr> addrspacecast (<2 x ptr addrspace(1)> <ptr addrspace(1) @c, ptr addrspace(1) @c> to <2 x ptr>)
@value6 = global <2 x i64> add (<2 x i64> ptrtoint (<2 x ptr> <ptr @a, ptr @b> to <2 x i64>), <2 x i64> <i64 1, i64 ptrtoint (ptr @b to i64)>)
@value7 = global <2 x i32> trunc (<2 x i64> ptrtoint (<2 x ptr> <ptr @a, ptr @b> to <2 x i64>) to <2 x i32>)
@value8 = global i64 bitcast (<2 x i32> trunc (<2 x i64> ptrtoint (<2 x ptr> <ptr @a, ptr @b> to <2 x i64>) to <2 x i32>) to i64)
@value9 = global i32 extractelement (<2 x i32> trunc (<2 x i64> ptrtoint (<2 x ptr> <ptr @a, ptr @b> to <2 x i64>) to <2 x i32>), i32 ptrtoint (ptr @a to i32))
@value10 = global float bitcast (i32 ptrtoint (ptr @a to i32) to float)
@value11 = global double bitcast (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64)) to double)
@value12 = global <2 x i32> insertelement (<2 x i32> <i32 1, i32 2>, i32 4, i32 ptrtoint (ptr @a to i32))
@value13 = global <2 x i32> shufflevector (<2 x i32> <i32 1, i32 ptrtoint (ptr @a to i32)>, <2 x i32> poison, <2 x i32> <i32 1, i32 0>)
@value14 = global <2 x i32> shufflevector (<4 x i32> bitcast (<2 x i64> ptrtoint (<2 x ptr> getelementptr (i8, <2 x ptr> <ptr @a, ptr @b>, <2 x i64> <i64 1, i64 2>) to <2 x i64>) to <4 x i32>), <4 x i32> poison, <2 x i32> <i32 3, i32 0>)
@value15 = global <2 x ptr> addrspacecast (<2 x ptr addrspace(1)> getelementptr (i8, <2 x ptr addrspace(1)> <ptr addrspace(1) @c, ptr addrspace(1) @c>, i64 5) to <2 x ptr>)
@value16 = global <1 x i64> bitcast (double bitcast (i64 ptrtoint (ptr @a to i64) to double) to <1 x i64>)
define <2 x ptr> @f() {
  ret <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @a, ptr @b>, <2 x i64> <i64 1, i64 2>)
}
define <4 x ptr> @g(ptr %p) {
  %v = insertelement <4 x ptr> getelementptr inbounds ([7 x i32], <4 x ptr> <ptr @a, ptr @b, ptr @a, ptr @b>, <4 x i64> zeroinitializer, <4 x i64> <i64 1, i64 2, i64 3, i64 4>), ptr %p, i32 1
  ret <4 x ptr> %v
}
