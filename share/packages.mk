# What makes other build systems find sycl-cc: a pkg-config file, a CMake package and
# shims for the names of other toolchains.  In the build tree they name the headers of
# the source tree; `make install` replaces that.

cmake_files := $(patsubst share/cmake/%,$(BUILD)/lib/cmake/sycl-cc/%,$(wildcard share/cmake/*))
shims := $(BUILD)/share/cmake-shims/lib/cmake
shim_files := $(shims)/sycl-cc-shim.cmake $(foreach name,IntelSYCL AdaptiveCpp,$(shims)/$(name)/$(name)Config.cmake)

fill_in = sed -e 's|@VERSION@|$(VERSION)|' -e 's|@INCLUDE@|$(CURDIR)/include|'

$(BUILD)/lib/cmake/sycl-cc/%: share/cmake/% $(BUILD)/gen/source Makefile share/packages.mk
	@mkdir -p $(@D)
	$(fill_in) $< > $@ && chmod --reference=$< $@

$(BUILD)/lib/pkgconfig/sycl-cc.pc: share/sycl-cc.pc.in $(BUILD)/gen/source Makefile share/packages.mk
	@mkdir -p $(@D)
	$(fill_in) $< > $@

$(shims)/sycl-cc-shim.cmake: share/cmake-shims/sycl-cc-shim.cmake
	@mkdir -p $(@D)
	cp $< $@

$(shims)/IntelSYCL/% $(shims)/AdaptiveCpp/%: share/cmake-shims/%
	@mkdir -p $(@D)
	cp $< $@

driver: $(cmake_files) $(shim_files) $(BUILD)/lib/pkgconfig/sycl-cc.pc
