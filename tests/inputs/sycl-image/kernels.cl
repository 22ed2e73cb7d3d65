kernel void _ZTS4init(global int *p) { p[get_global_id(0)] = 1; }
kernel void _ZTS5scale(global int *p, int n) { p[get_global_id(0)] *= n; }
