# find_package(sycl-cc) gives
#
#   SYCL_CC_COMPILER       the program sycl-cc
#   SYCL_CC_TARGETS        the targets of add_sycl_to_target, if it is set before; a list
#   sycl-cc::runtime       headers and runtime, for host code that another compiler compiles
#   add_sycl_to_target(TARGET name [SOURCES file...] [TARGETS target...])
#       compiles and links the C++ sources of a target with sycl-cc, whatever the
#       project's C++ compiler is.  A source without SYCL headers is compiled as by
#       clang++, so SOURCES need not be named; they are checked to be the target's.
#       What links objects with kernels is linked by sycl-cc, too: call it for the
#       executable as well as for its libraries.
cmake_minimum_required(VERSION 3.21)

get_filename_component(_sycl_cc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
set(SYCL_CC_COMPILER "${_sycl_cc_prefix}/bin/sycl-cc")
set(_sycl_cc_launcher "${CMAKE_CURRENT_LIST_DIR}/launcher")

set(_sycl_cc_include "@INCLUDE@")

if(NOT TARGET sycl-cc::runtime)
	add_library(sycl-cc::runtime SHARED IMPORTED)
	set_target_properties(sycl-cc::runtime PROPERTIES
		IMPORTED_LOCATION "${_sycl_cc_prefix}/lib/libsycl-cc-rt.so"
		INTERFACE_COMPILE_FEATURES cxx_std_17
		INTERFACE_INCLUDE_DIRECTORIES "${_sycl_cc_include}")
endif()

# _sycl_cc_launch(TARGET PROPERTY): runs sycl-cc in place of the program behind the
# launchers that the property has, as ccache is one
function(_sycl_cc_launch target property)
	get_target_property(others ${target} ${property})
	if(NOT others)
		set(others "")
	endif()
	set_target_properties(${target} PROPERTIES ${property} "${_sycl_cc_launcher}")
	set_property(TARGET ${target} APPEND PROPERTY ${property} ${others} --)
endfunction()

function(add_sycl_to_target)
	cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET" "SOURCES;TARGETS")
	if(arg_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "add_sycl_to_target: unknown words: ${arg_UNPARSED_ARGUMENTS}")
	endif()
	if(NOT TARGET "${arg_TARGET}")
		message(FATAL_ERROR "add_sycl_to_target: TARGET '${arg_TARGET}' is no target of this project")
	endif()
	get_target_property(sources ${arg_TARGET} SOURCES)
	foreach(source IN LISTS arg_SOURCES)
		if(NOT source IN_LIST sources)
			message(FATAL_ERROR "add_sycl_to_target: '${source}' is no source of target '${arg_TARGET}'")
		endif()
	endforeach()
	get_target_property(done ${arg_TARGET} SYCL_CC)
	if(done)
		return()
	endif()
	set_target_properties(${arg_TARGET} PROPERTIES SYCL_CC TRUE)

	get_filename_component(compiler "${CMAKE_CXX_COMPILER}" NAME)
	if(NOT compiler STREQUAL sycl-cc)
		_sycl_cc_launch(${arg_TARGET} CXX_COMPILER_LAUNCHER)
		_sycl_cc_launch(${arg_TARGET} CXX_LINKER_LAUNCHER)
	endif()
	set(targets ${arg_TARGETS})
	if(NOT targets)
		set(targets ${SYCL_CC_TARGETS})
	endif()
	target_compile_features(${arg_TARGET} PRIVATE cxx_std_17)
	# sycl-cc knows the place; it is for readers of compile_commands.json.
	target_include_directories(${arg_TARGET} SYSTEM PRIVATE "${_sycl_cc_include}")
	if(targets)
		string(REPLACE ";" "," targets "${targets}")
		target_compile_options(${arg_TARGET} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-fsycl-targets=${targets}>")
		target_link_options(${arg_TARGET} PRIVATE "-fsycl-targets=${targets}")
	endif()
endfunction()
