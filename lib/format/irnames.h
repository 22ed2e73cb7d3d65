/*
 * Names in device modules, each of which one tool writes and others read:
 * annotations of the front end, attributes and metadata (aspects.7, doc/graph.md).
 */
#ifndef FORMAT_IRNAMES_H
#define FORMAT_IRNAMES_H

/* Annotations: attr-rewrite and the headers write them, device-prepare makes attributes and metadata of them. */
#define ANNOTATION_DEVICE_HAS "sycl-device-has"
#define ANNOTATION_DEVICE_HAS_PROPERTY "sycl-device-has-property"
#define ANNOTATION_USES_ASPECTS "sycl-uses-aspects"
#define ANNOTATION_TYPE_USES_ASPECTS "sycl-type-uses-aspects"
#define ANNOTATION_ASPECTS "sycl-aspects"
#define ANNOTATION_WORK_GROUP_SIZE "sycl-reqd-work-group-size"
#define ANNOTATION_WORK_GROUP_SIZE_HINT "sycl-work-group-size-hint"
#define ANNOTATION_SUB_GROUP_SIZE "sycl-reqd-sub-group-size"
#define ANNOTATION_NAMED_SUB_GROUP_SIZE "sycl-named-sub-group-size"
#define ANNOTATION_VEC_TYPE_HINT "sycl-vec-type-hint"
#define ANNOTATION_EXTERNAL "sycl-external"
#define ANNOTATION_KERNEL_WRAPPER "sycl-kernel-wrapper"
#define ANNOTATION_OF_SOME_PROCESSORS "sycl-of-some-processors"
#define ANNOTATION_FUNCTION_PROPERTY "sycl-function-property"
#define ANNOTATION_CALLS_INDIRECTLY "sycl-calls-indirectly"
#define ANNOTATION_SPEC_ID "sycl-spec-id"
#define ANNOTATION_DEVICE_GLOBAL "sycl-device-global"

/* Names of the variables of device globals begin so; driver/sections/70 keeps them. */
#define DEVICE_GLOBAL_PREFIX "__sycl_device_global_"

/* String attributes of functions, calls and variables. */
#define ATTRIBUTE_MODULE_ID "sycl-module-id"
#define ATTRIBUTE_ENTRY_POINT "sycl-entry-point"
#define ATTRIBUTE_DEVICE_HAS "sycl-device-has"
#define ATTRIBUTE_INDIRECTLY_CALLABLE "indirectly-callable"
#define ATTRIBUTE_CALLS_INDIRECTLY "calls-indirectly"
#define ATTRIBUTE_VIRTUAL_CALL "virtual-call"
/* Until post-link has made choices of virtual calls: the number of a function, the slot of a call's declaration. */
#define ATTRIBUTE_VIRTUAL_NUMBER "sycl-virtual-number"
#define ATTRIBUTE_VIRTUAL_SLOT "sycl-virtual-slot"
#define ATTRIBUTE_KERNEL_WRAPPER "sycl-kernel-wrapper"
/* A function that is called only where the processor is one of some: its aspects are theirs. */
#define ATTRIBUTE_OF_SOME_PROCESSORS "sycl-of-some-processors"
#define ATTRIBUTE_GRF_SIZE "sycl-grf-size"
#define ATTRIBUTE_REGISTER_ALLOC_MODE "sycl-register-alloc-mode"
#define ATTRIBUTE_OPT_LEVEL "sycl-optlevel"
#define ATTRIBUTE_DEVICE_GLOBAL_SIZE "sycl-device-global-size"
#define ATTRIBUTE_UNIQUE_ID "sycl-unique-id"
#define ATTRIBUTE_DEVICE_IMAGE_SCOPE "sycl-device-image-scope"
/* ComputeMux's, of kernels in the CPU compiler's canonical form (ComputeMux compiler specification, "Function Attributes"). */
#define ATTRIBUTE_MUX_KERNEL "mux-kernel"
#define ATTRIBUTE_MUX_ORIGINAL "mux-orig-fn"
#define ATTRIBUTE_MUX_BASE_NAME "mux-base-fn-name"
#define ATTRIBUTE_MUX_LOCAL_MEMORY "mux-local-mem-usage"
#define ATTRIBUTE_MUX_NO_SUB_GROUPS "mux-no-subgroups"
#define ATTRIBUTE_MUX_ONE_SUB_GROUP "mux-degenerate-subgroups"
#define ATTRIBUTE_MUX_ORDER "mux-work-item-order"
/* "x,y,z": the work-group size that launches probably have (mux/lower/likely.h).  Only within lib/mux. */
#define ATTRIBUTE_MUX_LIKELY_SIZE "sycl-cc-likely-size"
/* Of entry points: mux/analysis/interleave.h holds for them.  Only within lib/mux. */
#define ATTRIBUTE_MUX_INTERLEAVES "sycl-cc-interleaves"
/* Of a call of an atomic function: what it changes is in local memory. */
#define ATTRIBUTE_MUX_LOCAL "sycl-cc-local"
/* Of calls of barriers. */
#define ATTRIBUTE_MUX_SCHEDULE "mux-barrier-schedule"

/*
 * Metadata of functions and instructions, and named metadata of the module.
 * _OLD: the first edition's name, which is read as the same.
 */
#define METADATA_ASPECTS "sycl_aspects"
#define METADATA_TYPES_WITH_ASPECTS "sycl_types_that_use_aspects"
#define METADATA_TYPES_WITH_ASPECTS_OLD "intel_types_that_use_aspects"
#define METADATA_USED_ASPECTS "sycl_used_aspects"
#define METADATA_USED_ASPECTS_OLD "intel_used_aspects"
#define METADATA_DECLARED_ASPECTS "sycl_declared_aspects"
#define METADATA_DECLARED_ASPECTS_OLD "intel_declared_aspects"
#define METADATA_FIXED_TARGETS "sycl_fixed_targets"
#define METADATA_FUNCTOR_SIZE "sycl_functor_size"
#define METADATA_CONTENTS "sycl_contents"
#define METADATA_REGISTERED_KERNELS "sycl_registered_kernels"
#define METADATA_JOINT_MATRIX "sycl_joint_matrix"
#define METADATA_JOINT_MATRIX_MAD "sycl_joint_matrix_mad"
#define METADATA_VIRTUAL_PLACES "sycl_virtual_places"
#define METADATA_OMITTED_ARGUMENTS "sycl_kernel_omit_args"
#define METADATA_WORK_GROUP_SIZE "reqd_work_group_size"
#define METADATA_WORK_GROUP_SIZE_HINT "work_group_size_hint"
#define METADATA_WORK_GROUP_DIMENSIONS "work_group_num_dim"
#define METADATA_SUB_GROUP_SIZE "intel_reqd_sub_group_size"
#define METADATA_SPEC_CONSTANTS "sycl.specialization-constants"
#define METADATA_SPEC_DEFAULTS "sycl.specialization-constants-default-values"
#define METADATA_SPEC_DEFAULTS_MODULE "sycl.specialization-constants-default-values-module"
#define METADATA_MUX_LAYOUT "mux_layout"
#define METADATA_MUX_DIMENSIONS "max_work_dim"
#define METADATA_MUX_SCHEDULED "mux_scheduled_fn"
#define METADATA_MUX_SCHEDULING "mux-scheduling-params"

#endif
