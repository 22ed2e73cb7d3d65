/*
 * Headers of the standard library that programs use without a word, because other
 * implementations bring them, but that cost too much for all programs: the driver asks
 * for those whose names the program uses (source-scan(1)).
 */
#ifndef SYCL_DETAIL_STANDARD_HPP
#define SYCL_DETAIL_STANDARD_HPP

/* The namespace of SYCL 1.2.1, which is CL/sycl.hpp's, but for other implementations sycl/sycl.hpp's, too. */
#ifdef __SYCL_CC_USES_cl_sycl
namespace sycl {}
namespace cl { namespace sycl = ::sycl; }
#endif

#ifdef __SYCL_CC_USES_bitset
#include <bitset>
#endif
#ifdef __SYCL_CC_USES_chrono
#include <chrono>
#endif
#ifdef __SYCL_CC_USES_complex
#include <complex>
#endif
#ifdef __SYCL_CC_USES_condition_variable
#include <condition_variable>
#endif
#ifdef __SYCL_CC_USES_deque
#include <deque>
#endif
#ifdef __SYCL_CC_USES_fstream
#include <fstream>
#endif
#ifdef __SYCL_CC_USES_functional
#include <functional>
#endif
#ifdef __SYCL_CC_USES_future
#include <future>
#endif
#ifdef __SYCL_CC_USES_iomanip
#include <iomanip>
#endif
#ifdef __SYCL_CC_USES_iostream
#include <iostream>
#endif
#ifdef __SYCL_CC_USES_list
#include <list>
#endif
#ifdef __SYCL_CC_USES_map
#include <map>
#endif
#ifdef __SYCL_CC_USES_numeric
#include <numeric>
#endif
#ifdef __SYCL_CC_USES_queue
#include <queue>
#endif
#ifdef __SYCL_CC_USES_set
#include <set>
#endif
#ifdef __SYCL_CC_USES_sstream
#include <sstream>
#endif
#ifdef __SYCL_CC_USES_stack
#include <stack>
#endif
#ifdef __SYCL_CC_USES_thread
#include <thread>
#endif
#ifdef __SYCL_CC_USES_unordered_map
#include <unordered_map>
#endif
#ifdef __SYCL_CC_USES_unordered_set
#include <unordered_set>
#endif
#ifdef __SYCL_CC_USES_variant
#include <variant>
#endif

#endif
