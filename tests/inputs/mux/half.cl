/* Half: what is read and written, and what is rounded how.  out: 24 numbers of one work-item. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void halves(__global int *out, __global half *memory, int n)
{
	half parts[4] = { 100.0h, 100.0h, 100.0h, 100.0h };
	half x = (half)(n + 0.75f), f;
	half4 four;
	float4 wide;
	int i;

	for (i = 0; i < 16; i++)
		memory[i] = (half)i;
	f = fract(x, &parts[1]);
	out[0] = (int)(f * 100.0h) + 1000 * (int)(parts[1] * 100.0h);
	f = modf(x, &parts[1]);
	out[1] = (int)(f * 100.0h) + 1000 * (int)parts[1];
	f = sincos((half)0.0f, &parts[1]);
	out[2] = (int)f + 10 * (int)parts[1];
	f = frexp(x, &i);
	out[3] = (int)(f * 1000.0h) + 10000 * i;
	out[4] = (int)(parts[0] + parts[2] + parts[3]);		/* nothing beside was written */
	four = vload4(1, memory);
	out[5] = (int)(four.x + 10.0h * four.w);
	vstore4(four * 2.0h, 2, memory);
	out[6] = (int)memory[7] + 100 * (int)memory[8] + 10000 * (int)memory[11] + 1000000 * (int)memory[12];
	out[7] = (int)vload_half(3, memory);
	wide = vload_half4(0, memory);
	out[8] = (int)(wide.y + 10 * wide.w);
	vstore_half2((float2)(0.5f, 1.5f), 0, memory);
	out[9] = as_short(memory[0]) + (as_short(memory[1]) << 16);
	four = convert_half4((float4)(n, 1.0f + 0x1p-11f, 1.0f + 0x1.8p-10f, 70000.0f));
	out[10] = as_short(four.x) + (as_short(four.y) << 16);
	out[11] = as_short(four.z) + (as_short(four.w) << 16);
	out[12] = as_short(convert_half_rtz(70000.0f)) + (as_short(convert_half_rtp(1.0f + 0x1p-20f)) << 16);
	out[13] = as_short(convert_half_rtn(-1.0f - 0x1p-20f)) + (as_short(convert_half_rtz(-1.0f - 0x1.8p-10f)) << 16);
	out[14] = as_short(convert_half(n + 5)) + (as_short(convert_half((uint)n)) << 16);
	out[15] = convert_int_sat((half)2.5f) + 10 * convert_int_rtp((half)2.5f) + 100 * (int)convert_float(x);
	out[16] = as_short(nextafter((half)1.0f, (half)2.0f)) + (as_short(nextafter((half)0.0f, (half)-1.0f)) << 16);
	out[17] = (int)select((half)1.0f, (half)2.0f, (short)n) + 10 * (isnan(x) + 2 * isless(x, (half)100.0f));
	four = select(four, (half4)(3.0h), isgreater(four, (half4)(2.0h)));
	out[18] = (int)four.x + 10 * (int)four.w + 100 * (int)four.y;
	out[19] = as_short(bitselect((half)1.0f, (half)-3.0f, as_half((short)0x8000)));
	vstore_half_rtz(1.0f + 0x1.8p-10f, 5, memory);
	out[20] = as_short(memory[5]) + (as_short(memory[6]) << 16);
	out[21] = (int)dot(vload2(1, memory), (half2)(10.0h, 1.0h));
	out[22] = isnan((float)n) + 2 * isinf(1.0f / (n - 1)) + 4 * isfinite((float)n) + 8 * isnormal((float)n) + 16 * (signbit((float)-n) != 0);
	out[23] = convert_uchar_sat(300.0f + n) + 1000 * convert_int_rtn(n - 0.5f) + 100000 * convert_char_sat((uint)n + 200);
}

__kernel void prints(__global int *out, int n)
{
	out[1] = printf("<%02v4d> %#v2hhx %d%% %.2v2hlf %s %ld\n", (int4)(n, n + 1, n + 2, n + 3), (uchar2)(1, 255), n,
			(float2)(1.5f, 2.5f), "text", 3L);
	out[0] = 1;
}
