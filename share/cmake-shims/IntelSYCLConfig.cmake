# For projects that say find_package(IntelSYCL): sycl-cc under these names.
#   cmake -DCMAKE_PREFIX_PATH=PREFIX/share/sycl-cc/cmake-shims
include("${CMAKE_CURRENT_LIST_DIR}/../sycl-cc-shim.cmake")
set(SYCL_IMPLEMENTATION_ID sycl-cc)
set(SYCL_COMPILER "${SYCL_CC_COMPILER}")
set(SYCL_LANGUAGE_VERSION 202012)
set(SYCL_INCLUDE_DIR "")
set(SYCL_FLAGS -fsycl)
set(SYCL_LINK_FLAGS -fsycl)
if(NOT TARGET IntelSYCL::SYCL_CXX)
	# Options alone do not make another compiler compile SYCL.
	get_filename_component(_compiler "${CMAKE_CXX_COMPILER}" NAME)
	if(_compiler STREQUAL sycl-cc)
		add_library(IntelSYCL::SYCL_CXX INTERFACE IMPORTED)
		set_target_properties(IntelSYCL::SYCL_CXX PROPERTIES
			INTERFACE_COMPILE_OPTIONS -fsycl INTERFACE_LINK_OPTIONS -fsycl INTERFACE_COMPILE_FEATURES cxx_std_17)
	endif()
endif()
set(IntelSYCL_FOUND TRUE)
set(IntelSYCL_VERSION "${sycl-cc_VERSION}")
