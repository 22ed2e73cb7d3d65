/* SYCLcompat: launches, memory, devices, atomics, functions of numbers and of sub-groups. */
#include <syclcompat.hpp>

#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "check.hpp"

namespace compat = syclcompat;

/* --- sizes --- */

static void check_dims()
{
	static_assert(compat::dim3(2, 3, 4).size() == 24);
	const compat::dim3 a(32, 4, 2), one, sum = a + compat::dim3(1, 2, 3), less = a - compat::dim3(1, 1, 1), more = a * compat::dim3(2, 3);

	check(sycl::range<3>(a) == sycl::range<3>(2, 4, 32) && sycl::range<2>(compat::dim3(32, 4)) == sycl::range<2>(4, 32));
	check(sycl::range<1>(compat::dim3(7)) == sycl::range<1>(7));
	check(one.x == 1 && one.y == 1 && one.z == 1 && sum.x == 33 && sum.y == 6 && sum.z == 5 && less.z == 1 && more.y == 12 && more.z == 2);
	const compat::dim3 of3 = sycl::range<3>(2, 4, 32), of2 = sycl::range<2>(4, 32), of1 = sycl::range<1>(32);

	check(of3.x == 32 && of3.y == 4 && of3.z == 2 && of2.x == 32 && of2.y == 4 && of2.z == 1 && of1.x == 32 && of1.y == 1);
	try {
		sycl::range<2> none = a;

		check(!"a range<2> of a dim3 with z");
		(void)none;
	} catch (const std::invalid_argument &) {
	}
	check(compat::compute_nd_range(100, 32) == sycl::nd_range<1>(128, 32));
	check(compat::compute_nd_range(sycl::range<2>(5, 64), sycl::range<2>(4, 32)) == sycl::nd_range<2>({ 8, 64 }, { 4, 32 }));
}

/* --- launches --- */

static void number(int *out)
{
	namespace c = syclcompat;
	const std::size_t x = c::work_group_id::x() * c::local_range::x() + c::local_id::x();
	const std::size_t y = c::work_group_id::y() * c::local_range::y() + c::local_id::y();
	const std::size_t z = c::work_group_id::z() * c::local_range::z() + c::local_id::z();
	const bool right = x == c::global_id::x() && y == c::global_id::y() && z == c::global_id::z() &&
		c::global_range::x() == c::work_group_range::x() * c::local_range::x() && c::global_range::y() == c::work_group_range::y() * c::local_range::y() &&
		c::global_range::z() == c::work_group_range::z() * c::local_range::z();

	out[(z * c::global_range::y() + y) * c::global_range::x() + x] = right ? int(x + 100 * y + 10000 * z) : -1;
}

static bool is_numbered(const int *p, int x_size, int y_size, int z_size)
{
	for (int z = 0; z < z_size; z++)
		for (int y = 0; y < y_size; y++)
			for (int x = 0; x < x_size; x++)
				if (*p++ != x + 100 * y + 10000 * z)
					return false;
	return true;
}

template <typename T>
void scale(T *out, const T *in, T factor, std::size_t count)
{
	const std::size_t i = syclcompat::global_id::x();

	if (i < count)
		out[i] = in[i] * factor;
}

/* Reverses each work-group, in local memory of the launch. */
static void reverse(int *data, int add, char *local)
{
	int *const part = reinterpret_cast<int *>(local);
	const std::size_t me = syclcompat::local_id::x(), size = syclcompat::local_range::x();

	part[me] = data[syclcompat::global_id::x()] + add;
	syclcompat::wg_barrier();
	data[syclcompat::global_id::x()] = part[size - 1 - me];
}

/* Two objects of one type, of which each call is one; one of another. */
template <int Size>
void transpose(int *data)
{
	auto a = syclcompat::local_mem<int[Size][Size]>();
	auto b = syclcompat::local_mem<int[Size][Size]>();
	auto *sum = syclcompat::local_mem<int>();
	const std::size_t x = syclcompat::local_id::x(), y = syclcompat::local_id::y();
	const std::size_t at = syclcompat::global_id::y() * Size + syclcompat::global_id::x();

	if (x == 0 && y == 0)
		*sum = 7;
	a[y][x] = data[at];
	b[y][x] = 1000 * data[at];
	syclcompat::wg_barrier();
	data[at] = a[x][y] + b[y][x] + *sum;
}

static void nothing() {}

static void fill_one(int *p)
{
	*p = 5;
}

static void only_local(char *local)
{
	local[0] = 1;
}

static void check_launches()
{
	sycl::queue q = compat::get_default_queue(), other = compat::create_queue();
	int *const p = compat::malloc_shared<int>(512);

	check(q.is_in_order() && other.is_in_order() && q != other);
	compat::launch<number>(compat::dim3(4, 2, 3), compat::dim3(8, 2, 1), p).wait();
	check(is_numbered(p, 32, 4, 3));
	compat::launch<number>(sycl::nd_range<3>({ 2, 4, 8 }, { 1, 2, 4 }), other, p).wait();
	check(is_numbered(p, 8, 4, 2));
	compat::launch<number>(sycl::nd_range<2>({ 4, 8 }, { 2, 4 }), p).wait();
	check(is_numbered(p, 8, 4, 1));
	compat::launch<number>(sycl::nd_range<1>(64, 16), p);
	compat::wait();
	check(is_numbered(p, 64, 1, 1));
	const std::size_t grid = 4, threads = 16;

	compat::launch<number>(grid, threads, q, p);
	compat::launch<reverse>(grid, threads, threads * sizeof(int), p, 1).wait();
	check(p[0] == 16 && p[15] == 1 && p[16] == 32);
	compat::launch<reverse>(sycl::nd_range<1>(64, 16), threads * sizeof(int), other, p, 0).wait();
	check(p[0] == 1 && p[15] == 16 && p[16] == 17);
	compat::launch<nothing>(1, 1);
	compat::launch<nothing>(1, 1, other).wait();
	compat::launch<only_local>(1, 1, std::size_t(8)).wait();
	compat::launch<only_local>(1, 1, std::size_t(8), other).wait();
	compat::launch<fill_one>(sycl::nd_range<1>(1, 1), p).wait();
	check(*p == 5);

	for (int i = 0; i < 64; i++)
		p[i] = i;
	compat::launch<transpose<8>>(compat::dim3(1, 1), compat::dim3(8, 8), p).wait();
	check(p[1] == 8 + 1000 + 7 && p[8] == 1 + 8000 + 7 && p[63] == 63 + 63000 + 7);

	float *const f = compat::malloc<float>(100), *const g = compat::malloc<float>(100);
	std::vector<float> host(100, 2.0f), back(100);

	compat::memcpy<float>(f, host.data(), 100);
	compat::launch<scale<float>>(compat::dim3(4), compat::dim3(32), g, f, 1.5f, std::size_t(100));
	compat::memcpy(back.data(), g, 100 * sizeof(float));
	check(back[0] == 3.0f && back[99] == 3.0f);
	compat::free(f);
	compat::wait_and_free(g);
	compat::free(nullptr);
	compat::free(p);
}

static void reverse_in_scratch(int *p)
{
	int *const own = static_cast<int *>(sycl::ext::oneapi::experimental::get_work_group_scratch_memory());
	const sycl::nd_item<3> it = sycl::ext::oneapi::this_work_item::get_nd_item<3>();

	own[compat::local_id::x()] = int(compat::global_id::x());
	compat::wg_barrier();
	p[compat::global_id::x()] = own[15 - compat::local_id::x()] + 100 * int(it.get_sub_group().get_max_local_range()[0]);
}
static void sub_group_sizes(int *out)
{
	out[syclcompat::global_id::x()] = int(sycl::ext::oneapi::this_work_item::get_sub_group().get_max_local_range()[0]);
}

static void put_item(int *out, int add)
{
	const auto i = syclcompat::global_id::x();

	out[i] = int(i) + add;
}

static void check_policies()
{
	namespace e = syclcompat::experimental;
	namespace x = sycl::ext::oneapi::experimental;
	sycl::queue q = compat::get_default_queue();
	int *const p = compat::malloc_shared<int>(64);

	e::launch<sub_group_sizes, 16>(compat::dim3(2), compat::dim3(32), p).wait();
	check(p[0] == 16 && p[63] == 16);
	e::launch<sub_group_sizes, 8>(sycl::nd_range<1>(64, 32), q, p).wait();
	check(p[0] == 8 && p[63] == 8);

	e::launch_policy sized(sycl::nd_range<1>(64, 32), e::kernel_properties{ x::sub_group_size<16> });
	static_assert(!decltype(sized)::HasLocalMem);
	e::launch<sub_group_sizes>(sized, p).wait();
	check(p[0] == 16);
	e::launch<sub_group_sizes>(e::launch_policy(compat::dim3(2), compat::dim3(32), e::kernel_properties{ x::properties{ x::sub_group_size<8> } }), q, p).wait();
	check(p[0] == 8 && p[63] == 8);
	e::launch<put_item>(e::launch_policy(compat::dim3(64)), p, 3).wait();
	check(p[0] == 3 && p[63] == 66);
	e::launch<put_item>(e::launch_policy(sycl::range<1>(64), e::launch_properties{}), p, 4).wait();
	check(p[0] == 4 && p[63] == 67);
	e::launch_policy with_local(sycl::nd_range<1>(64, 16), e::local_mem_size(16 * sizeof(int)), e::kernel_properties{ x::sub_group_size<16> },
		e::launch_properties{});
	static_assert(decltype(with_local)::HasLocalMem);
	check(with_local.get_local_mem_size() == 64 && with_local.get_range() == sycl::nd_range<1>(64, 16));
	e::launch<reverse>(with_local, p, 0).wait();
	check(p[0] == 19 && p[15] == 4);
	e::launch<reverse>(with_local, q, p, 0).wait();
	check(p[0] == 4);
	/* As CUTLASS for SYCL launches: the kernel's properties, and scratch memory of the launch. */
	e::launch_policy with_scratch(sycl::nd_range<1>(64, 16), e::launch_properties{ x::work_group_scratch_size(16 * sizeof(int)) },
		e::kernel_properties{ x::sub_group_size<16>, sycl::ext::intel::experimental::grf_size<256> });
	e::launch<reverse_in_scratch>(with_scratch, q, p).wait();
	check(p[0] == 15 + 1600 && p[15] == 1600 && p[16] == 31 + 1600);
	compat::free(p, q);
}

/* --- memory --- */

static void check_memory()
{
	sycl::queue q = compat::get_default_queue();
	std::size_t pitch = 0;
	unsigned char from[5][12], to[5][12];

	for (int y = 0; y < 5; y++)
		for (int x = 0; x < 12; x++)
			from[y][x] = static_cast<unsigned char>(16 * y + x);
	/* Rows. */
	auto *const rows = static_cast<unsigned char *>(compat::malloc(pitch, 12, 5));

	check(pitch >= 12 && pitch % 32 == 0);
	compat::memcpy(rows, pitch, from, 12, 12, 5);
	compat::memset(rows + pitch, pitch, 9, 3, 2);
	std::memset(to, 255, sizeof(to));
	compat::memcpy_async(to, 12, rows, pitch, 10, 5).wait();
	check(to[0][9] == 9 && to[0][10] == 255 && to[1][0] == 9 && to[2][2] == 9 && to[1][3] == 16 + 3 && to[3][0] == 48 && to[4][9] == 64 + 9);
	compat::free(rows);
	/* Boxes: 12 bytes in x, 5 rows, 4 planes. */
	compat::pitched_data box = compat::malloc(sycl::range<3>(12, 5, 4)), host(from, 12, 12, 5), back(to, 12, 12, 5);

	check(box.get_x() == 12 && box.get_y() == 5 && box.get_pitch() >= 12);
	compat::memset(box, 1, sycl::range<3>(12, 5, 4));
	compat::memcpy(box, sycl::id<3>(2, 1, 3), host, sycl::id<3>(4, 2, 0), sycl::range<3>(5, 2, 1));
	std::memset(to, 255, sizeof(to));
	compat::memcpy(back, sycl::id<3>(0, 0, 0), box, sycl::id<3>(0, 0, 3), sycl::range<3>(12, 5, 1));
	check(to[0][0] == 1 && to[1][1] == 1 && to[1][2] == 32 + 4 && to[2][6] == 48 + 8 && to[2][7] == 1 && to[3][2] == 1);
	compat::memset_async(box, 2, sycl::range<3>(2, 1, 2)).wait();
	compat::memcpy(back, sycl::id<3>(0, 0, 0), box, sycl::id<3>(0, 0, 1), sycl::range<3>(12, 5, 1));
	check(to[0][0] == 2 && to[0][1] == 2 && to[0][2] == 1 && to[1][0] == 1);
	compat::free(box.get_data_ptr());
	/* Values. */
	auto *const values = compat::malloc_shared<unsigned int>(8);

	compat::fill<unsigned int>(values, 0x01020304u, 8);
	compat::memset_d16(values, 0xabcd, 2);
	compat::memset_d32(values + 6, 77u, 1);
	compat::memset(values + 7, 0xff, 4);
	check(values[0] == 0xabcdabcdu && values[1] == 0x01020304u && values[6] == 77 && values[7] == 0xffffffffu);
	compat::fill_async<float>(values, 1.0f, 1).wait();
	check(values[0] == 0x3f800000u);
	compat::memcpy_async<unsigned int>(values + 1, values, 1).wait();
	compat::memset_async(values, 0, 4).wait();
	check(values[0] == 0 && values[1] == 0x3f800000u);

	compat::pointer_attributes about;
	const int plain = 0;
	void *const device = compat::malloc(16), *const hosts = compat::malloc_host(16);

	about.init(values);
	check(about.get_memory_type() == sycl::usm::alloc::shared && about.is_memory_shared() && about.get_device_pointer() == values &&
		about.get_host_pointer() == values && about.get_device_id() == compat::get_current_device_id());
	about.init(device, q);
	check(about.get_memory_type() == sycl::usm::alloc::device && !about.is_memory_shared() && about.get_device_pointer() == device &&
		!about.get_host_pointer());
	about.init(hosts);
	check(about.get_memory_type() == sycl::usm::alloc::host && about.get_host_pointer() == hosts);
	about.init(&plain);
	check(about.get_memory_type() == sycl::usm::alloc::unknown && !about.get_device_pointer() && about.get_host_pointer() == &plain);
	compat::enqueue_free({ values, device }, { q.ext_oneapi_submit_barrier() }).wait();
	compat::enqueue_free({ hosts }, {});
	try {
		compat::experimental::memcpy(compat::experimental::memcpy_parameter{});
		check(!"a copy that a memcpy_parameter describes");
	} catch (const std::runtime_error &) {
	}
}

/* Global objects get memory when it is asked for. */
static compat::global_memory<float, 1> weights(sycl::range<1>(4), { 1, 2, 3 });
static compat::constant_memory<int, 2> table(sycl::range<2>(2, 3), { { 1, 2, 3 }, { 4, 5 } });
static compat::shared_memory<int, 1> shared(8);
static compat::shared_memory<int, 3> cube(2, 3, 4);
static compat::global_memory<int, 0> scalar(42);

static void gather(int *out, const float *w, compat::accessor<int, compat::memory_region::constant, 2> t, const int *s,
	compat::accessor<int, compat::memory_region::usm_shared, 3> c)
{
	out[0] = int(w[2]) + t[1][1] + *s + t[1][2] + int(w[3]);
	c[1][2][3] = 11;
}

static void check_objects()
{
	sycl::queue q = compat::get_default_queue();

	shared[0] = 1;
	check(shared.get_size() == 8 * sizeof(int) && shared[7] == 0);
	q.submit([&](sycl::handler &h) {
		auto t = table.get_access(h);
		auto c = cube.get_access(h);
		int *const out = shared.get_ptr();
		const float *const w = weights.get_ptr();
		const int *const s = scalar.get_ptr(q);

		h.single_task<class objects>([=] { gather(out, w, t, s, c); });
	}).wait();
	check(shared[0] == 3 + 5 + 42 && cube.get_ptr()[12 + 8 + 3] == 11);
	int own[2] = { 3, 4 };
	compat::shared_memory<int, 1> assigned;

	assigned.assign(own, sizeof(own));
	check(assigned[1] == 4 && assigned.get_size() == sizeof(own));
	using traits = compat::memory_traits<compat::memory_region::constant, int>;
	static_assert(traits::mode == sycl::access_mode::read && traits::type_size == 4 && std::is_same_v<traits::element_t, const int>);
}

/* --- devices --- */

static void check_devices()
{
	compat::device_ext &device = compat::get_current_device();
	const compat::device_info info = device.get_device_info();

	check(device == sycl::device(sycl::default_selector_v) && compat::get_current_device_id() == 0 && compat::device_count() >= 1);
	check(compat::get_device_id(device) == 0 && &compat::get_device(0) == &device && compat::select_device(0) == 0);
	check(device.get_info<sycl::info::device::name>() == info.get_name() && info.get_max_compute_units() == device.get_max_compute_units());
	check(info.get_max_work_group_size() == device.get_max_work_group_size() && info.get_max_work_item_sizes()[0] > 0);
	check(info.get_max_work_item_sizes<int *>()[2] == int(info.get_max_work_item_sizes<sycl::id<3>>()[2]) && info.get_global_mem_size() > 0);
	check(info.get_max_nd_range_size()[0] > 0 && info.get_max_nd_range_size<int *>()[0] > 0 && info.get_local_mem_size() > 0);
	check(compat::get_major_version(device) == device.get_major_version() && device.get_minor_version() == info.get_minor_version());
	check(compat::cpu_device().is_cpu() && compat::get_default_context() == device.get_context());
	std::size_t free_size = 0, total = 0;

	device.get_memory_info(free_size, total);
	check(total == device.get_global_mem_size() && free_size <= total && device.get_max_sub_group_size() > 0);
	device.has_capability_or_fail({ sycl::aspect::usm_device_allocations });
	try {
		device.has_capability_or_fail({ sycl::aspect::custom });
		check(!"a custom device");
	} catch (const sycl::exception &e) {
		check(std::strstr(e.what(), "lacks the aspect 'custom'"));
	}
	check(SYCLCOMPAT_CHECK_ERROR(device.has_capability_or_fail({})) == compat::error_code::SUCCESS);
	try {
		compat::get_device(1000);
		check(!"a device with the number 1000");
	} catch (const std::runtime_error &) {
	}
	try {
		compat::filter_device({ "no such device" });
		check(!"no device");
	} catch (const std::runtime_error &) {
	}
	compat::filter_device({ "no such device", std::string(info.get_name()).substr(1, 4) });
	check(compat::get_current_device() == device);

	sycl::queue *own = device.create_queue(true, false), *const before = device.default_queue();

	check(!own->is_in_order() && device.get_saved_queue() == before);
	device.set_saved_queue(own);
	check(device.get_saved_queue() == own);
	device.set_saved_queue(before);
	const sycl::queue fresh(device, sycl::property::queue::in_order());

	compat::set_default_queue(fresh);
	check(compat::get_default_queue() == fresh && *device.get_saved_queue() == fresh);
	device.destroy_queue(own);
	check(!own);
	compat::destroy_queue(compat::create_queue());
	device.queues_wait_and_throw();
	device.reset();
	check(compat::get_default_queue() != fresh && compat::get_default_queue().is_in_order());
	device.reset(false, false);
	check(!compat::get_default_queue().is_in_order());
	device.reset();
	std::thread([] { check(compat::get_current_device_id() == 0); }).join();
	compat::event_ptr event = new sycl::event;

	compat::destroy_event(event);
	check(compat::get_sycl_language_version() >= 202001);
	check(compat::get_kernel_function_info(nullptr).max_work_group_size == device.get_max_work_group_size());
}

int main()
{
	check_dims();
	check_launches();
	check_policies();
	check_memory();
	check_objects();
	check_devices();
	return done();
}
