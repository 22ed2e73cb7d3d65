/* 5.4: SHA-256, AES and CRC in kernels, with tables that constexpr functions make. */
#include <sycl/sycl.hpp>
#include <array>
#include <cstring>
#include <cstdint>
#include "../check.hpp"
constexpr std::array<std::uint32_t, 64> K = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};
static inline std::uint32_t ror(std::uint32_t x, int n)
{
	return sycl::rotate(x, std::uint32_t(32 - n));
}
static void sha256(const unsigned char *m, unsigned len, std::uint32_t out[8])
{
	std::uint32_t h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 },
		      w[64] = {};
	unsigned char block[64] = {};
	for (unsigned i = 0; i < len; i++)
		block[i] = m[i];
	block[len] = 0x80;
	block[62] = (unsigned char)(len * 8 >> 8);
	block[63] = (unsigned char)(len * 8);
	for (int i = 0; i < 16; i++) {
		std::uint32_t x;
		std::memcpy(&x, block + 4 * i, 4);
		w[i] = __builtin_bswap32(x);
	}
	for (int i = 16; i < 64; i++) {
		auto s0 = ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ (w[i - 15] >> 3),
		     s1 = ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ (w[i - 2] >> 10);
		w[i] = w[i - 16] + s0 + w[i - 7] + s1;
	}
	auto [a, b, c, d, e, f, g, hh] = h;
	for (int i = 0; i < 64; i++) {
		auto t1 = hh + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i],
		     t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
		hh = g;
		g = f;
		f = e;
		e = d + t1;
		d = c;
		c = b;
		b = a;
		a = t1 + t2;
	}
	const std::uint32_t v[8] = { a, b, c, d, e, f, g, hh };
	for (int i = 0; i < 8; i++)
		out[i] = h[i] + v[i];
}
constexpr auto crc_table = [] {
	std::array<std::uint32_t, 256> t{};
	for (std::uint32_t i = 0; i < 256; i++) {
		auto c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
		t[i] = c;
	}
	return t;
}();
static std::uint8_t xtime(std::uint8_t x)
{
	return std::uint8_t((x << 1) ^ ((x >> 7) * 0x1b));
}
static std::uint8_t gmul(std::uint8_t a, std::uint8_t b)
{
	std::uint8_t r = 0;
	for (; b; b >>= 1, a = xtime(a))
		if (b & 1)
			r ^= a;
	return r;
}
constexpr auto sbox = [] {
	std::array<std::uint8_t, 256> s{};
	std::uint8_t p = 1, q = 1;
	do {
		p = std::uint8_t(p ^ (p << 1) ^ (p & 0x80 ? 0x1b : 0));
		q ^= std::uint8_t(q << 1);
		q ^= std::uint8_t(q << 2);
		q ^= std::uint8_t(q << 4);
		if (q & 0x80)
			q ^= 9;
		auto rot = [](std::uint8_t x, int k) { return std::uint8_t((x << k) | (x >> (8 - k))); };
		s[p] = std::uint8_t(q ^ rot(q, 1) ^ rot(q, 2) ^ rot(q, 3) ^ rot(q, 4) ^ 0x63);
	} while (p != 1);
	s[0] = 0x63;
	return s;
}();
static void aes(const std::uint8_t *key, std::uint8_t *s)
{
	std::uint8_t rk[176], rcon = 1;
	for (int i = 0; i < 16; i++)
		rk[i] = key[i];
	for (int i = 16; i < 176; i += 4) {
		std::uint8_t t[4] = { rk[i - 4], rk[i - 3], rk[i - 2], rk[i - 1] };
		if (i % 16 == 0) {
			std::uint8_t z = t[0];
			t[0] = sbox[t[1]] ^ rcon;
			t[1] = sbox[t[2]];
			t[2] = sbox[t[3]];
			t[3] = sbox[z];
			rcon = xtime(rcon);
		}
		for (int k = 0; k < 4; k++)
			rk[i + k] = rk[i - 16 + k] ^ t[k];
	}
	for (int i = 0; i < 16; i++)
		s[i] ^= rk[i];
	for (int round = 1; round <= 10; round++) {
		std::uint8_t t[16];
		for (int i = 0; i < 16; i++)
			t[i] = sbox[s[(i + 4 * (i % 4)) % 16]];
		for (int c = 0; c < 4; c++)
			for (int r = 0; r < 4; r++)
				s[4 * c + r] = (round < 10 ? gmul(t[4 * c + r], 2) ^ gmul(t[4 * c + (r + 1) % 4], 3) ^
								     t[4 * c + (r + 2) % 4] ^ t[4 * c + (r + 3) % 4]
							   : t[4 * c + r]) ^
					       rk[16 * round + 4 * c + r];
	}
}
int main()
{
	sycl::queue q;
	auto *out = sycl::malloc_shared<std::uint32_t>(64, q);
	auto *bytes = sycl::malloc_shared<std::uint8_t>(64, q);
	auto *big = sycl::malloc_shared<std::uint64_t>(4, q);
	for (int i = 0; i < 16; i++) {
		bytes[i] = std::uint8_t(i * 0x11);
		bytes[16 + i] = std::uint8_t(i);
	}
	big[0] = 0x123456789abcdef0ull;
	big[1] = 0xfedcba9876543210ull;
	std::memcpy(bytes + 32, "abc123456789", 12);
	q.parallel_for(4, [=](sycl::id<1> i) {
		 if (i == 0)
			 sha256(bytes + 32, 3, out);
		 if (i == 1) {
			 std::uint32_t c = ~0u;
			 for (int k = 0; k < 9; k++)
				 c = crc_table[(c ^ bytes[35 + k]) & 0xff] ^ (c >> 8);
			 out[8] = ~c;
		 }
		 if (i == 2)
			 aes(bytes + 16, bytes);
		 if (i == 3) {
			 big[2] = sycl::mul_hi(big[0], big[1]);
			 big[3] = sycl::mul_hi(0x123456789abcdef0ull, 0xfedcba9876543210ull);
		 }
	 }).wait();
	const std::uint32_t want[8] = { 0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
					0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad };
	for (int i = 0; i < 8; i++)
		check(out[i] == want[i]);
	check(out[8] == 0xcbf43926);
	const std::uint8_t cipher[16] = { 0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
					  0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a };
	for (int i = 0; i < 16; i++)
		check(bytes[i] == cipher[i]);
	unsigned __int128 p = static_cast<unsigned __int128>(0x123456789abcdef0ull) * 0xfedcba9876543210ull;
	check(big[2] == std::uint64_t(p >> 64) && big[3] == big[2]);
	return done();
}
