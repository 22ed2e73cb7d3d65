# 24-clang-options.sh: options of compilers, and which passes get them
#
# Most options of clang need nothing here: -f* goes to the host and the device
# pass, everything else to the host pass.  An arm says what goes elsewhere.
#
# Offers: clang_option
# Uses: add next_word quote $quoted

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
	-Ofast) add host_only_words "$1"; add device_compile_words -ffast-math; device_level=O3 ;;
	-g0) add host_only_words "$1"; strip_lines=yes ;;
	-g*) add host_only_words "$1"; add link_words "$1"; add device_compile_words "$1"; strip_lines='' ;;
	-I | -iquote | -include | -isystem)
		next_word "$@"
		add compile_words "$1" "$2"
		case $1 in
		-iquote | -include) add scan_words "-$1=$2" ;;
		*) add scan_words "--include-dir=$2" ;;
		esac
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
	-E | -S | -M | -MM | -fsyntax-only | -emit-llvm | -emit-ast | --precompile | --analyze)
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
	-Xclang | -Xassembler | -Xpreprocessor | -mllvm | -target | -arch | --param | -include-pch | -ivfsoverlay | -dumpdir | \
		--serialize-diagnostics | -serialize-diagnostics | -working-directory)
		next_word "$@"
		add host_only_words "$1" "$2"
		;;
	-x)
		next_word "$@"
		case $2 in
		none) language='' language_words='' ;;
		c++) language=c++ language_words=' -x c++' ;;
		*) language='c'; quote "$2"; language_words=" -x $quoted" ;;
		esac
		;;
	-xc++) language=c++ language_words=' -x c++' ;;
	-L) next_word "$@"; add link_words "$1" "$2"; add library_dirs "$2" ;;
	-L*) add link_words "$1"; add library_dirs "${1#-L}" ;;
	-l) next_word "$@"; add link_words "$1" "$2"; add library_names "$2" ;;
	-l*) add link_words "$1"; add library_names "${1#-l}" ;;
	-Xlinker | -T | -u | -z | -e | -B) next_word "$@"; add link_words "$1" "$2" ;;
	-Wl,* | -shared | -static* | -rdynamic | -pie | -no-pie | -s | -r | -nostdlib* | -nodefaultlibs | -nostartfiles | -fuse-ld=* | -B*)
		add link_words "$1"
		;;
	-pthread) add compile_words "$1"; add link_words "$1" ;;
	-flto*) # an object of bitcode alone could not hold device code
		add host_only_words "$1" -ffat-lto-objects
		add link_words "$1" -ffat-lto-objects
		;;
	-fPIC | -fpic | -fPIE | -fpie | -fsanitize* | -fprofile* | -fcoverage* | -fno-lto | --coverage)
		add host_only_words "$1"
		add link_words "$1"
		;;
	-fvisibility* | -fstack-* | -ffunction-sections | -fdata-sections | -fcolor-diagnostics | -fdiagnostics-* | -ftime-* | -fno-color-diagnostics)
		add host_only_words "$1"
		;;
	-f*) add compile_words "$1"; add device_compile_words "$1" ;;
	*) add host_only_words "$1" ;;
	esac
}
