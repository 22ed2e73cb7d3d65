/* 4.8: a program as a migration tool writes it, with the tool's header of helpers. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>
#include "../check.hpp"
#if defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
namespace mig
{
enum memcpy_direction { host_to_host, host_to_device, device_to_host, device_to_device, automatic };
enum error_code { success = 0, default_error = 999 };
using err0 = int;
using queue_ptr = sycl::queue *;
using event_ptr = sycl::event *;
typedef uint8_t byte_t;
class exception : public std::exception
{
	std::string m;

      public:
	exception(std::string s) : m(s) {}
	const char *what() const noexcept override { return m.c_str(); }
};
class device_info
{
      public:
	const char *get_name() const { return name.c_str(); }
	template <typename T = sycl::range<3>,
		  std::enable_if_t<std::is_same_v<T, sycl::range<3>> || std::is_same_v<T, int *>, int> = 0>
	auto get_max_work_item_sizes() const
	{
		if constexpr (std::is_same_v<T, sycl::range<3>>)
			return sizes;
		else
			return (int *)nullptr;
	}
	std::string name;
	sycl::range<3> sizes{ 1, 1, 1 };
	int major = 0, minor = 0, units = 0, wg = 0, sg = 0, clock = 0;
	size_t mem = 0, local = 0;
	unsigned bus = 64, memclock = 3200000;
	std::array<unsigned char, 16> uuid{};
};
static int get_major_version(const sycl::device &d)
{
	std::string v = d.get_info<sycl::info::device::version>();
	std::string::size_type i = 0;
	while (i < v.size() && !isdigit(v[i]))
		i++;
	return atoi(&v[i]);
}
class device_ext : public sycl::device
{
      public:
	device_ext() : sycl::device() {}
	~device_ext()
	{
		std::lock_guard<std::mutex> l(m);
		qs.clear();
	}
	device_ext(const sycl::device &base) : sycl::device(base) { init(); }
	int is_native_atomic_supported() { return 0; }
	void get_device_info(device_info &out) const
	{
		out.name = get_info<sycl::info::device::name>();
		out.sizes = get_info<sycl::info::device::max_work_item_sizes<3>>();
		out.major = get_major_version(*this);
		out.units = get_info<sycl::info::device::max_compute_units>();
		out.clock = get_info<sycl::info::device::max_clock_frequency>() * 1000;
		out.mem = get_info<sycl::info::device::global_mem_size>();
		out.wg = int(get_info<sycl::info::device::max_work_group_size>());
#if (defined(SYCL_EXT_INTEL_DEVICE_INFO) && SYCL_EXT_INTEL_DEVICE_INFO >= 6)
		if (this->has(sycl::aspect::ext_intel_memory_clock_rate)) {
			unsigned t = this->get_info<sycl::ext::intel::info::device::memory_clock_rate>();
			if (t != 0)
				out.memclock = 1000 * t;
		}
		if (this->has(sycl::aspect::ext_intel_memory_bus_width))
			out.bus = this->get_info<sycl::ext::intel::info::device::memory_bus_width>();
		if (this->has(sycl::aspect::ext_intel_device_id))
			(void)this->get_info<sycl::ext::intel::info::device::device_id>();
		if (this->has(sycl::aspect::ext_intel_device_info_uuid))
			out.uuid = this->get_info<sycl::ext::intel::info::device::uuid>();
#endif
		size_t s = 1;
		for (size_t k : get_info<sycl::info::device::sub_group_sizes>())
			if (s < k)
				s = k;
		out.sg = int(s);
		out.local = get_info<sycl::info::device::local_mem_size>();
	}
	device_info get_device_info() const
	{
		device_info p;
		get_device_info(p);
		return p;
	}
	void reset()
	{
		std::lock_guard<std::mutex> l(m);
		qs.clear();
		init();
	}
	sycl::queue &in_order_queue()
	{
		return *q_in;
	}
	sycl::queue &out_of_order_queue()
	{
		return *q_out;
	}
	sycl::queue &default_queue()
	{
		return in_order_queue();
	}
	void queues_wait_and_throw()
	{
		std::unique_lock<std::mutex> lock(m);
		auto cur = qs;
		lock.unlock();
		for (auto &q : cur)
			q->wait_and_throw();
		lock.lock();
	}
	sycl::queue *create_queue(bool handler = false)
	{
		return create_in_order_queue(handler);
	}
	sycl::queue *create_in_order_queue(bool handler = false)
	{
		return impl(handler, sycl::property::queue::in_order());
	}
	sycl::queue *create_out_of_order_queue(bool handler = false)
	{
		return impl(handler);
	}
	void destroy_queue(sycl::queue *&q)
	{
		std::lock_guard<std::mutex> l(m);
		qs.erase(std::remove_if(qs.begin(), qs.end(),
					[=](const std::shared_ptr<sycl::queue> &p) { return p.get() == q; }),
			 qs.end());
		q = nullptr;
	}
	sycl::context get_context() const
	{
		return ctx;
	}

      private:
	void init()
	{
		q_in = impl(true, sycl::property::queue::in_order());
		q_out = impl(true);
		ctx = q_in->get_context();
	}
	template <class... P>
	sycl::queue *impl(bool h, P... props)
	{
		sycl::async_handler eh = {};
		if (h)
			eh = [](sycl::exception_list l) {
				for (auto &e : l) {
					try {
						std::rethrow_exception(e);
					} catch (sycl::exception const &x) {
						std::cerr << x.what() << std::endl;
					}
				}
			};
		qs.push_back(std::make_shared<sycl::queue>(
			*this, eh, sycl::property_list(props..., sycl::property::queue::enable_profiling())));
		return qs.back().get();
	}
	sycl::queue *q_in = nullptr, *q_out = nullptr;
	sycl::context ctx;
	std::vector<std::shared_ptr<sycl::queue>> qs;
	mutable std::mutex m;
};
class dev_mgr
{
	mutable std::recursive_mutex m;
	std::vector<std::shared_ptr<device_ext>> devs;
	std::map<unsigned, unsigned> thread2dev;
	dev_mgr()
	{
		sycl::device d(sycl::default_selector_v);
		devs.push_back(std::make_shared<device_ext>(d));
		for (auto &x : sycl::device::get_devices(sycl::info::device_type::all)) {
			if (x == d)
				continue;
			devs.push_back(std::make_shared<device_ext>(x));
		}
	}

      public:
	static dev_mgr &instance()
	{
		static dev_mgr d;
		return d;
	}
	device_ext &current_device()
	{
		std::lock_guard<std::recursive_mutex> l(m);
		return *devs[0];
	}
	unsigned device_count() { return unsigned(devs.size()); }
	dev_mgr(const dev_mgr &) = delete;
};
static inline device_ext &get_current_device()
{
	return dev_mgr::instance().current_device();
}
static inline sycl::queue &get_in_order_queue()
{
	return get_current_device().in_order_queue();
}
static inline sycl::queue &get_default_queue()
{
	return get_in_order_queue();
}
enum class memory_region { global = 0, constant, local, usm_shared };
template <class T, memory_region M, size_t D>
class accessor;
template <class T, memory_region M>
class accessor<T, M, 3>
{
	T *p;
	sycl::range<3> r;

      public:
	accessor(T *d, const sycl::range<3> &n) : p(d), r(n) {}
	accessor<T, M, 2> operator[](size_t i) const { return { p + i * r.get(1) * r.get(2), r.get(1), r.get(2) }; }
	T *get_ptr() const { return p; }
};
template <class T, memory_region M>
class accessor<T, M, 2>
{
	T *p;
	sycl::range<2> r;

      public:
	accessor(T *d, size_t a, size_t b) : p(d), r(a, b) {}
	accessor(T *d, const sycl::range<2> &n) : p(d), r(n) {}
	T *operator[](size_t i) const { return p + r.get(1) * i; }
};
template <class T, memory_region M, size_t D>
class device_memory
{
	T *p = nullptr;
	sycl::range<D> n;
	std::vector<T> host;

      public:
	device_memory(const sycl::range<D> &r, std::initializer_list<T> &&l) : device_memory(r)
	{
		host = l;
		host.resize(r.size());
	}
	device_memory(const sycl::range<D> &r) : n(r) { dev_mgr::instance(); }
	template <class... A>
	device_memory(A... a) : device_memory(sycl::range<D>(a...))
	{
	}
	~device_memory()
	{
		if (p)
			sycl::free(p, get_default_queue());
	}
	void init() { init(get_default_queue()); }
	void init(sycl::queue &q)
	{
		if (p || !n.size())
			return;
		if (M == memory_region::usm_shared)
			p = sycl::malloc_shared<T>(n.size(), q);
		else
			p = sycl::malloc_device<T>(n.size(), q);
		if (host.size())
			q.memcpy(p, host.data(), n.size() * sizeof(T)).wait();
	}
	T *get_ptr()
	{
		init();
		return p;
	}
	size_t get_size() { return n.size() * sizeof(T); }
	template <size_t X = D>
	std::enable_if_t<X == 1, T> &operator[](size_t i)
	{
		init();
		return p[i];
	}
	template <size_t X = D>
	std::enable_if_t<X != 1, accessor<T, M, X>> get_access(sycl::handler &)
	{
		return accessor<T, M, X>(p, n);
	}
};
template <class T, size_t D>
using global_memory = device_memory<T, memory_region::global, D>;
template <class T, size_t D>
using constant_memory = device_memory<T, memory_region::constant, D>;
template <class T, size_t D>
using shared_memory = device_memory<T, memory_region::usm_shared, D>;
template <typename T, sycl::access::address_space A = sycl::access::address_space::global_space,
	  sycl::memory_order O = sycl::memory_order::relaxed, sycl::memory_scope S = sycl::memory_scope::device>
inline T atomic_fetch_add(T *a, T v)
{
	sycl::atomic_ref<T, O, S, A> r(*a);
	return r.fetch_add(v);
}
template <sycl::access::address_space A = sycl::access::address_space::global_space,
	  sycl::memory_order O = sycl::memory_order::relaxed, sycl::memory_scope S = sycl::memory_scope::device>
inline unsigned atomic_fetch_compare_inc(unsigned *a, unsigned v)
{
	sycl::atomic_ref<unsigned, O, S, A> r(a[0]);
	unsigned old;
	while (true) {
		old = r.load();
		if (old >= v) {
			if (r.compare_exchange_strong(old, 0, O, S))
				break;
		} else if (r.compare_exchange_strong(old, old + 1, O, S))
			break;
	}
	return old;
}
template <typename T>
T select_from_sub_group(sycl::sub_group g, T x, int id, int logical = 32)
{
	unsigned start = g.get_local_linear_id() / logical * logical;
	return sycl::select_from_group(g, x, start + id % logical);
}
template <typename T>
T permute_sub_group_by_xor(sycl::sub_group g, T x, unsigned mask, int logical = 32)
{
	unsigned id = g.get_local_linear_id(), start = id / logical * logical, t = (id % logical) ^ mask;
	return sycl::select_from_group(g, x, t < unsigned(logical) ? start + t : id);
}
template <int N = 3>
inline void has_capability_or_fail(const sycl::device &d, const std::initializer_list<sycl::aspect> &p)
{
	for (const auto &a : p)
		if (!d.has(a))
			throw sycl::exception(sycl::make_error_code(sycl::errc::runtime), "aspect missing");
}
inline void mig_memcpy(void *to, const void *from, size_t n, memcpy_direction = automatic,
		       sycl::queue &q = get_default_queue())
{
	q.memcpy(to, from, n).wait();
}
} // namespace mig
#define MIG_CHECK_ERROR(expr)                                                                                          \
	[&]() {                                                                                                        \
		try {                                                                                                  \
			expr;                                                                                          \
			return mig::success;                                                                           \
		} catch (std::exception const &e) {                                                                    \
			std::cerr << e.what() << std::endl;                                                            \
			return mig::default_error;                                                                     \
		}                                                                                                      \
	}()
static mig::constant_memory<float, 1> coef(sycl::range<1>(4), { 0.1f, 0.2f, 0.3f, 0.4f });
static mig::global_memory<unsigned, 1> ticket(1);
static mig::global_memory<int, 2> table(4, 8);
template <int BLOCK>
void matrixMul(float *C, float *A, float *B, int wA, int wB, const sycl::nd_item<3> &item_ct1,
	       sycl::local_accessor<float, 2> As, sycl::local_accessor<float, 2> Bs)
{
	int bx = item_ct1.get_group(2), by = item_ct1.get_group(1), tx = item_ct1.get_local_id(2),
	    ty = item_ct1.get_local_id(1);
	float Csub = 0;
	for (int m = 0; m < wA / BLOCK; m++) {
		As[ty][tx] = A[(by * BLOCK + ty) * wA + m * BLOCK + tx];
		Bs[ty][tx] = B[(m * BLOCK + ty) * wB + bx * BLOCK + tx];
		item_ct1.barrier(sycl::access::fence_space::local_space);
#pragma unroll
		for (int k = 0; k < BLOCK; ++k)
			Csub += As[ty][k] * Bs[k][tx];
		item_ct1.barrier(sycl::access::fence_space::local_space);
	}
	C[(by * BLOCK + ty) * wB + bx * BLOCK + tx] = Csub;
}
void reduceKernel(const float *in, float *out, unsigned *ticket, int n, uint8_t *dpct_local, float const *coef,
		  const sycl::nd_item<3> &item_ct1)
{
	auto sdata = (float *)dpct_local;
	unsigned tid = item_ct1.get_local_id(2),
		 i = item_ct1.get_group(2) * item_ct1.get_local_range(2) + item_ct1.get_local_id(2);
	sdata[tid] = i < unsigned(n) ? in[i] * coef[i % 4] : 0;
	item_ct1.barrier();
	for (unsigned s = item_ct1.get_local_range(2) / 2; s > 0; s >>= 1) {
		if (tid < s)
			sdata[tid] += sdata[tid + s];
		item_ct1.barrier(sycl::access::fence_space::local_space);
	}
	float v = sdata[0];
	auto sg = item_ct1.get_sub_group();
	v = mig::select_from_sub_group(sg, v, 0, 1);
	if (tid == 0) {
		mig::atomic_fetch_add<float, sycl::access::address_space::generic_space>(out, v);
		mig::atomic_fetch_compare_inc<sycl::access::address_space::generic_space>(ticket, 1000);
	}
}
int main(int, char **)
try {
	mig::device_ext &dev_ct1 = mig::get_current_device();
	sycl::queue &q_ct1 = dev_ct1.default_queue();
	mig::device_info prop;
	mig::get_current_device().get_device_info(prop);
	check(prop.units > 0 && prop.get_name()[0]);
	(void)prop.get_max_work_item_sizes();
	const int n = 32, block = 8;
	mig::queue_ptr stream = &q_ct1;
	stream = dev_ct1.create_queue();
	mig::event_ptr start = new sycl::event(), stop = new sycl::event();
	float *h = (float *)malloc(n * n * sizeof(float)), *d_A, *d_B, *d_C;
	for (int i = 0; i < n * n; i++)
		h[i] = float(i % 5);
	d_A = (float *)sycl::malloc_device(n * n * sizeof(float), q_ct1);
	check(MIG_CHECK_ERROR(d_B = sycl::malloc_device<float>(n * n, q_ct1)) == 0);
	d_C = (float *)sycl::malloc_shared(n * n * sizeof(float), q_ct1);
	stream->memcpy(d_A, h, n * n * sizeof(float));
	mig::mig_memcpy(d_B, h, n * n * sizeof(float), mig::host_to_device);
	*start = stream->ext_oneapi_submit_barrier();
	sycl::range<3> threads(1, block, block), grid(1, n / block, n / block);
	stream->submit([&](sycl::handler &cgh) {
		sycl::local_accessor<float, 2> As_acc_ct1(sycl::range<2>(block, block), cgh),
			Bs_acc_ct1(sycl::range<2>(block, block), cgh);
		cgh.parallel_for(sycl::nd_range<3>(grid * threads, threads), [=](sycl::nd_item<3> item_ct1) {
			matrixMul<block>(d_C, d_A, d_B, n, n, item_ct1, As_acc_ct1, Bs_acc_ct1);
		});
	});
	*stop = stream->ext_oneapi_submit_barrier({ *start });
	stop->wait();
	stream->wait();
	for (int i = 0; i < n; i += 7)
		for (int j = 0; j < n; j++) {
			float s = 0;
			for (int k = 0; k < n; k++)
				s += h[i * n + k] * h[k * n + j];
			check(s == d_C[i * n + j]);
		}
	{
		mig::has_capability_or_fail(q_ct1.get_device(), { sycl::aspect::fp64 });
	}
	coef.init();
	ticket.init();
	table.init();
	float *out = sycl::malloc_shared<float>(1, q_ct1);
	*out = 0;
	q_ct1.memset(ticket.get_ptr(), 0, 4).wait();
	q_ct1.submit([&](sycl::handler &cgh) {
		auto coef_ptr_ct1 = coef.get_ptr();
		auto ticket_ptr = ticket.get_ptr();
		sycl::local_accessor<uint8_t, 1> dpct_local_acc_ct1(sycl::range<1>(64 * sizeof(float)), cgh);
		auto t = table.get_access(cgh);
		(void)t;
		cgh.parallel_for(sycl::nd_range<3>(sycl::range<3>(1, 1, 16) * sycl::range<3>(1, 1, 64),
						   sycl::range<3>(1, 1, 64)),
				 [=](sycl::nd_item<3> item_ct1) {
					 reduceKernel(
						 d_A, out, ticket_ptr, n * n,
						 dpct_local_acc_ct1.get_multi_ptr<sycl::access::decorated::no>().get(),
						 coef_ptr_ct1, item_ct1);
				 });
	});
	dev_ct1.queues_wait_and_throw();
	float want = 0;
	for (int i = 0; i < n * n; i++)
		want += h[i] * 0.1f * float(i % 4 + 1);
	check(std::fabs(*out - want) < 0.05f);
	unsigned t;
	q_ct1.memcpy(&t, ticket.get_ptr(), 4).wait();
	check(t == 16);
	dev_ct1.destroy_queue(stream);
	delete start;
	delete stop;
	free(h);
	sycl::free(d_A, q_ct1);
	sycl::free(d_B, q_ct1);
	sycl::free(d_C, dev_ct1.get_context());
	return done();
} catch (sycl::exception const &exc) {
	std::cerr << exc.what() << "Exception caught at file:" << __FILE__ << ", line:" << __LINE__ << std::endl;
	std::exit(1);
}
