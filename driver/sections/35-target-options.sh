# 35-target-options.sh: options for programs of one target, and options that objects keep
#
# $option_table holds what -Xsycl-target-* and -Xs said, until target_words is
# asked for the words of one kind and target.  $recorded holds what an object
# keeps for the link.
#
# Offers: configured_options frontend_words keep_config keep_option
#    settle_options spirv_commands target_option target_words $prep_words
#    $quoted $translate_words $triple
# Uses: add describe die settle_level split_options target_facts with $aot
#    $aot_options $described $how_told $llvm_bin $processor
#    $spirv_extensions $spirv_version $split_words $tools

# target_option OPTION KIND TARGET TEXT: remembers words for the compiler
# (frontend), back end or linker of one target, '' for the only one, '*' for all
target_option() {
	split_options "$4"
	add option_table "$1" "$2" "$3" "$split_words"
	[ "$2" = frontend ] || keep_words "$1" "$3" "$4"
}

# add_option OPTION KIND TARGET WORDS: into $option_table, when the target has something that takes them
add_option() {
	target_facts "$3"
	case $2,$aot,$triple,$cuda_path in
	frontend,* | backend,* | linker,,spir* | linker,,amdgcn* | linker,,nvptx*,?*) ;;
	*) die "nothing links images of target '$3', so '$1' has no use" ;;
	esac
	add option_table "$@"
}

# settle_option OPTION KIND NAME WORDS
settle_option() {
	describe "$3"
	described_name=${described#name=}
	described_name=${described_name%%
*}
	matched=
	for target in $targets; do
		target_facts "$target"
		case $described_name in
		"$target" | "$triple")
			add_option "$1" "$2" "$target" "$4"
			matched=yes
			;;
		*) ;;
		esac
	done
	[ -n "$matched" ] || unused_argument "$1=$3" "$4"
}

# quote_words WORD...: sets $quoted to the words as text that a shell would read so
quote_words() {
	quoted=
	for unquoted; do
		case $unquoted in
		*[!A-Za-z0-9_./=,:+@%-]* | '')
			quoted="$quoted '"
			while :; do
				case $unquoted in
				*\'*)
					quoted="$quoted${unquoted%%\'*}'\\''"
					unquoted=${unquoted#*\'}
					;;
				*) break ;;
				esac
			done
			quoted="$quoted$unquoted'"
			;;
		*) quoted="$quoted $unquoted" ;;
		esac
	done
}

# unused_argument OPTION WORDS: for a target that is not built, as clang says it
unused_argument() {
	settle_level "$unused_warnings"
	with "$2" quote_words
	unused="argument unused during compilation: '$1$quoted'"
	case $how_told in
	off) ;;
	fatal) die "$unused [-Werror,-Wunused-command-line-argument]" ;;
	*) printf 'sycl-cc: warning: %s [-Wunused-command-line-argument]\n' "$unused" >&2 ;;
	esac
}

# settle_options: names in $option_table become targets of this build.  The name
# of a triple means all of its targets.
settle_options() {
	typed_options=$option_table option_table=
	with "$typed_options" settle_each
}

# settle_each [OPTION KIND NAME WORDS]...
settle_each() {
	while [ $# -gt 0 ]; do
		case $3 in
		'*') add option_table "$1" "$2" "$3" "$4" ;;
		'')
			[ "${targets#* }" = "$targets" ] ||
				die "cannot deduce implicit triple value for '$1', specify triple using '$1=<triple>'"
			add_option "$1" "$2" "$targets" "$4"
			;;
		*) settle_option "$@" ;;
		esac
		shift 4
	done
}

# target_words KIND TARGET: sets $target_options to the words of that kind for it
target_words() {
	target_options=
	with "$option_table" find_words "$@"
}

# find_words KIND TARGET [OPTION KIND TARGET WORDS]...
find_words() {
	words_kind=$1 words_of=$2
	shift 2
	while [ $# -gt 0 ]; do
		case $2,$3 in
		"$words_kind,*" | "$words_kind,$words_of") target_options=$target_options$4 ;;
		*) ;;
		esac
		shift 4
	done
}

# frontend_words TRIPLE: sets $target_options to the words for the device pass
# that all targets of this triple share
frontend_words() {
	frontend_options=
	for frontend_target in $targets; do
		target_facts "$frontend_target"
		[ "$triple" = "$1" ] || continue
		target_words frontend "$frontend_target"
		frontend_options=$frontend_options$target_options
	done
	target_options=$frontend_options triple=$1
}

# configured_options: those of the device configuration come before the user's
configured_options() {
	[ -n "$aot_options" ] || return 0
	split_options "$aot_options"
	target_options=$split_words$target_options
}

# spirv_commands WORD...: sets $prep_words and $translate_words to what makes SPIR-V of a
# module by the producer that --spirv-via names, and these words; target_facts was asked
spirv_commands() {
	prep_words='' translate_words=''
	add prep_words "$tools/spirv-prep" "--for=$spirv_via" "--processor=$processor" "$@"
	case $spirv_via in
	backend)
		add translate_words "$llvm_bin/llc" -O0 \
			"-mtriple=${triple%%-*}v$spirv_version-unknown-unknown" ${spirv_extensions:+"-spirv-ext=$spirv_extensions"} \
			-filetype=obj "$@"
		;;
	*)
		add translate_words "$llvm_spirv" "--spirv-max-version=$spirv_version" \
			${spirv_extensions:+"--spirv-ext=$spirv_extensions"} "$@"
		;;
	esac
}

# keep_option OPTION VALUE: goes into objects, because it must be the same at the link
keep_option() {
	recorded_before=$recorded recorded=
	with "$recorded_before" keep_others "$@"
}

# keep_others OPTION VALUE [OPTION VALUE]...: the first in place of the one of its name
keep_others() {
	recorded_key=$1 recorded_value=$2
	shift 2
	while [ $# -gt 1 ]; do
		[ "$1" = "$recorded_key" ] || add recorded "$1" "$2"
		shift 2
	done
	add recorded "$recorded_key" "$recorded_value"
}

# keep_words OPTION TARGET TEXT: the same for words for programs of one target; later ones go behind
keep_words() {
	words_key=$1 words_text=$3
	[ "$2" = '*' ] || words_key=$1:$2
	with "$recorded" join_kept
	keep_option "$words_key" "$words_text"
}

# join_kept [OPTION VALUE]...: what is kept comes before $words_text
join_kept() {
	while [ $# -gt 1 ]; do
		[ "$1" != "$words_key" ] || words_text="$2 $words_text"
		shift 2
	done
}

# keep_config: a file of that name and content, in any folder
keep_config() {
	[ -f "$device_config" ] || return 0
	checksum=$(cksum < "$device_config")
	keep_option -fsycl-device-config-file "${device_config##*/} (checksum ${checksum%% *})"
}
