/* h_item. */
#ifndef SYCL_H_ITEM_HPP
#define SYCL_H_ITEM_HPP

#include <sycl/group.hpp>

#endif
