# 24-clang-options.sh: options of compilers, and which passes get them
#
# option_passes is the table: who gets an option as it is.  option_effect is what
# else some of them do here.  Most options of clang need neither: -f* goes to the host
# and the device pass, everything else to the host pass.
#
# Offers: clang_option settle_level settle_openmp $how_told
# Uses: add next_word $lib $llvm_bin

# clang_option OPTION WORD COUNT
clang_option() {
	plain=yes
	case $1 in
	-o | -I | -iquote | -isystem | -include | -include-pch | -D | -U | -idirafter | -imacros | -isysroot | -iprefix | \
		-iwithprefix | -iwithprefixbefore | -MF | -MT | -MQ | -MJ | -Xclang | -Xassembler | -Xpreprocessor | -mllvm | \
		-target | -arch | --param | -ivfsoverlay | --serialize-diagnostics | -serialize-diagnostics | \
		-working-directory | -x | -L | -l | -Xlinker | -T | -u | -z | -e | -B | -dumpdir)
		next_word "$@"
		set -- "$1" "$2"
		;;
	-v)
		[ "$3" -gt 1 ] || [ "$inputs" -gt 0 ] || exec "$clangxx" -v
		set -- -v
		;;
	-Wp,-MD | -Wp,-MMD | -Wp,-MP) set -- "${1#-Wp,}" ;;
	-Wp,-MD,*,* | -Wp,-MMD,*,*) set -- "$1" ;;
	-Wp,-MD,* | -Wp,-MMD,*) # as of Linux's makefiles: a dependency file, which names the object that the user knows
		clang_option "-MF${1#-Wp,-*,}" '' 1
		set -- "${1#-Wp,}"
		set -- "${1%%,*}"
		;;
	*) set -- "$1" ;;
	esac
	option_passes "$1"
	for pass in $passes; do
		case $pass in
		host) add host_only_words "$@" ;;
		device) add device_compile_words "$@" ;;
		all) add compile_words "$@" ;;
		link) add link_words "$@" ;;
		*) add dependency_options "$@" ;;
		esac
	done
	option_effect "$@"
}

# option_passes OPTION: sets $passes to those of host (the host pass), all (host and
# device pass, and the preprocessor), device (the device pass after its preprocessor),
# link and dependencies.  The first row that fits counts.
option_passes() {
	case $1 in
	-Wl,*) passes='link' ;;
	-Wp,*) passes=all ;;
	-Wa,* | -fveclib=*) passes=host ;;
	-c | -o* | -v | -x* | -w | -W* | -MJ* | -dumpdir) passes='' ;; # option_effect alone
	-MD | -MMD | -MP | -MG | -MV | -MF* | -MT* | -MQ*) passes=dependencies ;;
	-Ofast) passes='host link' ;;
	-ffast-math | -funsafe-math-optimizations) passes='all device link' ;; # the link puts the host's processor into that mode
	-g0 | -gno-split-dwarf) passes=host ;;
	-gsplit-dwarf | -gsplit-dwarf=*) passes='host link' ;;
	-g*) passes='host link device' ;;
	-I* | -iquote* | -isystem* | -idirafter | -imacros | -isysroot | -iprefix | -iwithprefix | -iwithprefixbefore | \
		-D* | -U* | -nostdinc*) passes=all ;;
	-std=*) passes='all device' ;;
	-L* | -l* | -Xlinker | -T | -u | -z | -e | -B* | -static* | -r | -shared | -rdynamic | -pie | -no-pie | -s | \
		-nostdlib* | -nodefaultlibs | -nostartfiles | -fuse-ld=* | -rtlib=* | --rtlib=* | -unwindlib=* | \
		--unwindlib=*) passes='link' ;;
	-pthread | -stdlib=* | --gcc-toolchain=* | --gcc-install-dir=* | --sysroot=*) passes='all link' ;;
	-fPIC | -fpic | -fPIE | -fpie | -fsanitize* | -fno-sanitize* | -fprofile* | -fcoverage* | -ftest-coverage | \
		--coverage | -coverage | -flto* | -fno-lto | -fopenmp* | -fwhole-program-vtables | -fvirtual-function-elimination | \
		-pg | -m32 | -mx32 | -m64) passes='host link' ;;
	# Options that only host code can have.
	-fcf-protection* | -finstrument-functions* | -fxray* | -fpatchable-function-entry* | -fsplit-machine-functions | \
		-fsplit-stack | -fbasic-block-* | -fplugin* | -fpass-plugin* | -fpch-* | -fembed-bitcode* | \
		-fzero-call-used-regs* | -foptimization-record-* | -fsave-optimization-record | \
		-fsave-optimization-record=* | -fno-plt | -fvisibility* | -fstack-* | -ffunction-sections | \
		-fdata-sections | -fdebug-types-section | -fpcc-struct-return | -freg-struct-return | -fcolor-diagnostics | -fdiagnostics-* | -ftime-* | -fno-color-diagnostics | \
		-fsyntax-only) passes=host ;;
	-f*) passes='all device' ;;
	*) passes=host ;;
	esac
}

# option_effect OPTION [WORD]: what the driver itself does with it
option_effect() {
	case $1 in
	-c) compile_only=yes ;;
	-o) output=$2 ;;
	-o*) output=${1#-o} ;;
	-v) verbose=yes ;;
	-O0) device_level=O1 optimizes='' ;;
	-Og | -O | -O1) device_level=O1 optimizes=yes ;;
	-O2 | -O3 | -Os | -Oz) device_level=${1#-} optimizes=yes ;;
	-Ofast)
		add device_text_words -ffast-math
		add device_compile_words -ffast-math
		device_level=O3 optimizes=yes
		;;
	-g0) strip_lines=yes keeps_variables='' ;;
	-g1 | -gline-*) strip_lines='' keeps_variables='' ;;
	-gsplit-dwarf=single) split_dwarf=single ;;
	-gsplit-dwarf | -gsplit-dwarf=*) split_dwarf='split' ;;
	-gno-split-dwarf) split_dwarf='' ;;
	-g*) strip_lines='' keeps_variables=yes ;;
	-I | -isystem | -idirafter) add scan_words "--include-dir=$2" ;;
	-iquote) add scan_words "--iquote=$2" ;;
	-I*) add scan_words "--include-dir=${1#-I}" ;;
	-isystem*) add scan_words "--include-dir=${1#-isystem}" ;;
	-iquote*) add scan_words "--iquote=${1#-iquote}" ;;
	-include)
		include_as_text "$2"
		# clang takes the precompiled header beside it.
		for pch in "$2.pch" "$2.gch"; do
			[ ! -e "$pch" ] || uses_pch=yes
		done
		;;
	-include-pch)
		uses_pch=yes
		# The device pass reads the header itself, which has the name without .pch or .gch.
		[ ! -f "${2%.[pg]ch}" ] || include_as_text "${2%.[pg]ch}"
		;;
	-E) text_only=yes ;;
	-dM | -dD | -dI | -dN | -dU | -S | -M | -MM | -fsyntax-only | -emit-llvm | -emit-ast | --precompile | --analyze)
		pass_through=yes
		;;
	-MD | -MMD) makes_dependencies=yes ;;
	-MF*) dependency_file=yes ;;
	-MT* | -MQ*) dependency_target=yes ;;
	-MJ) compilation_database=$2 ;;
	-MJ*) compilation_database=${1#-MJ} ;;
	-Xclang) clang_word "$2" ;;
	-x) set_language "$2" ;;
	-x*) set_language "${1#-x}" ;;
	-L) add library_dirs "$2" ;;
	-L*) add library_dirs "${1#-L}" ;;
	-l) add library_names "$2" ;;
	-l*) add library_names "${1#-l}" ;;
	-Xlinker) linker_word "$2" ;;
	-Wl,*)
		linker_rest=${1#-Wl,},
		while [ -n "$linker_rest" ]; do
			linker_word "${linker_rest%%,*}"
			linker_rest=${linker_rest#*,}
		done
		;;
	-Wp,*_FORTIFY_SOURCE* | -D_FORTIFY_SOURCE*) forget_fortification ;;
	-D) [ "${2%%=*}" != _FORTIFY_SOURCE ] || forget_fortification ;;
	-Wp,* | -Wa,*) ;;
	-w | -W*) warning_option "$1" ;;
	-static | -static-pie) link_is_static=yes ;;
	-r) relocatable=yes ;; # device code of objects stays where it is
	*) option_of_code "$@" ;;
	esac
}

# option_of_code OPTION [WORD]: of code generation, and of files that come with it
option_of_code() {
	case $1 in
	-flto*) # an object of bitcode alone could not hold device code
		add host_only_words -ffat-lto-objects
		add link_words -ffat-lto-objects
		link_is_lto=yes
		;;
	-fprofile-arcs | -ftest-coverage | --coverage | -coverage) files_beside="$files_beside coverage" ;;
	# The device pass reads the same text, and ignores its pragmas: kernels run on the device.
	-fopenmp | -fopenmp=libomp) add device_text_words -Xclang -fopenmp; openmp=yes ;;
	-fopenmp=*) add device_text_words -Xclang -fopenmp; openmp='' ;;
	-fno-openmp) openmp='' ;;
	-fopenmp-version=*) add device_text_words -Xclang "$1" ;;
	-fstack-usage) files_beside="$files_beside stack-usage" ;;
	-ftime-trace | -ftime-trace=*) time_trace_file=${1#-ftime-trace} files_beside="$files_beside time-trace" ;;
	-fsave-optimization-record) record_format=yaml files_beside="$files_beside remarks" ;;
	-fsave-optimization-record=*) record_format=${1#*=} files_beside="$files_beside remarks" ;;
	-foptimization-record-file=*) record_format=named ;;
	-save-stats | -save-stats=* | --save-stats | --save-stats=*)
		files_beside="$files_beside stats" stats_where=${1#*save-stats}
		;;
	-dumpdir) dump_prefix=$2 ;;
	*) ;;
	esac
}

# forget_fortification: glibc's headers would call its __memcpy_chk and the like, which devices have not
forget_fortification() {
	add device_text_words -Xclang -U_FORTIFY_SOURCE
}

# settle_openmp: where our LLVM's library of OpenMP is not installed, that of an older
# LLVM does, as Debian's libomp-dev, with what clang wants beside it.
settle_openmp() {
	[ -n "$openmp" ] && ! [ -e "${llvm_bin%/*}/lib/libomp.so" ] || return 0
	older=
	for openmp_library in "${llvm_bin%/*/*}"/llvm-*/lib/libomp.so; do
		[ ! -e "$openmp_library" ] || older=${openmp_library%/*}
	done
	[ -n "$older" ] || return 0
	for header in "$older"/clang/*/include/omp.h; do
		[ ! -e "$header" ] || add compile_words -idirafter "${header%/*}"
		[ ! -e "$header" ] || add plain_words -idirafter "${header%/*}"
	done
	add link_words "-L$older" "$lib/sycl-cc/openmp-dispatch.o"
	[ -n "$compile_only$pass_through$text_only" ] || add plain_words "-L$older" "$lib/sycl-cc/openmp-dispatch.o"
}

# set_language LANGUAGE: of the inputs that follow
set_language() {
	language='c' language_words=''
	add language_words -x "$1"
	case $1 in
	none) language='' language_words='' ;;
	c++ | c++-cpp-output) language=c++ ;;
	c++-header | c-header) language=header ;;
	*) ;;
	esac
}

# warning_option OPTION: -w and -W*.  The host pass's compiler gets them, but for
# the groups that only our own tools have.
warning_option() {
	case $1 in
	-w) warnings=off ;;
	-Werror) [ "$warnings" = off ] || warnings=errors ;;
	-Wno-error) [ "$warnings" = off ] || warnings=on ;;
	-Wno-everything) aspect_warnings=off unused_warnings=off ;;
	-W*unused-command-line-argument) warning_level "$1"; unused_warnings=$how_told ;;
	-W*sycl-aspect-mismatch)
		warning_level "$1"
		aspect_warnings=$how_told plain=''
		return 0
		;;
	*) ;;
	esac
	add host_only_words "$1"
	case $1 in
	*[!A-Za-z0-9=+_-]* | -Wfatal-errors | -w) ;;
	-Wno-error=*) # some groups are errors without an option
		add device_error_words "$1"
		add device_warning_words "$1"
		;;
	-Werror* | -Wno-error) add device_error_words "$1" ;;
	*) add device_warning_words "$1" ;;
	esac
}

# warning_level OPTION: sets $how_told from -W[no-][error=]GROUP
warning_level() {
	case $1 in
	-Wno-error=*) how_told=shown ;;
	-Werror=*) how_told=fatal ;;
	-Wno-*) how_told=off ;;
	*) how_told=on ;;
	esac
}

# settle_level LEVEL: sets $how_told to off, shown or fatal, from LEVEL, -w and -Werror.
# As in clang, -W[no-]error=GROUP wins over -Werror at any position.
settle_level() {
	case $warnings,$1 in
	off,* | *,off) how_told=off ;;
	*,fatal | errors, | errors,on) how_told=fatal ;;
	*) how_told=shown ;;
	esac
}

# include_as_text HEADER: -include for the device pass, which takes no precompiled one
include_as_text() {
	add device_text_words -Xclang -include -Xclang "$1"
	add scan_words "--include=$1"
}

# clang_word WORD: of -Xclang.  Build systems include precompiled headers so.
clang_word() {
	case $clang_word_before in
	-include) include_as_text "$1" ;;
	-include-pch) uses_pch=yes ;;
	*) ;;
	esac
	clang_word_before=$1
}

# linker_word WORD: of -Wl and -Xlinker: objects, archives and libraries bring device code from there too
linker_word() {
	case $1 in
	-l?*) add library_names "${1#-l}" ;;
	--library=?*) add library_names "${1#*=}" ;;
	-L?*) add library_dirs "${1#-L}" ;;
	--library-path=?*) add library_dirs "${1#*=}" ;;
	-*) ;;
	*.a | *.o | *.so)
		if [ -f "$1" ]; then
			inputs=$((inputs + 1))
			add link_inputs "$1"
			add maybe_objects "$1"
		fi
		;;
	*) ;;
	esac
}
