# 24-clang-options.sh: options of compilers, and which passes get them
#
# Most options of clang need nothing here: -f* goes to the host and the device
# pass, everything else to the host pass.  An arm is an exception.
#
# Offers: clang_option settle_level $how_told
# Uses: add next_word

# clang_option OPTION WORD COUNT
clang_option() {
	plain=yes
	case $1 in
	-c) compile_only=yes ;;
	-o) next_word "$@"; output=$2 ;;
	-o?*) output=${1#-o} ;;
	-v)
		[ "$3" -gt 1 ] || [ "$inputs" -gt 0 ] || exec "$clangxx" -v
		verbose=yes
		;;
	-O0 | -Og | -O | -O1) add host_only_words "$1"; device_level=O1 ;;
	-O2 | -O3 | -Os | -Oz) add host_only_words "$1"; device_level=${1#-} ;;
	-Ofast)
		add host_only_words "$1"
		add link_words "$1"
		add device_text_words -ffast-math
		add device_compile_words -ffast-math
		device_level=O3
		;;
	-ffast-math | -funsafe-math-optimizations) # the link puts the host's processor into that mode
		add compile_words "$1"
		add device_compile_words "$1"
		add link_words "$1"
		;;
	-g0) add host_only_words "$1"; strip_lines=yes ;;
	-gsplit-dwarf | -gsplit-dwarf=*)
		add host_only_words "$1"
		add link_words "$1"
		split_dwarf='split'
		[ "$1" != -gsplit-dwarf=single ] || split_dwarf=single
		;;
	-gno-split-dwarf) add host_only_words "$1"; split_dwarf='' ;;
	-g*) add host_only_words "$1"; add link_words "$1"; add device_compile_words "$1"; strip_lines='' ;;
	-I | -iquote | -isystem)
		next_word "$@"
		add compile_words "$1" "$2"
		case $1 in
		-iquote) add scan_words "-$1=$2" ;;
		*) add scan_words "--include-dir=$2" ;;
		esac
		;;
	-include)
		next_word "$@"
		add host_only_words "$1" "$2"
		include_as_text "$2"
		# clang takes the precompiled header beside it.
		for pch in "$2.pch" "$2.gch"; do
			[ ! -e "$pch" ] || uses_pch=yes
		done
		;;
	-D | -U | -idirafter | -imacros | -isysroot | -iprefix | -iwithprefix | -iwithprefixbefore)
		next_word "$@"
		add compile_words "$1" "$2"
		[ "$1" != -idirafter ] || add scan_words "--include-dir=$2"
		;;
	-I*) add compile_words "$1"; add scan_words "--include-dir=${1#-I}" ;;
	-isystem*) add compile_words "$1"; add scan_words "--include-dir=${1#-isystem}" ;;
	-iquote*) add compile_words "$1"; add scan_words "--iquote=${1#-iquote}" ;;
	-D* | -U* | -nostdinc*) add compile_words "$1" ;;
	-std=*) add compile_words "$1"; add device_compile_words "$1" ;;
	-E)
		text_only=yes
		add host_only_words "$1"
		;;
	-dM | -dD | -dI | -dN | -dU) pass_through=yes; add host_only_words "$1" ;;
	-S | -M | -MM | -fsyntax-only | -emit-llvm | -emit-ast | --precompile | --analyze)
		pass_through=yes
		add host_only_words "$1"
		;;
	-MD | -MMD) add dependency_options "$1"; makes_dependencies=yes ;;
	-MP | -MG | -MV) add dependency_options "$1" ;;
	-MF) next_word "$@"; add dependency_options "$1" "$2"; dependency_file=yes ;;
	-MF?*) add dependency_options "$1"; dependency_file=yes ;;
	-MT | -MQ) next_word "$@"; add dependency_options "$1" "$2"; dependency_target=yes ;;
	-MT?* | -MQ?*) add dependency_options "$1"; dependency_target=yes ;;
	-MJ) next_word "$@"; compilation_database=$2 ;;
	-MJ?*) compilation_database=${1#-MJ} ;;
	-Xclang)
		next_word "$@"
		add host_only_words "$1" "$2"
		clang_word "$2"
		;;
	-include-pch)
		next_word "$@"
		add host_only_words "$1" "$2"
		uses_pch=yes
		# The device pass reads the header itself, which has the name without .pch or .gch.
		[ ! -f "${2%.[pg]ch}" ] || include_as_text "${2%.[pg]ch}"
		;;
	-Xassembler | -Xpreprocessor | -mllvm | -target | -arch | --param | -ivfsoverlay | \
		--serialize-diagnostics | -serialize-diagnostics | -working-directory)
		next_word "$@"
		add host_only_words "$1" "$2"
		;;
	-x)
		next_word "$@"
		set_language "$2"
		;;
	-x?*) set_language "${1#-x}" ;;
	-L) next_word "$@"; add link_words "$1" "$2"; add library_dirs "$2" ;;
	-L*) add link_words "$1"; add library_dirs "${1#-L}" ;;
	-l) next_word "$@"; add link_words "$1" "$2"; add library_names "$2" ;;
	-l*) add link_words "$1"; add library_names "${1#-l}" ;;
	-Xlinker)
		next_word "$@"
		add link_words "$1" "$2"
		linker_word "$2"
		;;
	-Wl,*)
		add link_words "$1"
		linker_rest=${1#-Wl,},
		while [ -n "$linker_rest" ]; do
			linker_word "${linker_rest%%,*}"
			linker_rest=${linker_rest#*,}
		done
		;;
	-T | -u | -z | -e | -B) next_word "$@"; add link_words "$1" "$2" ;;
	-static | -static-pie) add link_words "$1"; link_is_static=yes ;;
	-r) add link_words "$1"; relocatable=yes ;; # device code of objects stays where it is
	-shared | -static* | -rdynamic | -pie | -no-pie | -s | -nostdlib* | -nodefaultlibs | -nostartfiles | -fuse-ld=* | -B*)
		add link_words "$1"
		;;
	-Wp,*) add compile_words "$1" ;;
	-Wa,*) add host_only_words "$1" ;;
	-w | -W*) warning_option "$1" ;;
	-pthread) add compile_words "$1"; add link_words "$1" ;;
	-flto*) # an object of bitcode alone could not hold device code
		add host_only_words "$1" -ffat-lto-objects
		add link_words "$1" -ffat-lto-objects
		link_is_lto=yes
		;;
	-fprofile-arcs | -ftest-coverage | --coverage | -coverage)
		add host_only_words "$1"
		add link_words "$1"
		files_beside="$files_beside coverage"
		;;
	-fPIC | -fpic | -fPIE | -fpie | -fsanitize* | -fno-sanitize* | -fprofile* | -fcoverage* | -fno-lto | -pg | \
		-m32 | -mx32 | -m64)
		add host_only_words "$1"
		add link_words "$1"
		;;
	-stdlib=* | --gcc-toolchain=* | --gcc-install-dir=* | --sysroot=*) # the same headers and libraries for all passes
		add compile_words "$1"
		add link_words "$1"
		;;
	-rtlib=* | --rtlib=* | -unwindlib=* | --unwindlib=*) add link_words "$1" ;;
	-fopenmp*)
		# The device pass reads the same text, and ignores its pragmas: kernels run on the device.
		add host_only_words "$1"
		add link_words "$1"
		case $1 in
		-fopenmp | -fopenmp=*) add device_text_words -Xclang -fopenmp ;;
		-fopenmp-version=*) add device_text_words -Xclang "$1" ;;
		*) ;;
		esac
		;;
	-fstack-usage) add host_only_words "$1"; files_beside="$files_beside stack-usage" ;;
	-ftime-trace | -ftime-trace=*)
		add host_only_words "$1"
		time_trace_file=${1#-ftime-trace} files_beside="$files_beside time-trace"
		;;
	-fsave-optimization-record | -fsave-optimization-record=*)
		add host_only_words "$1"
		record_format=yaml files_beside="$files_beside remarks"
		[ "$1" = -fsave-optimization-record ] || record_format=${1#*=}
		;;
	-foptimization-record-file=*) add host_only_words "$1"; record_format=named ;;
	-save-stats | -save-stats=* | --save-stats | --save-stats=*)
		add host_only_words "$1"
		files_beside="$files_beside stats" stats_where=${1#*save-stats}
		;;
	-dumpdir) next_word "$@"; dump_prefix=$2 ;;
	# Options that only host code can have.
	-fcf-protection* | -finstrument-functions* | -fxray* | -fpatchable-function-entry* | -fsplit-machine-functions | -fsplit-stack | \
		-fbasic-block-* | -fplugin* | -fpass-plugin* | -fpch-* | -fembed-bitcode* | -fzero-call-used-regs* | -foptimization-record-* | -fno-plt)
		add host_only_words "$1"
		;;
	-fvisibility* | -fstack-* | -ffunction-sections | -fdata-sections | -fcolor-diagnostics | -fdiagnostics-* | -ftime-* | -fno-color-diagnostics)
		add host_only_words "$1"
		;;
	-f*) add compile_words "$1"; add device_compile_words "$1" ;;
	*) add host_only_words "$1" ;;
	esac
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
	-Werror* | -Wno-error*) add device_error_words "$1" ;;
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
