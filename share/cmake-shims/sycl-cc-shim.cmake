# Finds the sycl-cc whose shims these are: installed, and in a build tree.
find_package(sycl-cc REQUIRED NO_DEFAULT_PATH PATHS
	"${CMAKE_CURRENT_LIST_DIR}/../../../../.." "${CMAKE_CURRENT_LIST_DIR}/../../../..")
