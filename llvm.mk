# The LLVM that make, the tools, the driver, the packages and the tests use: the only
# place of its number.  Makefiles include this file, scripts of sh source it.
LLVM_VERSION=22
