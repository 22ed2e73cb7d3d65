// Three specialization constants, as SPIR-V has them.
int __attribute__((overloadable)) __spirv_SpecConstant(int id, int value);
bool __attribute__((overloadable)) __spirv_SpecConstant(int id, bool value);
double __attribute__((overloadable)) __spirv_SpecConstant(int id, double value);

kernel void spec(global double *p)
{
	int n = __spirv_SpecConstant(7, 40);
	bool more = __spirv_SpecConstant(8, (bool)1);

	p[get_global_id(0)] = n + (more ? 2 : 0) + __spirv_SpecConstant(9, 0.5);
}
