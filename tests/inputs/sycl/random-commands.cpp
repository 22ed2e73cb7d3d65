/*
 * Random commands of the host side against plain arrays:
 *
 *     commands SEED [COUNT [LAST]]
 *
 * MANY: on queues of all devices; MAIN=N: the allocations are of that one; SAY: tells each command; SEEDS: each seed;
 * KEEP=1011: leaves out the second command, to make what goes wrong short.
 * Seeds SEED to LAST with COUNT commands each.  Up to three threads submit to the same queues, each with buffers and
 * allocations of its own; a thread's arrays change in the order in which it submits.  Commands on allocations depend on
 * the events of those that they come after.
 */
#include <algorithm>
#include <csignal>
#include <cstring>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <variant>
#include <vector>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;
using word = std::uint32_t;
using words = std::vector<word>;
using sycl::access_mode;

enum { FULL = 512 };

struct numbers {
	std::uint64_t state;
	std::uint64_t next()
	{
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		return state * 0x2545f4914f6cdd1dULL >> 33;
	}
	unsigned below(unsigned n) { return n ? static_cast<unsigned>(next() % n) : 0; }
	bool chance(unsigned percent) { return below(100) < percent; }
};

static unsigned seed_now;

struct box {
	int dims = 1;
	std::size_t off[3] = {0, 0, 0}, rng[3] = {1, 1, 1};
	std::size_t total() const { return rng[0] * rng[1] * rng[2]; }
};

struct root {
	words model, host, second;	/* host: what the buffer was made over; second: what set_final_data names */
	std::shared_ptr<word[]> shared;
	word *expect_at = nullptr;	/* where the buffer's end writes */
	bool unchanged = false;		/* host must stay what it was */
	words before;
	bool in_graphs = false;
	int tainted = 0, users = 0;
};

using any_buffer = std::variant<sycl::buffer<word, 1>, sycl::buffer<word, 2>, sycl::buffer<word, 3>>;

struct view {
	root *of;
	std::size_t at;			/* in the root's words */
	box all;			/* offset 0 */
	any_buffer buffer;
	bool sub = false;
	template <int D> sycl::buffer<word, D> &get() { return std::get<D - 1>(buffer); }
	/* Where the word lies that is local index n of the box, in row-major order. */
	std::size_t place(const box &b, std::size_t n) const
	{
		std::size_t i[3] = {n / (b.rng[1] * b.rng[2]), n / b.rng[2] % b.rng[1], n % b.rng[2]};

		return at + ((i[0] + b.off[0]) * all.rng[1] + i[1] + b.off[1]) * all.rng[2] + i[2] + b.off[2];
	}
};

template <int D> sycl::range<D> range_of(const std::size_t *p, int)
{
	if constexpr (D == 1) return {p[0]};
	else if constexpr (D == 2) return {p[0], p[1]};
	else return {p[0], p[1], p[2]};
}
template <int D> sycl::id<D> id_of(const std::size_t *p)
{
	if constexpr (D == 1) return {p[0]};
	else if constexpr (D == 2) return {p[0], p[1]};
	else return {p[0], p[1], p[2]};
}
template <int D> sycl::range<D> rng(const box &b) { return range_of<D>(b.rng, 0); }
template <int D> sycl::id<D> off(const box &b) { return id_of<D>(b.off); }
/* Accessors count from their offset. */
template <int D> sycl::id<D> at(sycl::range<D> r, sycl::id<D>, std::size_t n)
{
	const sycl::id<D> o;

	if constexpr (D == 1) return {n + o[0]};
	else if constexpr (D == 2) return {n / r[1] + o[0], n % r[1] + o[1]};
	else return {n / (r[1] * r[2]) + o[0], n / r[2] % r[1] + o[1], n % r[2] + o[2]};
}

inline word compute(int op, word v, word s, std::size_t n, word k)
{
	word i = static_cast<word>(n);

	switch (op) {
	case 0: return v * 3 + i;
	case 1: return v ^ (s + k);
	case 2: return v + s * 5 + i;
	case 3: return (v << 1 | v >> 31) - s;
	default: return v * k + (s ^ i);
	}
}

struct mark {
	sycl::event event;
	int queue;	/* -1: none */
};

struct cell {
	enum { DEVICE, HOST, SHARED, PLAIN } kind;
	word *p;
	words model;
	std::vector<mark> writers, readers;
	int tainted = 0;
	bool in_graph = false;
};

struct place {
	sycl::queue queue;
	bool main;	/* of the context of the allocations */
	bool kernels;
};

struct world {
	std::vector<place> queues;
	unsigned actors;
};

template <int D> struct dim { static constexpr int value = D; };
template <typename F> void with_dims(int d, F f)
{
	if (d == 1) f(dim<1>());
	else if (d == 2) f(dim<2>());
	else f(dim<3>());
}

struct held {
	root *of;
	bool writes;
	std::function<void()> finish;
};

struct actor {
	world &w;
	numbers r;
	unsigned number;
	std::vector<std::unique_ptr<root>> roots;
	std::vector<std::unique_ptr<view>> views;
	std::vector<std::unique_ptr<cell>> cells;
	std::vector<held> holds;
	std::vector<bool> queue_tainted;
	std::vector<std::string> log;
	std::vector<sycl::event> events;
	std::vector<std::function<void()>> *recording = nullptr;	/* what the graph does to the arrays */
	std::vector<std::function<void()>> later;	/* checks after waiting */

	actor(world &world, std::uint64_t seed, unsigned me) : w(world), r{seed}, number(me), queue_tainted(world.queues.size())
	{
		for (int i = 0; i < 8; i++) r.next();
	}

	void bad(const std::string &what)
	{
		std::string all;

		for (auto &l : log) all += "  " + l + "\n";
		std::printf("seed %u, thread %u: %s\n%s", seed_now, number, what.c_str(), all.c_str());
		std::fflush(stdout);
		if (what != "hangs" || number + 1 == w.actors) _exit(1);
	}
	template <typename... A> void say(const char *format, A... a)
	{
		char text[300];

		std::snprintf(text, sizeof text, format, a...);
		log.push_back(text);
		if (std::getenv("SAY")) std::fprintf(stderr, "%u: %s\n", number, text);
	}
	void expect(word is, word want, std::size_t n, const char *where)
	{
		if (is == want) return;
		char text[200];
		std::snprintf(text, sizeof text, "%s: word %zu is %u, not %u", where, n, is, want);
		bad(text);
	}
	/* Does now what the arrays see, or each time that the graph runs. */
	template <typename F> void model(F f)
	{
		if (recording) recording->push_back(f);
		else f();
	}

	/* ---- buffers ---- */
	void split(box &b, std::size_t n)
	{
		b.dims = 1 + static_cast<int>(r.below(3));
		if (b.dims == 1) b.rng[0] = n;
		else if (b.dims == 2) {
			b.rng[0] = std::size_t{1} << r.below(5);
			b.rng[1] = n / b.rng[0];
		} else {
			b.rng[0] = std::size_t{1} << r.below(3);
			b.rng[1] = std::size_t{1} << r.below(3);
			b.rng[2] = n / b.rng[0] / b.rng[1];
		}
	}
	void add_root()
	{
		auto made = std::make_unique<root>();
		root &o = *made;
		std::size_t n = std::size_t{32} << r.below(r.chance(10) ? 11 : 6);
		box b;
		int how = static_cast<int>(r.below(9));
		sycl::property_list p;

		if (r.chance(20)) n = 48;
		split(b, n);
		o.model.resize(n);
		for (auto &x : o.model) x = static_cast<word>(r.next());
		o.host = o.model;
		o.before = o.model;
		o.second.assign(n, 77);
		if (r.chance(25) && how < 5) p = {sycl::property::buffer::use_host_ptr()};
		with_dims(b.dims, [&](auto d) {
			constexpr int D = decltype(d)::value;
			using buffer = sycl::buffer<word, D>;
			std::optional<buffer> made_buffer;
			switch (how) {
			case 0: case 1:
				made_buffer.emplace(o.host.data(), rng<D>(b), p);
				o.expect_at = o.host.data();
				break;
			case 2:
				made_buffer.emplace(static_cast<const word *>(o.host.data()), rng<D>(b));
				o.unchanged = true;
				break;
			case 3:
				made_buffer.emplace(o.host.data(), rng<D>(b));
				made_buffer->set_write_back(false);
				o.unchanged = true;
				break;
			case 4:
				made_buffer.emplace(o.host.data(), rng<D>(b), p);
				made_buffer->set_final_data(o.second.data());
				o.expect_at = o.second.data();
				break;
			case 5:
				o.shared = std::shared_ptr<word[]>(new word[n]);
				std::copy(o.model.begin(), o.model.end(), o.shared.get());
				made_buffer.emplace(o.shared, rng<D>(b));
				o.expect_at = o.shared.get();
				break;
			case 6:
				made_buffer.emplace(rng<D>(b));
				made_buffer->set_final_data(o.second.begin());
				o.expect_at = o.second.data();
				break;
			default:
				made_buffer.emplace(rng<D>(b));
				o.in_graphs = true;
			}
			views.push_back(std::make_unique<view>(view{&o, 0, b, any_buffer(*made_buffer)}));
			say("buffer %p of %zu, %d dims, how %d", static_cast<void *>(&o), n, D, how);
			roots.push_back(std::move(made));
			if (how >= 6) {	/* no contents yet */
				view &v = *views.back();
				sycl::host_accessor a(v.get<D>(), sycl::write_only, sycl::no_init);
				for (std::size_t i = 0; i < n; i++) a[at<D>(rng<D>(b), sycl::id<D>(), i)] = o.model[i];
			}
		});
		while (r.chance(40)) add_view(o);
	}
	void add_view(root &o)
	{
		std::vector<view *> of;
		for (auto &v : views) if (v->of == &o) of.push_back(v.get());
		view &from = *of[r.below(static_cast<unsigned>(of.size()))];
		bool sub = from.all.dims == 1 && !from.sub && r.chance(70);

		with_dims(from.all.dims, [&](auto d) {
			constexpr int D = decltype(d)::value;
			if (sub && from.at == 0 && from.all.total() == o.model.size() && D == 1) {
				box b;
				std::size_t start = r.below(static_cast<unsigned>(from.all.rng[0] - 1));
				b.rng[0] = 1 + r.below(static_cast<unsigned>(from.all.rng[0] - start));
				if constexpr (D == 1) {
					sycl::buffer<word, 1> made(from.get<1>(), sycl::id<1>(start), sycl::range<1>(b.rng[0]));
					views.push_back(std::make_unique<view>(view{&o, start, b, any_buffer(made), true}));
				}
				say("sub-buffer of %p: %zu from %zu", static_cast<void *>(&o), b.rng[0], start);
			} else {
				box b;
				split(b, from.all.total());
				if (b.total() != from.all.total()) return;
				with_dims(b.dims, [&](auto e) {
					constexpr int E = decltype(e)::value;
					auto made = from.get<D>().template reinterpret<word, E>(rng<E>(b));
					views.push_back(std::make_unique<view>(view{&o, from.at, b, any_buffer(made), from.sub}));
				});
				say("view of %p: %d dims", static_cast<void *>(&o), b.dims);
			}
		});
	}
	void drop_root()
	{
		if (roots.size() < 3) return;
		unsigned n = r.below(static_cast<unsigned>(roots.size()));
		root &o = *roots[n];
		if (o.tainted || o.users || is_held(&o) || (w.actors > 1 && !holds.empty())) return;
		if (!o.expect_at && !holds.empty()) return;
		say("drop %p", static_cast<void *>(&o));
		std::vector<std::unique_ptr<view>> dropped;
		for (auto &v : views) if (v->of == &o) dropped.push_back(std::move(v));
		views.erase(std::remove(views.begin(), views.end(), nullptr), views.end());
		while (!dropped.empty()) {
			unsigned i = r.below(static_cast<unsigned>(dropped.size()));
			dropped.erase(dropped.begin() + i);
		}
		check_end(o);
		roots.erase(roots.begin() + n);
	}
	void check_end(root &o)
	{
		for (std::size_t i = 0; o.expect_at && i < o.model.size(); i++) expect(o.expect_at[i], o.model[i], i, "written back");
		for (std::size_t i = 0; o.unchanged && i < o.model.size(); i++) expect(o.host[i], o.before[i], i, "not to be written back");
	}
	bool is_held(const root *o) const
	{
		return std::any_of(holds.begin(), holds.end(), [&](const held &h) { return h.of == o; });
	}
	bool held_against(const root *o, bool writes) const
	{
		return std::any_of(holds.begin(), holds.end(), [&](const held &h) { return h.of == o && (writes || h.writes); });
	}
	view &any_view()
	{
		for (;;) {
			view &v = *views[r.below(static_cast<unsigned>(views.size()))];
			if (!recording || v.of->in_graphs) return v;
		}
	}
	bool graph_views() const
	{
		return std::any_of(views.begin(), views.end(), [](auto &v) { return v->of->in_graphs; });
	}
	box any_box(const view &v)
	{
		box b = v.all;

		if (r.chance(40)) return b;
		for (int i = 0; i < b.dims; i++) {
			b.off[i] = r.below(static_cast<unsigned>(b.rng[i]));
			b.rng[i] = 1 + r.below(static_cast<unsigned>(b.rng[i] - b.off[i]));
		}
		return b;
	}

	/* ---- submission ---- */
	struct order {
		std::vector<std::pair<root *, bool>> roots;
		std::vector<std::pair<cell *, bool>> cells;
		bool kernel = false;
	};
	std::vector<mark> *graph_marks(cell *) { return nullptr; }
	int any_queue(const order &o)
	{
		for (;;) {
			int q = static_cast<int>(r.below(static_cast<unsigned>(w.queues.size())));
			if ((o.cells.empty() || w.queues[q].main) && (!o.kernel || w.queues[q].kernels)) return q;
		}
	}
	std::vector<sycl::event> needs(const order &o, int q)
	{
		std::vector<sycl::event> list;
		bool omit = q >= 0 && w.queues[q].queue.is_in_order() && r.chance(60);

		for (auto &[c, writes] : o.cells) {
			for (auto &m : c->writers) if (!(omit && m.queue == q)) list.push_back(m.event);
			if (writes) for (auto &m : c->readers) if (!(omit && m.queue == q)) list.push_back(m.event);
		}
		return list;
	}
	void note(const order &o, int q, const sycl::event &e)
	{
		bool taint = q >= 0 && queue_tainted[q];

		for (auto &[c, writes] : o.cells) {
			taint |= c->tainted;
			if (writes) {
				c->writers.assign(1, mark{e, q});
				c->readers.clear();
			} else
				c->readers.push_back(mark{e, q});
		}
		for (auto &[t, writes] : o.roots) taint |= t->tainted || held_against(t, writes);
		if (!taint) {
			if (events.size() < 100) events.push_back(e);
			return;
		}
		for (auto &[c, writes] : o.cells) c->tainted = 1;
		for (auto &[t, writes] : o.roots) t->tainted = 1;
		if (q >= 0) queue_tainted[q] = true;
	}
	sycl::queue *record_queue = nullptr;
	struct boom {};
	/* Submits the group, sometimes after one that throws. */
	template <typename Group> void submit(const order &o, Group group)
	{
		int q = record_queue ? -2 : any_queue(o);
		sycl::queue &queue = record_queue ? *record_queue : w.queues[q].queue;
		std::vector<sycl::event> list;

		if (!(record_queue && queue.is_in_order())) list = needs(o, q);
		if (r.chance(6)) {
			bool late = r.chance(70);
			say("a group that throws");
			try {
				queue.submit([&](sycl::handler &h) {
					h.depends_on(list);
					if (late) group(h);
					throw boom();
				});
				bad("no exception");
			} catch (const boom &) {
			}
		}
		bool barrier = !record_queue && !list.empty() && r.chance(20);
		if (barrier) queue.ext_oneapi_submit_barrier(list);
		say("  queue %d%s, %zu events%s", q, queue.is_in_order() ? " in order" : "", list.size(), barrier ? " (barrier)" : "");
		sycl::event e = queue.submit([&](sycl::handler &h) {
			if (!barrier && !list.empty()) {
				if (r.chance(50)) h.depends_on(list);
				else for (auto &x : list) h.depends_on(x);
			}
			group(h);
		});
		note(o, q, e);
	}

	/* ---- commands on buffers ---- */
	template <access_mode M, int D> auto access(view &v, const box &b, sycl::handler &h, bool fresh, int how)
	{
		using accessor = sycl::accessor<word, D, M, sycl::target::device>;
		sycl::property_list p;

		if (fresh) p = {sycl::no_init};
		if (how == 0) {
			accessor a(v.get<D>(), rng<D>(b), off<D>(b), p);
			h.require(a);
			return a;
		}
		if (how == 1 && b.total() == v.all.total()) return accessor(v.get<D>(), h, p);
		return accessor(v.get<D>(), h, rng<D>(b), off<D>(b), p);
	}
	template <access_mode M, int D, int S>
	void kernel_of(view &d, box db, view &s, box sb, bool fresh)
	{
		int op = static_cast<int>(r.below(5)), how = static_cast<int>(r.below(3)), form = static_cast<int>(r.below(4));
		word k = static_cast<word>(r.next());
		bool part = M == access_mode::write && !fresh;
		order o{{{d.of, true}, {s.of, false}}, {}, true};
		if (record_queue && !w.queues[0].kernels) return;

		say("kernel %p[%zu+%zu] dims %d mode %d fresh %d <- %p[%zu+%zu] dims %d op %d form %d", static_cast<void *>(d.of), db.off[0],
			db.rng[0], D, static_cast<int>(M), fresh, static_cast<void *>(s.of), sb.off[0], sb.rng[0], S, op, form);
		submit(o, [&](sycl::handler &h) {
			auto from = access<access_mode::read, S>(s, sb, h, false, how);
			auto to = access<M, D>(d, db, h, fresh, how);
			sycl::range<D> dr = rng<D>(db);
			sycl::range<S> sr = rng<S>(sb);
			sycl::id<D> doff = off<D>(db);
			sycl::id<S> soff = off<S>(sb);
			std::size_t stotal = sb.total(), dtotal = db.total();
			auto one = [=](std::size_t n) {
				if (part && n % 3 == 1) return;
				word &x = const_cast<word &>(to[at<D>(dr, doff, n)]);
				word v = M == access_mode::write ? 9 : x;
				x = compute(op, v, from[at<S>(sr, soff, n % stotal)], n, k);
			};
			if (form == 0) h.parallel_for(dr, [=](sycl::item<D> it) { one(it.get_linear_id()); });
			else if (form == 1) h.single_task([=] { for (std::size_t n = 0; n < dtotal; n++) one(n); });
			else if (form == 2) h.parallel_for(sycl::nd_range<1>((dtotal + 7) / 8 * 8, 8), [=](sycl::nd_item<1> it) {
				if (it.get_global_id(0) < dtotal) one(it.get_global_id(0));
			});
			else h.parallel_for(sycl::range<1>(dtotal), [=](sycl::id<1> i) { one(i[0]); });
		});
		root *to = d.of, *from = s.of;
		view dv{d}, sv{s};
		struct where { std::size_t d, s; };
		model([=, dv = std::make_shared<view>(view{to, d.at, d.all, sycl::buffer<word, 1>(1)}),
			  sv = std::make_shared<view>(view{from, s.at, s.all, sycl::buffer<word, 1>(1)})] {
			words old = from->model;
			for (std::size_t n = 0; n < db.total(); n++) {
				if (part && n % 3 == 1) continue;
				word &x = to->model[dv->place(db, n)];
				x = compute(op, M == access_mode::write ? 9 : x, old[sv->place(sb, n % sb.total())], n, k);
			}
		});
	}
	bool apart(const view &a, const box &ab, const view &b, const box &bb) const
	{
		return a.of != b.of || a.place(ab, ab.total() - 1) < b.place(bb, 0) || b.place(bb, bb.total() - 1) < a.place(ab, 0);
	}
	void kernel()
	{
		view &d = any_view(), &s = any_view();
		box db = any_box(d), sb = any_box(s);

		if (!apart(d, db, s, sb)) return;
		with_dims(d.all.dims, [&](auto D) {
			with_dims(s.all.dims, [&](auto S) {
				constexpr int dd = decltype(D)::value, ss = decltype(S)::value;
				if (r.chance(50)) kernel_of<access_mode::read_write, dd, ss>(d, db, s, sb, false);
				else kernel_of<access_mode::write, dd, ss>(d, db, s, sb, r.chance(60));
			});
		});
	}
	void host_task()
	{
		view &d = any_view(), &s = any_view();
		box db = any_box(d), sb = any_box(s);
		word k = static_cast<word>(r.next());
		bool with_handle = r.chance(30), slow = r.chance(20);

		if (!apart(d, db, s, sb)) return;
		say("host task %p <- %p", static_cast<void *>(d.of), static_cast<void *>(s.of));
		with_dims(d.all.dims, [&](auto DD) {
			with_dims(s.all.dims, [&](auto SS) {
				constexpr int D = decltype(DD)::value, S = decltype(SS)::value;
				submit({{{d.of, true}, {s.of, false}}, {}}, [&](sycl::handler &h) {
					sycl::accessor to(d.get<D>(), h, rng<D>(db), off<D>(db), sycl::read_write_host_task);
					sycl::accessor from(s.get<S>(), h, rng<S>(sb), off<S>(sb), sycl::read_only_host_task);
					auto work = [=] {
						if (slow) usleep(1000);
						for (std::size_t n = 0; n < db.total(); n++) {
							word &x = to[at<D>(rng<D>(db), off<D>(db), n)];
							x = compute(2, x, from[at<S>(rng<S>(sb), off<S>(sb), n % sb.total())], n, k);
						}
					};
					if (with_handle) h.host_task([=](sycl::interop_handle) { work(); });
					else h.host_task(work);
				});
			});
		});
		root *to = d.of, *from = s.of;
		model([=, dv = std::make_shared<view>(view{to, d.at, d.all, sycl::buffer<word, 1>(1)}),
			  sv = std::make_shared<view>(view{from, s.at, s.all, sycl::buffer<word, 1>(1)})] {
			words old = from->model;
			for (std::size_t n = 0; n < db.total(); n++) {
				word &x = to->model[dv->place(db, n)];
				x = compute(2, x, old[sv->place(sb, n % sb.total())], n, k);
			}
		});
	}
	void fill()
	{
		view &d = any_view();
		box b = any_box(d);
		word k = static_cast<word>(r.next());

		if (r.chance(30)) k = 0x01010101u * (k & 255);
		say("fill %p[%zu+%zu] dims %d", static_cast<void *>(d.of), b.off[0], b.rng[0], d.all.dims);
		with_dims(d.all.dims, [&](auto DD) {
			constexpr int D = decltype(DD)::value;
			submit({{{d.of, true}}, {}}, [&](sycl::handler &h) { h.fill(access<access_mode::write, D>(d, b, h, true, 2), k); });
		});
		model([=, to = d.of, dv = std::make_shared<view>(view{d.of, d.at, d.all, sycl::buffer<word, 1>(1)})] {
			for (std::size_t n = 0; n < b.total(); n++) to->model[dv->place(b, n)] = k;
		});
	}
	void copy()
	{
		view &s = any_view(), &d = any_view();
		box sb = any_box(s), db = any_box(d);

		if (s.all.dims != d.all.dims) return;
		for (int i = 0; i < s.all.dims; i++) sb.rng[i] = db.rng[i] = std::min(sb.rng[i], db.rng[i]);
		if (!apart(s, sb, d, db)) return;
		say("copy %p[%zu+%zu] <- %p[%zu+%zu] dims %d", static_cast<void *>(d.of), db.off[0], db.rng[0], static_cast<void *>(s.of), sb.off[0],
			sb.rng[0], d.all.dims);
		bool fresh = r.chance(50);
		with_dims(d.all.dims, [&](auto DD) {
			constexpr int D = decltype(DD)::value;
			submit({{{d.of, true}, {s.of, false}}, {}}, [&](sycl::handler &h) {
				h.copy(access<access_mode::read, D>(s, sb, h, false, 2), access<access_mode::write, D>(d, db, h, fresh, 2));
			});
		});
		model([=, to = d.of, from = s.of, dv = std::make_shared<view>(view{d.of, d.at, d.all, sycl::buffer<word, 1>(1)}),
			  sv = std::make_shared<view>(view{s.of, s.at, s.all, sycl::buffer<word, 1>(1)})] {
			words old = from->model;
			for (std::size_t n = 0; n < db.total(); n++) to->model[dv->place(db, n)] = old[sv->place(sb, n)];
		});
	}
	void update_host()
	{
		view &d = any_view();
		if (recording) return;
		say("update_host %p", static_cast<void *>(d.of));
		with_dims(d.all.dims, [&](auto DD) {
			constexpr int D = decltype(DD)::value;
			submit({{{d.of, false}}, {}}, [&](sycl::handler &h) { h.update_host(access<access_mode::read, D>(d, d.all, h, false, 1)); });
		});
	}
	void reduction()
	{
		view &s = any_view();
		std::size_t total = s.all.total();
		bool init = r.chance(50), by_usm = r.chance(50);
		cell *c = nullptr;
		view *d = nullptr;

		if (by_usm) {
			c = &any_cell();
			if (c->kind == cell::PLAIN) return;
		} else {
			d = &any_view();
			if (d->of == s.of || d->all.dims != 1 || d->sub) return;
			/* a buffer of one element: a sub-buffer */
		}
		say("reduction of %p to %p", static_cast<void *>(s.of), d ? static_cast<void *>(d->of) : static_cast<void *>(c));
		sycl::property_list p;
		if (init) p = {sycl::property::reduction::initialize_to_identity()};
		order o;
		o.kernel = true;
		if ((record_queue || c) && !w.queues[0].kernels) return;
		o.roots.push_back({s.of, false});
		if (d) o.roots.push_back({d->of, true});
		else o.cells.push_back({c, true});
		with_dims(s.all.dims, [&](auto SS) {
			constexpr int S = decltype(SS)::value;
			std::optional<sycl::buffer<word, 1>> target;
			if (d) target.emplace(d->get<1>(), sycl::id<1>(d->all.rng[0] / 2), sycl::range<1>(1));
			submit(o, [&](sycl::handler &h) {
				auto from = access<access_mode::read, S>(s, s.all, h, false, 2);
				auto kernel = [=](sycl::id<S> i, auto &sum) { sum += from[i]; };
				if (d) h.parallel_for(rng<S>(s.all), sycl::reduction(*target, h, sycl::plus<word>(), p), kernel);
				else h.parallel_for(rng<S>(s.all), sycl::reduction(c->p, sycl::plus<word>(), p), kernel);
			});
		});
		model([=, to = d ? d->of : nullptr, from = s.of, place = d ? d->at + d->all.rng[0] / 2 : 0, sat = s.at] {
			word sum = 0;
			for (std::size_t n = 0; n < total; n++) sum += from->model[sat + n];
			word &x = to ? to->model[place] : c->model[0];
			x = init ? sum : x + sum;
		});
	}

	/* ---- allocations ---- */
	void add_cell()
	{
		auto made = std::make_unique<cell>();
		sycl::queue &q = w.queues[0].queue;
		std::size_t n = std::size_t{16} << r.below(r.chance(10) ? 12 : 6);

		made->kind = static_cast<decltype(made->kind)>(r.below(4));
		if (made->kind == cell::DEVICE) made->p = sycl::malloc_device<word>(n, q);
		else if (made->kind == cell::HOST) made->p = sycl::malloc_host<word>(n, q);
		else if (made->kind == cell::SHARED) made->p = sycl::malloc_shared<word>(n, q);
		else made->p = static_cast<word *>(std::malloc(n * sizeof(word)));
		made->model.resize(n);
		for (auto &x : made->model) x = static_cast<word>(r.next());
		q.memcpy(made->p, made->model.data(), n * sizeof(word)).wait();
		cells.push_back(std::move(made));
	}
	cell &any_cell() { return *cells[r.below(static_cast<unsigned>(cells.size()))]; }
	void cell_copy()
	{
		cell &d = any_cell(), &s = any_cell();
		if (&d == &s) return;
		std::size_t n = 1 + r.below(static_cast<unsigned>(std::min(d.model.size(), s.model.size())));
		std::size_t from = r.below(static_cast<unsigned>(s.model.size() - n + 1)), to = r.below(static_cast<unsigned>(d.model.size() - n + 1));
		bool typed = r.chance(50);

		say("cell copy %p+%zu <- %p+%zu, %zu", static_cast<void *>(&d), to, static_cast<void *>(&s), from, n);
		submit({{}, {{&d, true}, {&s, false}}}, [&](sycl::handler &h) {
			if (typed) h.copy(static_cast<const word *>(s.p) + from, d.p + to, n);
			else h.memcpy(d.p + to, s.p + from, n * sizeof(word));
		});
		model([=, d = &d, s = &s] { std::copy_n(s->model.begin() + from, n, d->model.begin() + to); });
	}
	void cell_fill()
	{
		cell &d = any_cell();
		if (d.kind == cell::PLAIN) return;
		std::size_t n = 1 + r.below(static_cast<unsigned>(d.model.size())), to = r.below(static_cast<unsigned>(d.model.size() - n + 1));
		word k = static_cast<word>(r.next());
		bool set = r.chance(50);

		if (set) k = 0x01010101u * (k & 255);
		say("cell fill %p+%zu, %zu", static_cast<void *>(&d), to, n);
		submit({{}, {{&d, true}}}, [&](sycl::handler &h) {
			if (set) h.memset(d.p + to, static_cast<int>(k & 255), n * sizeof(word));
			else h.fill(d.p + to, k, n);
		});
		model([=, d = &d] { std::fill_n(d->model.begin() + to, n, k); });
	}
	void cell_kernel()
	{
		cell &d = any_cell(), &s = any_cell();
		if (d.kind == cell::PLAIN || s.kind == cell::PLAIN || &d == &s) return;
		std::size_t n = d.model.size(), m = s.model.size();
		word k = static_cast<word>(r.next());
		int op = static_cast<int>(r.below(5));
		bool host = r.chance(w.queues[0].kernels ? 25 : 100) && d.kind != cell::DEVICE && s.kind != cell::DEVICE, slow = r.chance(20);

		if (!host && !w.queues[0].kernels) return;
		say("cell %s %p <- %p", host ? "host task" : "kernel", static_cast<void *>(&d), static_cast<void *>(&s));
		submit({{}, {{&d, true}, {&s, false}}}, [&, d = d.p, s = s.p](sycl::handler &h) {
			if (host) h.host_task([=] {
				if (slow) usleep(2000);
				for (std::size_t i = 0; i < n; i++) d[i] = compute(op, d[i], s[i % m], i, k);
			});
			else h.parallel_for(n, [=](sycl::id<1> i) { d[i] = compute(op, d[i], s[i % m], i, k); });
		});
		model([=, d = &d, s = &s] { for (std::size_t i = 0; i < n; i++) d->model[i] = compute(op, d->model[i], s->model[i % m], i, k); });
	}
	/* Between a buffer and an allocation. */
	void cross()
	{
		cell &c = any_cell();
		view &v = any_view();
		box b = any_box(v);
		bool out = r.chance(50);

		if (b.total() > c.model.size()) return;
		say("%p[%zu+%zu] dims %d %s %p", static_cast<void *>(v.of), b.off[0], b.rng[0], v.all.dims, out ? "->" : "<-", static_cast<void *>(&c));
		with_dims(v.all.dims, [&](auto VV) {
			constexpr int D = decltype(VV)::value;
			submit({{{v.of, !out}}, {{&c, out}}}, [&](sycl::handler &h) {
				if (out) h.copy(access<access_mode::read, D>(v, b, h, false, 2), c.p);
				else h.copy(static_cast<const word *>(c.p), access<access_mode::write, D>(v, b, h, false, 2));
			});
		});
		model([=, c = &c, of = v.of, vv = std::make_shared<view>(view{v.of, v.at, v.all, sycl::buffer<word, 1>(1)})] {
			for (std::size_t n = 0; n < b.total(); n++) {
				word &x = of->model[vv->place(b, n)];
				if (out) c->model[n] = x;
				else x = c->model[n];
			}
		});
	}

	/* ---- the host ---- */
	template <int D> void host_access_of(view &v, box b, bool writes, bool keep)
	{
		auto want = std::make_shared<words>();
		word k = static_cast<word>(r.next());
		auto a = std::make_shared<sycl::host_accessor<word, D, access_mode::read_write>>();
		auto c = std::make_shared<sycl::host_accessor<word, D, access_mode::read>>();

		if (writes) *a = sycl::host_accessor<word, D, access_mode::read_write>(v.get<D>(), rng<D>(b), off<D>(b));
		else *c = sycl::host_accessor<word, D, access_mode::read>(v.get<D>(), rng<D>(b), off<D>(b));
		for (std::size_t n = 0; n < b.total(); n++) {
			word &x = v.of->model[v.place(b, n)];
			want->push_back(x);
			if (writes) x = x * 7 + k + static_cast<word>(n);
		}
		char name[60];
		std::snprintf(name, sizeof name, "host accessor of %p at %zu+%zu,%zu,%zu", static_cast<void *>(v.of), v.at, b.off[0], b.off[1], b.off[2]);
		auto finish = [=, this]() mutable {
			for (std::size_t n = 0; n < b.total(); n++) {
				auto i = at<D>(rng<D>(b), off<D>(b), n);
				expect(writes ? (*a)[i] : static_cast<word>((*c)[i]), (*want)[n], n, name);
				if (writes) (*a)[i] = (*a)[i] * 7 + k + static_cast<word>(n);
			}
			a.reset();
			c.reset();
		};
		if (!keep) return finish();
		holds.push_back({v.of, writes, finish});
	}
	void host_access()
	{
		view &v = any_view();
		bool writes = r.chance(50), keep = r.chance(60) && holds.size() < 3;

		if (!holds.empty() && (w.actors > 1 || v.of->tainted || held_against(v.of, writes))) return;
		say("host accessor of %p, writes %d, kept %d", static_cast<void *>(v.of), writes, keep);
		box b = any_box(v);
		with_dims(v.all.dims, [&](auto D) { host_access_of<decltype(D)::value>(v, b, writes, keep); });
	}
	void release()
	{
		while (!holds.empty()) {
			unsigned n = r.below(static_cast<unsigned>(holds.size()));
			say("end of the host accessor of %p", static_cast<void *>(holds[n].of));
			auto finish = std::move(holds[n].finish);
			holds.erase(holds.begin() + n);
			finish();
		}
		for (auto &o : roots) o->tainted = 0;
		for (auto &c : cells) c->tainted = 0;
		queue_tainted.assign(w.queues.size(), false);
	}
	void wait_some()
	{
		if (!holds.empty()) return;
		int q = static_cast<int>(r.below(static_cast<unsigned>(w.queues.size())));
		if (r.chance(50)) {
			say("wait for queue %d", q);
			w.queues[q].queue.wait();
		} else if (r.chance(50) && !events.empty()) {
			say("wait for an event");
			events[r.below(static_cast<unsigned>(events.size()))].wait();
		} else {
			cell &c = any_cell();
			say("look at %p", static_cast<void *>(&c));
			for (auto &m : c.writers) m.event.wait();
			if (c.kind != cell::DEVICE)
				for (std::size_t i = 0; i < c.model.size(); i++) expect(c.p[i], c.model[i], i, "allocation");
		}
	}
	void barrier()
	{
		int q = static_cast<int>(r.below(static_cast<unsigned>(w.queues.size())));
		say("barrier on %d", q);
		sycl::event e = w.queues[q].queue.ext_oneapi_submit_barrier();
		if (!queue_tainted[q] && holds.empty()) events.push_back(e);
	}

	/* ---- graphs ---- */
	void graph()
	{
		if (recording) return;
		sycl::queue &first = w.queues[0].queue;
		bool in_order = r.chance(50);
		sycl::queue q(first.get_context(), first.get_device(),
			      in_order ? sycl::property_list{sycl::property::queue::in_order()} : sycl::property_list{});
		graphs::command_graph g(first.get_context(), first.get_device(),
				{graphs::property::graph::assume_buffer_outlives_graph()});
		std::vector<std::function<void()>> steps;
		std::vector<std::vector<mark>> writers, readers;
		order all;

		for (auto &c : cells) {
			writers.push_back(std::move(c->writers));
			readers.push_back(std::move(c->readers));
			c->writers.clear();
			c->readers.clear();
		}
		say("begin of a graph%s", in_order ? ", in order" : "");
		g.begin_recording(q);
		recording = &steps;
		record_queue = &q;
		auto was_tainted = queue_tainted;
		std::vector<int> root_taint, cell_taint;
		for (auto &o : roots) root_taint.push_back(o->tainted);
		for (auto &c : cells) cell_taint.push_back(c->tainted);
		auto old_events = events;
		unsigned n = 1 + r.below(12);
		for (unsigned i = 0; i < n; i++) command(graph_views() ? r.below(60) : 30 + r.below(30));
		events = old_events;
		g.end_recording(q);
		say("end of the graph");
		recording = nullptr;
		record_queue = nullptr;
		for (std::size_t i = 0; i < roots.size(); i++) roots[i]->tainted = root_taint[i];
		for (std::size_t i = 0; i < cells.size(); i++) {
			cells[i]->tainted = cell_taint[i];
			cells[i]->writers = writers[i];
			cells[i]->readers = readers[i];
			all.cells.push_back({cells[i].get(), true});
		}
		for (auto &o : roots) if (o->in_graphs) all.roots.push_back({o.get(), true});
		auto run = g.finalize();
		unsigned times = r.below(4);
		for (unsigned t = 0; t < times; t++) {
			say("run of the graph");
			submit(all, [&](sycl::handler &h) { h.ext_oneapi_graph(run); });
			for (auto &s : steps) s();
			for (unsigned i = r.below(4); i; i--) command(r.below(60));
		}
		if (r.chance(50)) {
			if (holds.empty()) for (auto &p : w.queues) if (w.actors == 1) p.queue.wait();
		}
	}

	/* ---- less usual ones ---- */
	std::vector<std::thread> waiters;

	void hint()
	{
		cell &c = any_cell();
		bool prefetch = r.chance(50);

		if (c.kind == cell::PLAIN) return;
		say("%s %p", prefetch ? "prefetch" : "mem_advise", static_cast<void *>(&c));
		submit({{}, {{&c, false}}}, [&](sycl::handler &h) {
			if (prefetch) h.prefetch(c.p, c.model.size() * sizeof(word));
			else h.mem_advise(c.p, c.model.size() * sizeof(word), 0);
		});
	}
	void plane()
	{
		cell &d = any_cell(), &s = any_cell();
		if (&d == &s || recording) return;
		unsigned most = static_cast<unsigned>(std::min(d.model.size(), s.model.size()));
		std::size_t to = 1 + r.below(most), from = 1 + r.below(most), width = 1 + r.below(static_cast<unsigned>(std::min(to, from)));
		std::size_t height = std::min(d.model.size() / to, s.model.size() / from);
		bool fills = r.chance(50);
		word k = static_cast<word>(r.next());

		if (fills && d.kind == cell::PLAIN) return;
		say("plane %p pitch %zu <- %p pitch %zu: %zu x %zu", static_cast<void *>(&d), to, static_cast<void *>(&s), from, width, height);
		submit({{}, {{&d, true}, {&s, false}}}, [&](sycl::handler &h) {
			if (fills) h.ext_oneapi_fill2d(d.p, to, k, width, height);
			else h.ext_oneapi_copy2d(static_cast<const word *>(s.p), from, d.p, to, width, height);
		});
		for (std::size_t n = 0; n < width * height; n++)
			d.model[n / width * to + n % width] = fills ? k : s.model[n / width * from + n % width];
	}
	/* A host task that submits to a queue of its own, which ends with it. */
	void nested()
	{
		cell &d = any_cell(), &s = any_cell();
		if (&d == &s || d.kind == cell::PLAIN || s.kind == cell::PLAIN) return;
		std::size_t n = std::min(d.model.size(), s.model.size());
		word k = static_cast<word>(r.next());
		bool waits_for_queue = r.chance(50);
		sycl::queue main = w.queues[0].queue;

		say("nested %p <- %p", static_cast<void *>(&d), static_cast<void *>(&s));
		submit({{}, {{&d, true}, {&s, false}}}, [&, d = d.p, s = s.p](sycl::handler &h) {
			h.host_task([=] {
				sycl::queue own(main.get_context(), main.get_device());
				sycl::event e = own.fill(d, k, n / 2, own.memcpy(d, s, n * sizeof(word)));
				if (waits_for_queue) own.wait();
				else e.wait();
			});
		});
		model([=, d = &d, s = &s] {
			std::copy_n(s->model.begin(), n, d->model.begin());
			std::fill_n(d->model.begin(), n / 2, k);
		});
	}
	void other_thread()
	{
		if (recording || events.empty() || waiters.size() > 4) return;
		sycl::event e = events[r.below(static_cast<unsigned>(events.size()))];
		bool asks = r.chance(30);

		say("another thread waits for an event");
		waiters.emplace_back([=]() mutable {
			using status = sycl::info::event::command_execution_status;
			while (asks && e.get_info<status>() != sycl::info::event_command_status::complete) usleep(50);
			e.wait();
		});
	}

	void command(unsigned what)
	{
		if (r.chance(4)) hint();
		else if (r.chance(5)) plane();
		else if (r.chance(5)) nested();
		else if (r.chance(3)) other_thread();
		else usual(what);
	}
	void usual(unsigned what)
	{
		if (what < 14) kernel();
		else if (what < 17) host_task();
		else if (what < 20) fill();
		else if (what < 24) copy();
		else if (what < 27) cross();
		else if (what < 29) reduction();
		else if (what < 30) update_host();
		else if (what < 39) cell_copy();
		else if (what < 45) cell_fill();
		else if (what < 60) cell_kernel();
		else if (what < 70) host_access();
		else if (what < 78) release();
		else if (what < 84) wait_some();
		else if (what < 88) barrier();
		else if (what < 91) graph();
		else if (what < 95) drop_root();
		else if (holds.empty()) {
			if (roots.size() < 8) add_root();
			if (cells.size() < 10) add_cell();
		}
	}
	void end()
	{
		release();
		for (auto &t : waiters) t.join();
		for (auto &c : cells) {
			for (auto &m : c->writers) m.event.wait();
			words is(c->model.size());
			sycl::queue(w.queues[0].queue).memcpy(is.data(), c->p, is.size() * sizeof(word)).wait();
			for (std::size_t i = 0; i < is.size(); i++) expect(is[i], c->model[i], i, "allocation in the end");
		}
		for (auto &v : views) {
			box b = v->all;
			with_dims(b.dims, [&](auto D) { host_access_of<decltype(D)::value>(*v, b, false, false); });
		}
		views.clear();
		for (auto &o : roots) check_end(*o);
		for (auto &c : cells) for (auto &m : c->readers) m.event.wait();
		for (auto &c : cells) {
			if (c->kind == cell::PLAIN) std::free(c->p);
			else sycl::free(c->p, w.queues[0].queue);
		}
	}
	void go(unsigned count)
	{
		for (int i = 0; i < 4; i++) add_root();
		for (int i = 0; i < 6; i++) add_cell();
		const char *keep = std::getenv("KEEP");
		const std::uint64_t first = r.state;
		for (unsigned i = 0; i < count; i++) {
			if (keep && i < std::strlen(keep) && keep[i] == '0') continue;
			/* so that a command is the same without those before it */
			r.state = (first + i * 0x9e3779b97f4a7c15ULL) | 1;
			for (int skip = 0; skip < 3; skip++) r.next();
			command(r.below(100));
		}
		end();
	}
};

static std::vector<std::unique_ptr<actor>> *all_actors;

static void on_alarm(int)
{
	for (auto &a : *all_actors) a->bad("hangs");
}

static void run_seed(unsigned seed, unsigned count)
{
	numbers r{(seed + 1) * 0x9e3779b97f4a7c15ULL};
	world w;
	std::vector<sycl::device> devices = sycl::device::get_devices();
	sycl::device device = devices[std::getenv("MAIN") ? std::atoi(std::getenv("MAIN")) % devices.size() : 0];
	bool many = std::getenv("MANY");
	sycl::context main(device);
	std::vector<std::thread> threads;

	seed_now = seed;
	for (int i = 0; i < 5; i++) r.next();
	for (unsigned i = 0; i < (many ? 8 : 5); i++) {
		sycl::property_list p;
		bool same = i < 3 || r.chance(many ? 20 : 50);
		sycl::device d = device;
		if (r.chance(50)) p = {sycl::property::queue::in_order()};
		if (many && !same) d = devices[r.below(static_cast<unsigned>(devices.size()))];
		else if (!same && device.get_info<sycl::info::device::partition_max_sub_devices>() > 1)
			d = device.create_sub_devices<sycl::info::partition_property::partition_equally>(1)[r.below(2)];
		w.queues.push_back({same ? sycl::queue(main, d, p) : sycl::queue(d, p), same,
			d.get_backend() != sycl::backend::ext_oneapi_cuda && d.get_backend() != sycl::backend::ext_oneapi_hip});
	}
	if (many) w.queues.push_back({sycl::queue(devices[0]), false, true});
	w.actors = r.chance(60) ? 1 : 2 + r.below(2);
	std::vector<std::unique_ptr<actor>> actors;
	all_actors = &actors;
	signal(SIGALRM, on_alarm);
	alarm(20);
	for (unsigned i = 0; i < w.actors; i++) actors.push_back(std::make_unique<actor>(w, r.next() * 977 + 1, i));
	for (unsigned i = 1; i < w.actors; i++) threads.emplace_back([&, i] { actors[i]->go(count); });
	actors[0]->go(count);
	for (auto &t : threads) t.join();
}

int main(int argc, char **argv)
{
	unsigned first = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1, count = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 80;
	unsigned last = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : first;

	for (; first <= last; first++) {
		if (std::getenv("SEEDS")) std::fprintf(stderr, "%u\n", first);
		run_seed(first, count);
	}
	std::puts("right");
}
