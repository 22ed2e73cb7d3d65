/*
 * sycl::stream: text output of kernels.  A work-item collects the text of one
 * statement and appends it to the stream's memory as a whole when the statement ends.
 * It is printed when the command has ended; what a work-item has printed between two
 * flushes stays together.  Manipulators hold until the end of the statement.
 */
#ifndef SYCL_STREAM_HPP
#define SYCL_STREAM_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <limits>
#include <type_traits>

#include <sycl/atomic.hpp>
#include <sycl/handler.hpp>
#include <sycl/math.hpp>
#include <sycl/usm.hpp>
#include <sycl/vec.hpp>

namespace sycl {

class stream;

enum class stream_manipulator : int {
	flush, endl, dec, hex, oct, noshowbase, showbase, noshowpos, showpos, fixed, scientific, hexfloat, defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

namespace detail {

struct stream_precision {
	int digits;
};
struct stream_width {
	int columns;
};

/* The memory of a stream: how much is taken, then records, each a header and its text. */
struct stream_memory {
	std::uint32_t taken;
	std::uint32_t size;
	char text[1];
};
struct stream_header {
	std::uint32_t item;	/* the work-item's number */
	std::uint16_t length, flushed;	/* of the text; of its part before the last flush */
};

/* Each record has a character: so many bytes have room for the headers of all. */
constexpr std::size_t stream_room(std::size_t characters)
{
	return characters * (sizeof(stream_header) + 1) + 512;
}

/* Text that a work-item has printed, up to a flush or not. */
struct stream_piece {
	const char *text;
	std::size_t length, number, rank;	/* in the order of writing, and of printing */
	std::uint32_t item;
	bool is_flushed;
};

/* The pieces of a stream's memory, up to so many characters. */
SYCL_CC_ON_DEMAND
list<stream_piece> read_pieces(const stream_memory &memory, std::size_t left)
{
	const std::size_t end = memory.taken < memory.size ? memory.taken : memory.size;
	list<stream_piece> pieces;
	stream_header header;

	for (std::size_t at = 0; left > 0 && at + sizeof header < end; at += sizeof header + header.length) {
		std::memcpy(&header, memory.text + at, sizeof header);
		const char *const text = memory.text + at + sizeof header;
		const std::size_t length = header.length < left ? header.length : left;
		const std::size_t flushed = header.flushed < length ? header.flushed : length;

		if (flushed)
			pieces.add({ text, flushed, pieces.size(), 0, header.item, true });
		if (length > flushed)
			pieces.add({ text + flushed, length - flushed, pieces.size(), 0, header.item, false });
		left -= length;
	}
	return pieces;
}

/* What a work-item has written is printed when it flushes it; then comes what none has flushed. */
SYCL_CC_ON_DEMAND
void order_pieces(const list<stream_piece> &pieces)
{
	stream_piece *run = pieces.begin();

	std::sort(pieces.begin(), pieces.end(),
		[](const stream_piece &a, const stream_piece &b) { return a.item != b.item ? a.item < b.item : a.number < b.number; });
	for (stream_piece *p = run; p != pieces.end(); p++) {
		if (!p->is_flushed && p + 1 != pieces.end() && p[1].item == p->item)
			continue;
		const std::size_t rank = p->is_flushed ? p->number : pieces.size() + run->number;

		for (; run <= p; run++)
			run->rank = rank;
	}
	std::sort(pieces.begin(), pieces.end(),
		[](const stream_piece &a, const stream_piece &b) { return a.rank != b.rank ? a.rank < b.rank : a.number < b.number; });
}

/* Prints the text when the command has ended, and frees the memory. */
template <typename>
struct stream_output final : later_work {
	stream_output(stream_memory *m, std::size_t all) : memory(m), total(all) {}
	~stream_output() override { sycl_rt_scratch_drop(memory, nullptr); }
	void run(const launch_context &) override
	{
		const list<stream_piece> pieces = read_pieces(*memory, total);

		order_pieces(pieces);
		for (const stream_piece &piece : pieces)
			std::cout.write(piece.text, static_cast<std::streamsize>(piece.length));
		std::cout.flush();
		memory->taken = 0;	/* the command of a graph runs again */
	}

	stream_memory *memory;
	std::size_t total;
};

class statement;
template <typename T>
void print_value(statement &to, const T &value);
template <int Dimensions>
void print_value(statement &to, const id<Dimensions> &value);
template <int Dimensions>
void print_value(statement &to, const range<Dimensions> &value);
template <typename T, access::address_space Space, access::decorated Decorated>
void print_value(statement &to, const multi_ptr<T, Space, Decorated> &value);

/*
 * The decimal digits of a positive number: exact where the bits of its fraction fit
 * into 60, which are those of double from 2^-8 to 2^64.
 */
template <typename T>
class digit_source {
public:
	explicit digit_source(T value)
		: exact_(value >= static_cast<T>(sizeof(T) == 4 ? 0x1p-36 : 0x1p-8) && value < static_cast<T>(0x1p64)), value_(value)
	{
		if (!exact_)
			return;
		whole_ = static_cast<std::uint64_t>(value);
		fraction_ = static_cast<std::uint64_t>((value - static_cast<T>(whole_)) * static_cast<T>(0x1p60));
	}
	/* Of 10 for the first digit that is not 0, which next() gives then. */
	int exponent()
	{
		int exponent = 0;

		if (!exact_) {
			for (; value_ >= 10; exponent++)
				value_ /= 10;
			for (; value_ < 1; exponent--)
				value_ *= 10;
			return exponent;
		}
		for (; whole_ / unit_ >= 10; exponent++)
			unit_ *= 10;
		if (whole_)
			return exponent;
		for (unit_ = 0, exponent = -1; fraction_ * 10 < one; exponent--)
			fraction_ *= 10;
		return exponent;
	}
	int next()
	{
		int digit;

		if (!exact_) {
			digit = static_cast<int>(value_);
			value_ = (value_ - static_cast<T>(digit)) * 10;
		} else if (unit_) {
			digit = static_cast<int>(whole_ / unit_);
			whole_ %= unit_;
			unit_ /= 10;
		} else {
			digit = static_cast<int>(fraction_ * 10 / one);
			fraction_ = fraction_ * 10 % one;
		}
		return digit;
	}
	/* Not all digits that follow are 0. */
	bool goes_on() const { return exact_ ? whole_ || fraction_ : value_ != 0; }

private:
	static constexpr std::uint64_t one = std::uint64_t(1) << 60;

	bool exact_;
	T value_;
	std::uint64_t whole_ = 0, unit_ = 1, fraction_ = 0;
};

/* Digits rounded to the nearest, to even ones from the middle. */
struct significand {
	template <typename T>
	significand(digit_source<T> source, int first, int wanted) : exponent(first), count(wanted < 0 ? 0 : wanted < room ? wanted : room)
	{
		for (int i = 0; i < count; i++)
			digit[i] = static_cast<char>(source.next());
		const int next = wanted < 0 ? 0 : source.next();

		if (next < 5 || (next == 5 && !source.goes_on() && (count == 0 || digit[count - 1] % 2 == 0)))
			return;
		for (int i = count - 1; i >= 0; i--) {
			if (++digit[i] < 10)
				return;
			digit[i] = 0;
		}
		/* All were 9: zeros follow a 1. */
		digit[0] = 1;
		count += count == 0;
		exponent++;
	}

	static constexpr int room = 62;
	int exponent, count;
	char digit[room];
};

/* The text of one statement. */
class statement {
public:
	template <typename T>
	SYCL_CC_INLINE statement(const stream &out, stream_memory *memory, const T &first)
		: out_(out), memory_(memory), item_(item_number())
	{
		print_value(*this, first);
	}
	statement(const statement &) = delete;
	statement &operator=(const statement &) = delete;
	SYCL_CC_INLINE ~statement() { put(); }
	/* For operators of the program, which return what they print to. */
	operator const stream &() const { return out_; }
	/* Prints what such an operator takes. */
	template <typename T>
	void others(const T &value)
	{
		put();
		static_cast<void>(out_ << value);
	}

	void text(const char *s)
	{
		std::size_t n = 0;

		while (s[n])
			n++;
		pad(n);
		for (std::size_t i = 0; i < n; i++)
			character(s[i]);
	}
	void letter(char c)
	{
		pad(1);
		character(c);
	}
	void character(char c)
	{
		if (counts_) {
			counted_++;
			return;
		}
		if (used_ == sizeof text_)
			put();
		text_[used_++] = c;
	}
	/* Only decimal numbers have a sign: the others are the bits of their type, and 0 has no prefix. */
	template <typename T>
	void number(T value)
	{
		const bool is_decimal = !detail::same(base_, stream_manipulator::hex) && !detail::same(base_, stream_manipulator::oct);
		const bool show_base = show_base_, show_plus = show_plus_, negative = !(value > 0) && value != 0;

		show_base_ = show_base && value != 0;
		show_plus_ = show_plus && is_decimal && std::is_signed_v<T>;
		if (is_decimal)
			integer(negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value), negative);
		else
			integer(static_cast<std::make_unsigned_t<T>>(value), false);
		show_base_ = show_base;
		show_plus_ = show_plus;
	}
	void integer(std::uint64_t magnitude, bool negative)
	{
		const unsigned base = detail::same(base_, stream_manipulator::hex) ? 16 : detail::same(base_, stream_manipulator::oct) ? 8 : 10;
		char digits[24];
		std::size_t n = 0;

		do {
			digits[n++] = "0123456789abcdef"[magnitude % base];
			magnitude /= base;
		} while (magnitude);
		if (show_base_ && base == 16)
			digits[n++] = 'x';
		if (show_base_ && base != 10)
			digits[n++] = '0';
		if (negative || show_plus_)
			digits[n++] = negative ? '-' : '+';
		pad(n);
		while (n > 0)
			character(digits[--n]);
	}
	/* In hexadecimal with a prefix, whatever the manipulators are. */
	void address(std::uintptr_t p)
	{
		const stream_manipulator base = base_;
		const bool show_base = show_base_, show_plus = show_plus_;

		detail::assign(base_, stream_manipulator::hex);
		show_base_ = true;
		show_plus_ = false;
		integer(p, false);
		detail::assign(base_, base);
		show_base_ = show_base;
		show_plus_ = show_plus;
	}
	/* With a width, a first pass counts the characters. */
	template <typename T>
	void real(const T &value)
	{
		const int width = width_;

		width_ = 0;
		for (bool measures = width > 0;; measures = false) {
			counts_ = measures;
			counted_ = 0;
			unpadded(value);
			counts_ = false;
			if (!measures)
				return;
			width_ = width;
			pad(counted_);
		}
	}
	void manipulate(stream_manipulator m)
	{
		switch (m) {
		case stream_manipulator::endl:
			character('\n');
			flushed_ = used_;
			break;
		case stream_manipulator::flush: flushed_ = used_; break;
		case stream_manipulator::dec:
		case stream_manipulator::hex:
		case stream_manipulator::oct: detail::assign(base_, m); break;
		case stream_manipulator::showbase:
		case stream_manipulator::noshowbase: show_base_ = detail::same(m, stream_manipulator::showbase); break;
		case stream_manipulator::showpos:
		case stream_manipulator::noshowpos: show_plus_ = detail::same(m, stream_manipulator::showpos); break;
		default: detail::assign(real_, m); break;
		}
	}
	void precision(int digits) { precision_ = digits; }
	void width(int columns) { width_ = columns; }

private:
	/* Infinities and not-a-numbers have the bits alone that they have: with -ffast-math, isnan() is never true. */
	template <typename T>
	void unpadded(const T &number_or_not)
	{
		using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
		constexpr bits sign = bits(1) << (sizeof(T) * 8 - 1), infinity = sycl::bit_cast<bits>(std::numeric_limits<T>::infinity());
		const bits is = sycl::bit_cast<bits>(number_or_not);

		if ((is & ~sign) > infinity)
			return text("nan");
		if ((is & ~sign) == infinity)
			return text(is & sign ? "-inf" : show_plus_ ? "+inf" : "inf");
		if (is & sign || show_plus_)
			character(is & sign ? '-' : '+');
		finite(sycl::fabs(number_or_not));
	}
	template <typename T>
	void finite(T value)
	{
		const int precision = precision_ >= 0 ? precision_ : 6;

		if (detail::same(real_, stream_manipulator::hexfloat))
			return hexadecimal(value);
		digit_source<T> source(value);
		const int first = value != 0 ? source.exponent() : 0;

		if (detail::same(real_, stream_manipulator::fixed)) {
			const significand number(source, first, first + 1 + precision);

			return decimal(number, number.exponent, precision);
		}
		/* As "%g": significant digits without zeros at the end. */
		const bool general = !detail::same(real_, stream_manipulator::scientific);
		significand number(source, first, general ? precision > 0 ? precision : 1 : precision + 1);

		while (general && number.count > 1 && number.digit[number.count - 1] == 0)
			number.count--;
		if (general && number.exponent >= -4 && number.exponent < (precision > 0 ? precision : 1))
			return decimal(number, number.exponent, number.count - 1 - number.exponent);
		decimal(number, 0, general ? number.count - 1 : precision);
		power(number.exponent);
	}
	/* As "%a". */
	template <typename T>
	void hexadecimal(T value)
	{
		int exponent = 0;

		for (; value >= 2; exponent++)
			value /= 2;
		for (; value != 0 && value < 1; exponent--)
			value *= 2;
		text(value != 0 ? "0x1" : "0x0");
		value -= value != 0 ? 1 : 0;
		if (value != 0)
			character('.');
		while (value != 0) {
			const int digit = static_cast<int>(value *= 16);

			character("0123456789abcdef"[digit]);
			value -= static_cast<T>(digit);
		}
		const int magnitude = exponent < 0 ? -exponent : exponent;

		text(exponent < 0 ? "p-" : "p+");
		for (int unit = 1000; unit > 0; unit /= 10)
			if (magnitude >= unit || unit == 1)
				character(static_cast<char>('0' + magnitude / unit % 10));
	}
	/* The number's digits from the first one that is not 0 on, where its first is at 10^exponent. */
	void decimal(const significand &number, int exponent, int behind)
	{
		for (int place = exponent > 0 ? exponent : 0; place >= 0 || place >= -behind; place--) {
			const int at = exponent - place;

			if (place == -1)
				character('.');
			character(at >= 0 && at < number.count ? static_cast<char>('0' + number.digit[at]) : '0');
		}
	}
	void power(int exponent)
	{
		const int magnitude = exponent < 0 ? -exponent : exponent;

		character('e');
		character(exponent < 0 ? '-' : '+');
		if (magnitude >= 100)
			character(static_cast<char>('0' + magnitude / 100));
		character(static_cast<char>('0' + magnitude / 10 % 10));
		character(static_cast<char>('0' + magnitude % 10));
	}
	/* Blanks before n characters. */
	void pad(std::size_t n)
	{
		for (; width_ > static_cast<int>(n); width_--)
			character(' ');
		width_ = 0;
	}
	void put()
	{
		using relaxed = ordered<memory_order::relaxed, memory_scope::device>;
		/* Some drivers have no atomic operation for memory of which they do not know where it is. */
		const auto taken = atomic_pointer<access::address_space::global_space>(&memory_->taken);

		if (used_ == 0 || relaxed::load(taken) >= memory_->size)
			return;
		const stream_header header = { item_, static_cast<std::uint16_t>(used_), static_cast<std::uint16_t>(flushed_) };
		const std::uint32_t all = static_cast<std::uint32_t>(sizeof header + used_);
		const std::uint32_t at = relaxed::fetch_add(taken, all);

		if (at + all <= memory_->size) {
			std::memcpy(memory_->text + at, &header, sizeof header);
			for (std::uint32_t i = 0; i < used_; i++)
				memory_->text[at + sizeof header + i] = text_[i];
		}
		used_ = flushed_ = 0;
	}
	static std::uint32_t item_number()
	{
		return static_cast<std::uint32_t>(dev::global_id(0) + dev::global_size(0) * (dev::global_id(1) + dev::global_size(1) * dev::global_id(2)));
	}

	const stream &out_;
	stream_memory *memory_;
	std::uint32_t item_;	/* asked for here: functions that ask for ids are inlined into the kernel wherever they are called */
	std::size_t used_ = 0, flushed_ = 0;
	stream_manipulator base_ = stream_manipulator::dec, real_ = stream_manipulator::defaultfloat;
	bool show_base_ = false, show_plus_ = false, counts_ = false;
	int precision_ = -1, width_ = 0;
	std::size_t counted_ = 0;
	char text_[256];
};

template <int Dimensions, typename Array>
void print_array(statement &to, const Array &a)
{
	to.character('{');
	for (int d = 0; d < Dimensions; d++) {
		if (d)
			to.text(", ");
		to.number(a[d]);
	}
	to.character('}');
}

/* One case for everything that can be printed. */
template <typename T>
void print_value(statement &to, const T &value)
{
	if constexpr (std::is_same_v<T, stream_manipulator>)
		to.manipulate(value);
	else if constexpr (std::is_same_v<T, stream_precision>)
		to.precision(value.digits);
	else if constexpr (std::is_same_v<T, stream_width>)
		to.width(value.columns);
	else if constexpr (std::is_same_v<T, char>)
		to.letter(value);
	else if constexpr (std::is_same_v<T, bool>)
		to.number(static_cast<int>(value));
	else if constexpr (std::is_integral_v<T>)
		to.number(value);
	else if constexpr (std::is_floating_point_v<T>)
		to.real(value);
	else if constexpr (std::is_convertible_v<T, const char *> && !std::is_null_pointer_v<T>)
		to.text(value);
	else if constexpr (std::is_pointer_v<T> || std::is_null_pointer_v<T>)
		to.address(reinterpret_cast<std::uintptr_t>(value));
	else if constexpr (element<T>::many) {
		for (std::size_t i = 0; i < element<T>::count; i++) {
			if (i)
				to.text(", ");
			print_value(to, pick(value, i));
		}
	} else if constexpr (std::is_convertible_v<T, float>) {
		to.real(static_cast<float>(value));	/* half, bfloat16 */
	} else {
		to.others(value);
	}
}

template <int Dimensions>
void print_value(statement &to, const id<Dimensions> &value)
{
	print_array<Dimensions>(to, value);
}

template <int Dimensions>
void print_value(statement &to, const range<Dimensions> &value)
{
	print_array<Dimensions>(to, value);
}

template <typename T, access::address_space Space, access::decorated Decorated>
void print_value(statement &to, const multi_ptr<T, Space, Decorated> &value)
{
	print_value(to, static_cast<const void *>(value.get_raw()));
}

template <typename First, typename Second>
void print_parts(statement &to, const char *before, const First &first, const char *between, const Second &second)
{
	to.text(before);
	print_value(to, first);
	to.text(between);
	print_value(to, second);
}

template <int Dimensions>
void print_value(statement &to, const nd_range<Dimensions> &value)
{
	print_parts(to, "nd_range(global_range: ", value.get_global_range(), ", local_range: ", value.get_local_range());
	to.character(')');
}

template <int Dimensions, bool WithOffset>
void print_value(statement &to, const item<Dimensions, WithOffset> &value)
{
	print_parts(to, "item(range: ", value.get_range(), ", id: ", value.get_id());
	to.character(')');
}

template <int Dimensions>
void print_value(statement &to, const nd_item<Dimensions> &value)
{
	print_parts(to, "nd_item(global_id: ", value.get_global_id(), ", local_id: ", value.get_local_id());
	to.character(')');
}

template <int Dimensions>
void print_value(statement &to, const h_item<Dimensions> &value)
{
	print_parts(to, "h_item(global_id: ", value.get_global_id(), ", local_id: ", value.get_local_id());
	to.character(')');
}

template <int Dimensions>
void print_value(statement &to, const group<Dimensions> &value)
{
	print_parts(to, "group(id: ", value.get_group_id(), ", local_range: ", value.get_local_range());
	to.character(')');
}

/* Classes that streams print, apart from numbers and what has several; others have operators of the program. */
template <typename T>
inline constexpr bool prints_class = std::is_convertible_v<T, float> || std::is_convertible_v<T, const char *> || element<T>::many;
template <>
inline constexpr bool prints_class<stream_precision> = true;
template <>
inline constexpr bool prints_class<stream_width> = true;
template <int Dimensions>
inline constexpr bool prints_class<id<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool prints_class<range<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool prints_class<nd_range<Dimensions>> = true;
template <int Dimensions, bool WithOffset>
inline constexpr bool prints_class<item<Dimensions, WithOffset>> = true;
template <int Dimensions>
inline constexpr bool prints_class<nd_item<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool prints_class<h_item<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool prints_class<group<Dimensions>> = true;
template <typename T, access::address_space Space, access::decorated Decorated>
inline constexpr bool prints_class<multi_ptr<T, Space, Decorated>> = true;
template <typename T>
struct if_prints : std::enable_if<!std::is_class_v<T> || prints_class<T>, int> {};

template <typename T>
SYCL_CC_INLINE statement &&operator<<(statement &&to, const T &value)
{
	print_value(to, value);
	return static_cast<statement &&>(to);
}

}

inline detail::stream_precision setprecision(int digits)
{
	return { digits };
}

inline detail::stream_width setw(int columns)
{
	return { columns };
}

/* Commands without dependencies that the queue is given later begin when the text is out: programs count on that order. */
class stream : public detail::without_properties {
public:
	SYCL_CC_ON_DEMAND
	stream(std::size_t total, std::size_t statement, handler &group, const property_list & = {})
		: memory_(nullptr), total_(total), statement_(statement)
	{
		constexpr std::size_t most = std::size_t(1) << 27;	/* places are numbers of 32 bits */
		const std::size_t characters = total < most ? total : most, room = detail::stream_room(characters);
		void *memory = sycl_rt_scratch_take(group.detail_device(), SYCL_RT_MEMORY_SHARED, sizeof(detail::stream_memory) + room, 0);

		if (!memory)
			detail::refuse(errc::memory_allocation, "out of memory for a stream");
		memory_ = static_cast<detail::stream_memory *>(memory);
		memory_->taken = 0;
		memory_->size = static_cast<std::uint32_t>(room);
		group.detail_afterwards_work(new detail::stream_output<Later>(memory_, characters));
		group.detail_holds_queue();
	}

	std::size_t size() const noexcept { return total_; }
	std::size_t get_size() const { return total_; }
	std::size_t get_work_item_buffer_size() const { return statement_; }
	std::size_t get_max_statement_size() const { return statement_; }

	template <typename T, typename detail::if_prints<T>::type = 0>
	friend SYCL_CC_INLINE detail::statement operator<<(const stream &out, const T &value)
	{
		return detail::statement(out, out.memory_, value);
	}

	const void *detail_memory() const { return memory_; }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const stream &a, const stream &b) { return a.memory_ == b.memory_; }
	friend bool operator!=(const stream &a, const stream &b) { return a.memory_ != b.memory_; }

private:
	detail::stream_memory *memory_;
	std::size_t total_, statement_;
};

namespace ext::oneapi::experimental {

/* As the C function, from kernels too. */
template <typename... Arguments>
SYCL_CC_INLINE int printf(const char *format, Arguments... a)
{
	return ::printf(format, a...);
}

}

}

template <>
struct std::hash<sycl::stream> {
	std::size_t operator()(const sycl::stream &stream) const { return std::hash<const void *>()(stream.detail_memory()); }
};

#endif
