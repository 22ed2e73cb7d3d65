/*
 * Images and samplers of OpenCL C, in its own spelling and in SPIR-V's.  An image is the address of a struct
 * mux_image, a sampler its number as an address.  What an image says of itself is loaded from there; reads and
 * writes become calls of share/mux/images.bc (include/sycl/detail/image_builtins.hpp), which stay functions.
 */
#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/lower/lower.h"

/* An image's type. */
struct image_type {
	unsigned dimensions;
	bool array;
	bool samples;	/* several for each element */
};

/* Reads OpenCL C's name, "ocl_image2d_array_depth_ro"; false when the text has none. */
static bool
read_opencl_type(struct arena *arena, const char *params, struct image_type *type)
{
	const char *name = strstr(params, "ocl_image");

	if (!name || name[9] < '1' || name[9] > '3' || name[10] != 'd')
		return false;
	type->dimensions = (unsigned)(name[9] - '0');
	name = arena_strndup(arena, name + 11, strcspn(name + 11, "0123456789"));
	type->array = strstr(name, "_array") != NULL;
	type->samples = strstr(name, "_msaa") != NULL;
	return true;
}

/* Reads SPIR-V's, "Image__void_1_0_0_0_0_0_0": dimensionality, depth, arrayed, multisampled. */
static bool
read_spirv_type(const char *params, struct image_type *type)
{
	enum { DIM_1D, DIM_2D, DIM_3D, DIM_BUFFER = 5 };
	const char *name = strstr(params, "Image__void_");

	if (!name)
		return false;
	name += strlen("Image__void_");
	if (strspn(name, "0123456789_") < 8 || name[1] != '_' || name[3] != '_' || name[5] != '_' || name[7] != '_')
		return false;
	if (name[0] != '0' + DIM_1D && name[0] != '0' + DIM_2D && name[0] != '0' + DIM_3D && name[0] != '0' + DIM_BUFFER)
		return false;
	type->dimensions = name[0] == '0' + DIM_BUFFER ? 1 : (unsigned)(name[0] - '0') + 1;
	type->array = name[4] == '1';
	type->samples = name[6] == '1';
	return true;
}

/* --- what an image says of itself --- */

static LLVMValueRef
load_field(struct compilation *c, LLVMValueRef image, size_t offset)
{
	LLVMValueRef index = const_int(c->i64, offset), load;

	load = LLVMBuildLoad2(c->builder, c->i32, LLVMBuildInBoundsGEP2(c->builder, c->i8, image, &index, 1, ""), "");
	LLVMSetMetadata(load, irmeta_kind("invariant.load"), LLVMMetadataAsValue(c->context, LLVMMDNodeInContext2(c->context, NULL, 0)));
	return load;
}

/* The sizes as the call's type, a number or a vector; elements that the image has no size for are 0. */
static LLVMValueRef
load_sizes(struct compilation *c, LLVMValueRef call, const struct image_type *type, bool with_layers)
{
	static const size_t fields[] = { offsetof(struct mux_image, width), offsetof(struct mux_image, height), offsetof(struct mux_image, depth) };
	LLVMTypeRef result = LLVMTypeOf(call);
	LLVMValueRef value = LLVMConstNull(result), size;
	unsigned n = is_vector(call) ? LLVMGetVectorSize(result) : 1, i;

	for (i = 0; i < n && i < type->dimensions + (with_layers && type->array); i++) {
		size = load_field(c, LLVMGetOperand(call, 0), i < type->dimensions ? fields[i] : offsetof(struct mux_image, layers));
		if (!is_vector(call))
			return LLVMBuildZExtOrBitCast(c->builder, size, result, "");
		size = LLVMBuildZExtOrBitCast(c->builder, size, LLVMGetElementType(result), "");
		value = LLVMBuildInsertElement(c->builder, value, size, const_int(c->i32, i), "");
	}
	return value;
}

/* One number; NULL for other functions.  SPIR-V counts orders and types from 0, OpenCL from where its numbers begin. */
static LLVMValueRef
lower_query(struct compilation *c, LLVMValueRef call, const char *base)
{
	enum { FIRST_ORDER = 0x10b0, FIRST_TYPE = 0x10d0 };
	static const struct {
		const char *name;
		size_t field;
		unsigned first;
	} queries[] = {
		{ "get_image_width", offsetof(struct mux_image, width), 0 },
		{ "get_image_height", offsetof(struct mux_image, height), 0 },
		{ "get_image_depth", offsetof(struct mux_image, depth), 0 },
		{ "get_image_array_size", offsetof(struct mux_image, layers), 0 },
		{ "get_image_channel_order", offsetof(struct mux_image, channel_order), 0 },
		{ "get_image_channel_data_type", offsetof(struct mux_image, channel_type), 0 },
		{ "__spirv_ImageQueryOrder", offsetof(struct mux_image, channel_order), FIRST_ORDER },
		{ "__spirv_ImageQueryFormat", offsetof(struct mux_image, channel_type), FIRST_TYPE },
	};
	LLVMValueRef number;
	size_t i;

	for (i = 0; i < sizeof queries / sizeof *queries; i++) {
		if (!text_starts(base, queries[i].name))
			continue;
		number = load_field(c, LLVMGetOperand(call, 0), queries[i].field);
		number = LLVMBuildSub(c->builder, number, const_int(c->i32, queries[i].first), "");
		return LLVMBuildZExtOrBitCast(c->builder, number, LLVMTypeOf(call), "");
	}
	if (!strcmp(base, "get_image_num_mip_levels") || text_starts(base, "__spirv_ImageQueryLevels") ||
	    text_starts(base, "__spirv_ImageQuerySamples"))
		return const_int(LLVMTypeOf(call), 1);
	return NULL;
}

/* --- elements --- */

static LLVMTypeRef
element_type(LLVMValueRef value)
{
	return is_vector(value) ? LLVMGetElementType(LLVMTypeOf(value)) : LLVMTypeOf(value);
}

/* The number or vector as the first of four elements, the others 0. */
static LLVMValueRef
as_four(struct compilation *c, LLVMValueRef value)
{
	LLVMTypeRef type = element_type(value);
	LLVMValueRef four = LLVMConstNull(LLVMVectorType(type, 4)), part;
	unsigned n = is_vector(value) ? LLVMGetVectorSize(LLVMTypeOf(value)) : 1, i;

	if (n == 4)
		return value;
	for (i = 0; i < n; i++) {
		part = is_vector(value) ? LLVMBuildExtractElement(c->builder, value, const_int(c->i32, i), "") : value;
		four = LLVMBuildInsertElement(c->builder, four, part, const_int(c->i32, i), "");
	}
	return four;
}

/* Calls the library's function with n arguments. */
static LLVMValueRef
call_library(struct compilation *c, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
	LLVMValueRef function = LLVMGetNamedFunction(c->module, name);
	LLVMTypeRef param[4], type;
	unsigned i;

	for (i = 0; i < n; i++)
		param[i] = LLVMTypeOf(args[i]);
	type = LLVMFunctionType(result, param, n, 0);
	if (!function)
		function = LLVMAddFunction(c->module, name, type);
	return LLVMBuildCall2(c->builder, type, function, args, n, "");
}

static LLVMValueRef
shape_of(struct compilation *c, const struct image_type *type)
{
	return const_int(c->i32, type->dimensions | (type->array ? MUX_IMAGE_ARRAY : 0));
}

static bool
is_integer(LLVMValueRef value)
{
	return LLVMGetTypeKind(element_type(value)) == LLVMIntegerTypeKind;
}

/* An element as the call's type; sampler is NULL for reads without one. */
static LLVMValueRef
lower_read(struct compilation *c, LLVMValueRef call, const struct image_type *type, LLVMValueRef image, LLVMValueRef sampler, LLVMValueRef at)
{
	bool whole = is_integer(call);
	LLVMTypeRef result = LLVMVectorType(whole ? c->i32 : LLVMFloatTypeInContext(c->context), 4);
	LLVMValueRef args[4] = { image, sampler, shape_of(c, type), as_four(c, at) }, value;
	const char *name = arena_printf(c->arena, "__mux_image_sample_%s_at_%s", whole ? "int" : "float", is_integer(at) ? "int" : "float");

	if (sampler) {
		value = call_library(c, name, result, args, 4);
	} else {
		args[1] = image;
		value = call_library(c, whole ? "__mux_image_read_int" : "__mux_image_read_float", result, args + 1, 3);
	}
	if (!whole && element_type(call) != LLVMFloatTypeInContext(c->context))
		value = LLVMBuildFPTrunc(c->builder, value, LLVMVectorType(element_type(call), 4), "");
	return is_vector(call) ? value : LLVMBuildExtractElement(c->builder, value, const_int(c->i32, 0), "");
}

static void
lower_write(struct compilation *c, const struct image_type *type, LLVMValueRef image, LLVMValueRef at, LLVMValueRef color)
{
	LLVMValueRef args[4] = { image, shape_of(c, type), as_four(c, at), as_four(c, color) };
	bool whole = is_integer(color);

	if (!whole && element_type(color) != LLVMFloatTypeInContext(c->context))
		args[3] = LLVMBuildFPExt(c->builder, args[3], LLVMVectorType(LLVMFloatTypeInContext(c->context), 4), "");
	call_library(c, whole ? "__mux_image_write_int" : "__mux_image_write_float", c->none, args, 4);
}

/* --- spellings --- */

static bool
is_one_of(const char *base, const char *const *names, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(base, names[i]))
			return true;
	return false;
}

/* What has the call's value; NULL for other functions.  Levels of detail are ignored: an image has one. */
static LLVMValueRef
lower_opencl_image(struct compilation *c, LLVMValueRef call, const char *base, const struct image_type *type)
{
	static const char *const reads[] = { "read_imagef", "read_imagei", "read_imageui", "read_imageh" };
	static const char *const writes[] = { "write_imagef", "write_imagei", "write_imageui", "write_imageh" };
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef image = n ? LLVMGetOperand(call, 0) : NULL;

	if (is_one_of(base, reads, sizeof reads / sizeof *reads) && n == 2)
		return lower_read(c, call, type, image, NULL, LLVMGetOperand(call, 1));
	if (is_one_of(base, reads, sizeof reads / sizeof *reads) && n > 2)
		return lower_read(c, call, type, image, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
	if (is_one_of(base, writes, sizeof writes / sizeof *writes) && n >= 3) {
		lower_write(c, type, image, LLVMGetOperand(call, 1), LLVMGetOperand(call, n - 1));
		return LLVMGetUndef(c->i32);
	}
	if (!strcmp(base, "get_image_dim") && n == 1)
		return load_sizes(c, call, type, false);
	return NULL;
}

/* The call of __spirv_SampledImage(image, sampler) that makes the operand; NULL when another one does. */
static LLVMValueRef
sampled_image(LLVMValueRef operand)
{
	LLVMValueRef callee = LLVMIsACallInst(operand) ? call_target(operand) : NULL;

	return callee && strstr(irmodule_name(callee), "__spirv_SampledImage") ? operand : NULL;
}

/* The same for SPIR-V.  What makes a sampled image has no value of its own, and is left to lower_sampled(). */
static LLVMValueRef
lower_spirv_image(struct compilation *c, LLVMValueRef call, const char *base, const struct image_type *type)
{
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef image = n ? LLVMGetOperand(call, 0) : NULL;

	if (text_starts(base, "__spirv_ImageSampleExplicitLod") && n >= 2) {
		image = sampled_image(image);
		if (image)
			return lower_read(c, call, type, LLVMGetOperand(image, 0), LLVMGetOperand(image, 1), LLVMGetOperand(call, 1));
		code_error(c, call, "a sampled image is used elsewhere than where it is made");
		return LLVMGetUndef(LLVMTypeOf(call));
	}
	if (text_starts(base, "__spirv_ImageRead") && n >= 2)
		return lower_read(c, call, type, image, NULL, LLVMGetOperand(call, 1));
	if (!strcmp(base, "__spirv_ImageWrite") && n >= 3) {
		lower_write(c, type, image, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
		return LLVMGetUndef(c->i32);
	}
	if (text_starts(base, "__spirv_ImageQuerySize") && n)
		return load_sizes(c, call, type, true);
	return NULL;
}

/* Lowers what uses a sampled image first: it is then not needed. */
static LLVMValueRef
lower_sampled(struct compilation *c, LLVMValueRef call)
{
	LLVMUseRef use, next;
	struct mangled name;
	LLVMValueRef user, value;

	for (use = LLVMGetFirstUse(call); use; use = next) {
		next = LLVMGetNextUse(use);
		user = LLVMGetUser(use);
		if (!LLVMIsACallInst(user) || !call_target(user) || !mangled_split(c->arena, irmodule_name(call_target(user)), &name))
			continue;
		LLVMPositionBuilderBefore(c->builder, user);
		value = lower_image(c, user, &name);
		if (!value)
			continue;
		LLVMReplaceAllUsesWith(user, value);
		LLVMInstructionEraseFromParent(user);
	}
	return LLVMGetUndef(LLVMTypeOf(call));
}

LLVMValueRef
lower_image(struct compilation *c, LLVMValueRef call, const struct mangled *name)
{
	struct image_type type = { 0 };
	bool opencl = read_opencl_type(c->arena, name->params, &type);
	LLVMValueRef value;

	if (!opencl && !read_spirv_type(name->params, &type))
		return NULL;
	if (type.samples) {
		code_error(c, call, "'%s' is of an image with several samples for each element, which are not supported", name->base);
		return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? LLVMGetUndef(c->i32) : LLVMGetUndef(LLVMTypeOf(call));
	}
	if (!strcmp(name->base, "__spirv_SampledImage"))
		return lower_sampled(c, call);
	value = LLVMGetNumArgOperands(call) ? lower_query(c, call, name->base) : NULL;
	if (value)
		return value;
	return opencl ? lower_opencl_image(c, call, name->base, &type) : lower_spirv_image(c, call, name->base, &type);
}

void
lower_samplers(struct compilation *c)
{
	LLVMValueRef function = LLVMGetNamedFunction(c->module, "__translate_sampler_initializer"), call;
	LLVMUseRef use, next;

	if (!function || !LLVMIsDeclaration(function))
		return;
	for (use = LLVMGetFirstUse(function); use; use = next) {
		next = LLVMGetNextUse(use);
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) != 1)
			continue;
		LLVMPositionBuilderBefore(c->builder, call);
		LLVMReplaceAllUsesWith(call, LLVMBuildIntToPtr(c->builder, LLVMGetOperand(call, 0), LLVMTypeOf(call), ""));
		LLVMInstructionEraseFromParent(call);
	}
}
