# The headers for programs that declare `namespace sycl = cl::sycl` themselves, as
# programs for SYCL 1.2.1 did, or hipsycl::sycl: clang refuses that beside a namespace sycl.  In these the
# namespace is in the inline namespace cl; lines and columns behind its line are those
# of include/.
cl_sycl := $(BUILD)/share/cl-sycl
cl_sycl_headers := $(patsubst include/%,$(cl_sycl)/%,$(shell find -L include/sycl include/CL include/SYCL include/ext include/hipSYCL include/sycl.hpp -name '*.hpp'))

$(cl_sycl)/%.hpp: include/%.hpp share/cl-sycl.mk
	@mkdir -p $(@D)
	@sed -e 's/^namespace sycl\>\(.*{\)$$/inline namespace cl {} namespace cl::sycl\1/' -e 's/^namespace cl {.*}$$//' $< > $@

driver: $(cl_sycl_headers)
