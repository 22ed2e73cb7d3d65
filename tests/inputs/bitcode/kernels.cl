typedef struct { int a; float4 b; } pair;
constant int table[4] = { 1, 2, 3, 4 };
static int helper(int x) { return x * table[x & 3]; }
int shared(int x, global int *p) { return helper(x) + atomic_add(p, x); }
kernel void one(global int *p, local float *l, pair q) { local int room[16]; room[get_local_id(0)] = helper(p[0]); barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] = shared(room[0], p) + q.a; l[0] = q.b.x; }
kernel void two(global float4 *p, read_only image2d_t image, sampler_t s) { p[0] = read_imagef(image, s, (int2)(1, 2)); }
kernel void three(global int *p) { switch (p[0]) { case 1: p[1] = 2; break; case 7: p[2] = 3; break; case 9: p[3] = shared(3, p); } printf("%d %s\n", p[0], "text"); }
