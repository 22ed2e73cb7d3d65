# 25-inputs.sh: sources, objects and libraries
#
# Tells sources from what is linked, and asks objects and archives which device
# code they have: the graph depends on it.  When neither a source nor an object
# has to do with SYCL, clang does the whole command (be_clang).
#
# Offers: add_input add_stdin ask_objects be_clang find_libraries keep_stdin
#    scan_sources settle_headers take_answer $file_language $stem
# Uses: add add_targets die split_mode step target_option with $include
#    $newline $share $target_macros $tools

# file_stem PATH: sets $stem to a name for this input's files, unique in this run
file_stem() {
	stem=${1##*/}
	stem=${stem%.*}
	case $stem in
	*[!A-Za-z0-9_.+-]* | '' | -*) stem=source ;;
	*) ;;
	esac
	case "$used_stems" in
	*"/$stem/"*)
		stem_count=$((stem_count + 1))
		stem=$stem-$stem_count
		;;
	*) ;;
	esac
	used_stems="$used_stems$stem/"
}

# add_source FILE [LANGUAGE_WORDS]: in $file_language
add_source() {
	file_stem "$1"
	sources=$((sources + 1))
	add source_words "$file_language" "$1" "$stem" "${2-$language_words}"
	add link_words "$work_mark/$stem.host-compile.o"
	add link_inputs "$work_mark/$stem.host-compile.o"
}

# add_stdin: both passes read it, so it becomes a file of the work folder
add_stdin() {
	inputs=$((inputs + 1)) file_language=${language:-none} reads_stdin=${language:-none}
	add_source "$work_mark/stdin"
}

# keep_stdin: as if it still were standard input where the source's name shows
keep_stdin() {
	if [ "$plan" = run ]; then
		{ printf '# 1 "<stdin>"\n' && cat; } > "$work/stdin" || die "cannot write '$work/stdin'"
	else
		step stdin "$work/stdin" /dev/stdin -- cp /dev/stdin "$work/stdin"
	fi
}

add_input() {
	inputs=$((inputs + 1))
	file_language=$language
	input_words=$language_words
	if [ -z "$file_language" ]; then
		case $1 in
		*.cpp | *.cc | *.cxx | *.C | *.c++ | *.cp | *.CPP | *.CC | *.CXX | *.ii | *.i) file_language=c++ ;;
		*.sycl) file_language=c++ input_words=$as_cplusplus ;;
		*.c)
			file_language='c'
			[ -z "$c_is_sycl" ] || file_language=c++ input_words=$as_cplusplus c_inputs=yes
			;;
		*.h | *.hh | *.hpp | *.hxx | *.H) file_language=header ;;
		*.s | *.S | *.asm | *.m | *.mm | *.mi | *.mii | *.M | *.cl | *.clcpp | *.cu | *.hip | *.cppm | *.ccm | *.cxxm | *.c++m)
			file_language='c'
			;;
		*) file_language='link' ;;
		esac
	fi
	case $1 in
	-*) input=./$1 ;;
	*) input=$1 ;;
	esac
	[ -e "$input" ] || die "no such file: '$1'"
	case $file_language in
	c++ | c) add_source "$input" "$input_words" ;;
	header) add_source "$input" "$input_words"; precompiles=$((precompiles + 1)) ;;
	*)
		add link_words "$input"
		add link_inputs "$input"
		add maybe_objects "$input"
		;;
	esac
}

# add_folders LIST BEFORE PATH: adds the folders of a search path, each with BEFORE before it
add_folders() {
	folders=$3:
	while [ -n "$folders" ]; do
		[ -z "${folders%%:*}" ] || add "$1" "$2${folders%%:*}"
		folders=${folders#*:}
	done
}

# find_libraries: archives that -l names bring device code too
find_libraries() {
	add_folders library_dirs '' "${LIBRARY_PATH-}"
	with "$library_names" find_archives
}

# find_archives NAME...: each in the first folder that has it
find_archives() {
	for name; do
		case $name in
		:*) archive=${name#:} shared='' ;;
		*) archive=lib$name.a shared=lib$name.so ;;
		esac
		with "$library_dirs" find_archive
	done
}

# find_archive FOLDER...: $archive, unless $shared comes first
find_archive() {
	for folder; do
		[ -z "$shared" ] || [ -n "$link_is_static" ] || [ ! -f "$folder/$shared" ] || break
		if [ -f "$folder/$archive" ]; then
			add maybe_objects "$folder/$archive"
			break
		fi
	done
}

# ask_objects: what device code the inputs have, and what was recorded with it.
# The graph depends on the answer, so a plan asks too.
ask_objects() {
	asked='' answer=''
	[ -z "$targets" ] || add asked --option=-fsycl-targets
	with "$recorded" ask_options
	add asked --
	answer=$(with "$asked$maybe_objects" "$tools/object-unpack" --recorded) || exit 1
	while IFS= read -r line; do
		case $line in
		'file '*) add object_words "${line#file }" ;;
		modules) object_modules=yes ;;
		alone) object_alone=yes ;;
		images) object_images=yes ;;
		members) object_members=yes ;;
		runtime) needs_runtime=yes ;;
		'fixed '*)
			line=${line#fixed }
			add object_fixed "--fixed-targets=${line%% *}:${line#* }"
			;;
		'relinked '*)
			[ -z "$link_is_lto" ] || die "'${line#relinked }' was made by 'ld -r' of objects compiled with -flto, which linkers cannot read: link those objects themselves, or leave out -flto"
			;;
		*=*) use_recorded "$line" ;;
		*) ;;
		esac
	done <<-END
		$answer
	END
}

# ask_options OPTION VALUE...: those that objects must agree with
ask_options() {
	while [ $# -gt 1 ]; do
		[ "$1" = -fsycl-targets ] || add asked "--option=$1=$2"
		shift 2
	done
}

# use_recorded OPTION=VALUE: what objects recorded holds for the link too
use_recorded() {
	recorded_value=${1#*=}
	case ${1%%=*} in
	-fsycl-targets) add_targets "$recorded_value" ;;
	-fsycl-device-code-split) split_mode "$recorded_value" ;;
	-fsycl-allow-device-image-dependencies) image_dependencies=${recorded_value#no} ;;
	-fsycl-embed-ir) embed_ir=${recorded_value#no} ;;
	--spirv-via) spirv_via=$recorded_value ;;
	-fsycl-device-config-file)
		die "objects were compiled with -fsycl-device-config-file='${recorded_value% (*}': give that file at the link too"
		;;
	--offload-compress) compress=${recorded_value#no} ;;
	-Xs) target_option -Xs backend '*' "$recorded_value" ;;
	-Xsycl-target-backend:* | -Xsycl-target-linker:*)
		recorded_key=${1%%=*} recorded_kind=${recorded_key%%:*}
		target_option "$recorded_kind" "${recorded_kind##*-}" "${recorded_key#*:}" "$recorded_value"
		;;
	*) ;;
	esac
}

# scan_sources: sets $reaches, to plain when no source reaches a SYCL header and no part of the graph was asked for
scan_sources() {
	[ "$plan$start_number$stop_number" = run099 ] || return 0
	[ -z "$reads_stdin$no_sycl$save_temps$time_trace$report$crash_bundle$swapped_stages$device_only$host_only$link_only$added_images" ] || return 0
	add_folders scan_words --include-dir= "${CPLUS_INCLUDE_PATH-}:${CPATH-}"
	scanned=
	with "$source_words" add_scanned
	reaches=plain
	if [ -n "$scanned" ]; then
		scan_answer=$(with "$scan_words--$newline$scanned" "$tools/source-scan") || exit 1
		take_answer
		# Of one source there is no need to ask again.
		[ "$sources" -gt 1 ] || only_scan=$scan_answer
	fi
}

# take_answer: sets $reaches and $standard_headers as $scan_answer says
take_answer() {
	reaches=${scan_answer%% *} standard_headers=''
	case $scan_answer in
	*"${newline}std "*) standard_headers=${scan_answer##*"${newline}std "} ;;
	*) ;;
	esac
}

# settle_headers: the headers that the next source is compiled with.  One that declares
# namespace sycl as another name of cl::sycl gets headers that leave it the name; sycl.hpp
# brings the standard headers whose names the source uses.
settle_headers() {
	headers=$include system_includes=''
	if [ "$reaches" = cl-sycl ]; then
		headers=$share/cl-sycl reaches=sycl
		add system_includes -isystem "$headers"
	fi
	add system_includes -isystem "$include"
	for standard_header in $standard_headers; do
		add system_includes "-D__SYCL_CC_USES_$standard_header"
	done
	[ -n "$no_sycl" ] || system_includes=$system_includes$target_macros
}

# add_scanned [LANGUAGE SOURCE STEM LANGUAGE_WORDS]...
add_scanned() {
	while [ $# -gt 0 ]; do
		[ "$1" = c ] || add scanned "$2"
		shift 4
	done
}

# be_clang: nothing here is SYCL: clang++ replaces this process and does the command
be_clang() {
	if [ -n "$host_compiler" ]; then
		with "$plain_words$host_compiler_words" exec "$host_compiler"
	fi
	with "$plain_words" exec "$clangxx"
}
