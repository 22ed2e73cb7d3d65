/* What images must give, computed in C. */
#ifndef REFERENCE_H
#define REFERENCE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The order of sycl::addressing_mode. */
enum picture_addressing { PICTURE_MIRRORED_REPEAT, PICTURE_REPEAT, PICTURE_CLAMP_TO_EDGE, PICTURE_CLAMP, PICTURE_NONE };

/* Elements of four floats; sizes are 1 in dimensions that it lacks. */
struct picture {
	const float *texel;
	int size[3];
};

/* One sample of a picture of dims dimensions. */
void picture_sample(const struct picture *p, int dims, enum picture_addressing mode, int normalized, int linear, const float *coordinate, float *out);
/* The mean of 3 by 3 elements of 4 bytes, the nearest ones beyond the edges. */
void picture_blur(const unsigned char *from, unsigned char *to, int width, int height);

#ifdef __cplusplus
}
#endif

#endif
