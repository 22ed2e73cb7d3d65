#!/bin/sh
# bench/mux/many.sh guards|barriers|small|mixed|tree N: OpenCL C that is much work
# to compile.  One kernel with N guarded loops, one with 2 N barriers, N kernels of
# one line, N kernels of five kinds, a kernel with N levels of helpers that each
# call the next one twice.
set -eu
case $1 in
guards)
	awk -v n="$2" 'BEGIN {
		print "__kernel void guards(__global float *o, __global const float *in, int n, int m) {"
		print "int i = get_global_id(0); float s = 0;"
		for (k = 0; k < n; k++)
			printf "if (i < n + %d) { for (int k = 0; k < m; k++) s += in[k * %d] * (float)i; }\n", k, k + 1
		print "o[i] = s; }"
	}' ;;
barriers)
	awk -v n="$2" 'BEGIN {
		print "__kernel void barriers(__global int *o, __global const int *in, __local int *l) {"
		print "int i = get_global_id(0), li = get_local_id(0), x = in[i], y = i + 1;"
		for (k = 0; k < n; k++)
			printf "l[li] = y + x; barrier(CLK_LOCAL_MEM_FENCE); y = y * %d + l[li ^ %d]; barrier(CLK_LOCAL_MEM_FENCE);\n", k + 2, k % 16
		print "o[i] = y; }"
	}' ;;
small)
	awk -v n="$2" 'BEGIN {
		for (k = 0; k < n; k++)
			printf "__kernel void k%d(__global float *o, __global const float *a, __global const float *b, float s, int n) { int i = get_global_id(0); if (i < n) o[i] = a[i] * s + b[i] * %d.0f; }\n", k, k
	}' ;;
tree)
	awk -v n="$2" 'BEGIN {
		print "unsigned h0(unsigned x, unsigned i) { return x * 5u + i; }"
		for (k = 1; k <= n; k++)
			printf "unsigned h%d(unsigned x, unsigned i) { unsigned y = h%d(x, i) ^ %du; return h%d(y & 1 ? y * 3 : y >> 2, i + %d) + y; }\n", k, k - 1, k, k - 1, k
		printf "__kernel void tree(__global unsigned *o) { size_t i = get_global_id(0); o[i] = h%d(i, 7u); }\n", n
	}' ;;
mixed)
	awk -v n="$2" 'BEGIN {
		body[0] = "(__global float *o, __global const float *a, __global const float *b, float s, int n) { int i = get_global_id(0); if (i < n) o[i] = a[i] * s + b[i] * NUMBER; }"
		body[1] = "(__global float *o, __global const float *a, __global const float *b, int n) { int c = get_global_id(0), r = get_global_id(1); float s = NUMBER; if (r < n && c < n) { for (int k = 0; k < n; k++) s += a[r * n + k] * b[k * n + c]; o[r * n + c] = s; } }"
		body[2] = "(__global float *o, __global const float *a, __local float *l, int n) { int li = get_local_id(0), ls = get_local_size(0); float s = 0; for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i] * NUMBER; l[li] = s; for (int d = ls / 2; d > 0; d /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (li < d) l[li] += l[li + d]; } if (!li) o[get_group_id(0)] = l[0]; }"
		body[3] = "(__global float *o, __global const float *a, int n) { int i = get_global_id(0); float x = a[i]; for (int k = 0; k < n && x < 4; k++) x = x * x + NUMBER; o[i] = sqrt(x) + fabs(x); }"
		body[4] = "(__global float *o, __global const float *a, int w, int h) { int x = get_global_id(0), y = get_global_id(1); if (x > 0 && y > 0 && x < w - 1 && y < h - 1) { float s = 0; for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) s += a[(y + dy) * w + x + dx] * (dx * NUMBER + dy); o[y * w + x] = s; } }"
		for (k = 0; k < n; k++) {
			text = body[k % 5]
			gsub(/NUMBER/, k ".0f", text)
			printf "__kernel void k%d%s\n", k, text
		}
	}' ;;
esac
