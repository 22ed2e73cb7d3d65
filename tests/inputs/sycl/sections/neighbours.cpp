/* 4.9.1: memory beside that of other work-items: tables of few elements, rows and records of each one's own, scans in local memory. */
#include <sycl/sycl.hpp>

#include <cstddef>

#include "../check.hpp"

using namespace sycl;

struct record {
	float x, y, z, w;
};

/* What the work-items compute; those of one group follow each other in memory. */
struct results {
	unsigned table, row, scan, local;
	float fields;
};

struct memory {
	const unsigned *numbers, *table;
	const record *records;
	results *out;
	unsigned items, far, length;
};

static unsigned row_sum(const memory &m, std::size_t item)
{
	unsigned sum = 0;

	for (unsigned k = 1; k < m.length; k++)
		sum = sum * 3 + m.numbers[item * m.length + k] * m.table[k & 3];
	return sum;
}

template <int Dimensions>
static void launch(queue &q, const memory &m, range<Dimensions> global, range<Dimensions> local)
{
	q.submit([&](handler &h) {
		local_accessor<unsigned, 1> part(local.size(), h);

		h.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions> it) {
			const unsigned item = it.get_global_linear_id(), i = it.get_local_linear_id(), x = it.get_local_id(Dimensions - 1);
			const record &record = m.records[m.numbers[item] % m.items];
			results &out = m.out[item];

			out.table = m.numbers[item + m.far] + m.table[x & 3] * 3 + m.table[i & 7];
			out.row = row_sum(m, item);
			out.fields = record.x + record.y * 2 + record.z * 3 + record.w;
			part[i] = m.numbers[item];
			group_barrier(it.get_group());
			for (unsigned step = 1; step < 256; step *= 2) {
				const unsigned other = i >= step ? part[i - step] : 0;

				group_barrier(it.get_group());
				part[i] += other;
				group_barrier(it.get_group());
			}
			out.scan = part[i];
			out.local = i;
		});
	}).wait();
}

template <int Dimensions>
static void run(queue &q, range<Dimensions> global, range<Dimensions> local)
{
	const unsigned items = global.size(), length = 29;
	unsigned *numbers = malloc_shared<unsigned>(items * length + 64, q), *table = malloc_shared<unsigned>(8, q);
	record *records = malloc_shared<record>(items, q);
	results *out = malloc_shared<results>(items, q);
	const memory m = { numbers, table, records, out, items, 37, length };

	for (std::size_t i = 0; i < items * length + 64; i++)
		numbers[i] = static_cast<unsigned>(i * 2654435761u) >> 7;
	for (unsigned i = 0; i < 8; i++)
		table[i] = 100 * i + 1;
	for (unsigned i = 0; i < items; i++)
		records[i] = { float(i), float(i % 13), 3, float(i % 11) };
	launch(q, m, global, local);
	/* In one dimension the work-items of a group are neighbours. */
	for (unsigned i = 0, sum = 0; i < items; i++) {
		const record &record = records[numbers[i] % items];
		const unsigned x = out[i].local % local[Dimensions - 1];

		check(out[i].table == numbers[i + m.far] + table[x & 3] * 3 + table[out[i].local & 7]);
		check(out[i].row == row_sum(m, i));
		check(out[i].fields == record.x + record.y * 2 + record.z * 3 + record.w);
		sum = out[i].local ? sum + numbers[i] : numbers[i];
		check(Dimensions > 1 || (out[i].local == i % local.size() && out[i].scan == sum));
	}
	free(numbers, q);
	free(table, q);
	free(records, q);
	free(out, q);
}

/* Vectors of unsigned sums ask whether those wrap; indices of few bits do, all the time. */
static void look_up(queue &q, unsigned items, unsigned local, unsigned far)
{
	unsigned *numbers = malloc_shared<unsigned>(items + far, q), *table = malloc_shared<unsigned>(64, q);
	unsigned *out = malloc_shared<unsigned>(items, q);

	for (unsigned i = 0; i < items + far; i++)
		numbers[i] = i * 2654435761u;
	for (unsigned i = 0; i < 64; i++)
		table[i] = i * i + 1;
	q.parallel_for(nd_range<1>(items, local), [=](nd_item<1> it) {
		const unsigned item = it.get_global_id(0), x = it.get_local_id(0);

		out[item] = numbers[item + far] + table[x & 3] * 3 + table[x & 7];
	}).wait();
	for (unsigned i = 0; i < items; i++)
		check(out[i] == numbers[i + far] + table[i % local & 3] * 3 + table[i % local & 7]);
	free(numbers, q);
	free(table, q);
	free(out, q);
}

int main()
{
	queue q;

	look_up(q, 64, 64, 37);
	look_up(q, 37 * 5, 37, 3);
	look_up(q, 60, 15, 1);
	run<1>(q, { 37 * 5 }, { 37 });
	run<1>(q, { 256 * 3 }, { 256 });
	run<1>(q, { 100 }, { 1 });
	run<2>(q, { 6, 10 }, { 3, 5 });
	run<2>(q, { 32, 32 }, { 16, 16 });
	run<3>(q, { 4, 4, 6 }, { 2, 4, 3 });
	run<3>(q, { 8, 8, 16 }, { 2, 2, 16 });
	return done();
}
