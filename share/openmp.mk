# An object for links with -fopenmp and the library of an older LLVM (driver/sections/24).
tools: $(BUILD)/lib/sycl-cc/openmp-dispatch.o

$(BUILD)/lib/sycl-cc/openmp-dispatch.o: share/openmp/dispatch.c share/openmp.mk
	@mkdir -p $(@D)
	$(CC) -O2 -std=c11 -Wall -Wextra -fPIC -fvisibility=hidden -c -o $@ share/openmp/dispatch.c
