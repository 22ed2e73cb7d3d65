#!/bin/sh
# device-messages ERRORS DEVICE_TEXT HOST_TEXT TOLD N HOST_WORD... AGAIN_WORD...
#
# Shows what the device pass printed, file ERRORS, without what the host pass
# says too.  Both passes read most of a source, and the host pass warns about
# that: the device pass's messages are shown where the host pass reads another
# line or none, code behind #ifdef __SYCL_DEVICE_ONLY__ and the like.  Which
# lines these are, the preprocessed texts of both passes tell.  HOST_TEXT is made
# by the N words of a command when it is wanted.  TOLD holds what was shown for
# the same source before.
#
# Clang 22 ends over coroutines in device code: it puts the number of the clean-up
# in hand behind a cast, where it looks for the variable itself.  Its stack dump
# becomes an error at the coroutine.
#
# AGAIN_WORDs are the device compile with the user's -Werror options, if any: it
# runs when there is something to tell, since only clang knows which groups are
# errors then.  The exit status is 1 when there are errors.
set -eu
errors=$1 device_text=$2 host_text=$3 told=$4 count=$5
shift 5

# tell_coroutine: the error instead of the dump, if it is one of a coroutine
tell_coroutine() {
	grep -q -E -e '^ *#[0-9]+ .*PromoteMemToReg' "$errors" && grep -q -w -E -e 'co_await|co_yield|co_return' "$device_text" || return 1
	sed -n "s/^[0-9]*\\.[ \t]*\\(.*:[0-9]*:[0-9]*: \\)Generating code for declaration '\\(.*\\)'\$/\\1error: function '\\2' is a coroutine, which device code must not/p" \
		"$errors" > "$errors.chosen"
	[ -s "$errors.chosen" ]
}

# choose: those messages of $errors that the host pass does not give, into $errors.chosen
choose() {
	if ! grep -q -E -e ': (warning|error): .*\[-W' "$errors"; then
		cat -- "$errors" > "$errors.chosen"
		return 0
	fi
	[ -s "$host_text" ] || make_host_text "$@" > /dev/null 2>&1 || :
	[ -s "$host_text" ] || echo > "$host_text"
	[ -s "$told" ] || echo > "$told"
	awk -v told_file="$told" '
		# Where a message is: FILE:LINE of its first line; sets kind.
		function place_of(line) {
			if (!match(line, /:[0-9]+:[0-9]+: (warning|error|fatal error|note): /))
				return ""
			kind = substr(line, RSTART, RLENGTH)
			number = substr(kind, 2) + 0
			sub(/^:[0-9]+:[0-9]+: /, "", kind)
			return substr(line, 1, RSTART - 1) ":" number
		}
		FNR == 1 { pass++; at = "" }
		pass == 1 {
			if ((place = place_of($0)) != "")
				wanted[place] = 1
			next
		}
		pass <= 3 {
			if (match($0, /^# [0-9]+ "/)) {
				line = substr($0, 3) + 0
				at = substr($0, RLENGTH + 1)
				sub(/"[ 0-9]*$/, "", at)
				gsub(/\\"/, "\"", at)
			} else {
				place = at ":" line++
				if (place in wanted)
					text[pass, place] = text[pass, place] $0
			}
			next
		}
		pass == 4 { told[$0] = 1; next }
		/^In file included from/ {
			before = (included ? before : "") $0 "\n"
			included = 1
			shown = 0
			next
		}
		(place = place_of($0)) != "" && kind != "note: " {
			shown = (kind != "warning: " && !/\[-W/) || text[2, place] != text[3, place]
			if (shown && ($0 in told))
				shown = 0
			if (shown) {
				print $0 >> told_file
				printf "%s", included ? before : ""
			}
			included = 0
		}
		shown && !/^[0-9]+ (warning|error)s?.* generated\.$/' "$errors" "$device_text" "$host_text" "$told" "$errors" \
		> "$errors.chosen"
}

# make_host_text HOST_WORD... AGAIN_WORD...: the first $count words
make_host_text() {
	left=$count
	while [ "$left" -gt 0 ]; do
		set -- "$@" "$1"
		shift
		left=$((left - 1))
	done
	# Those are behind the others now.
	shift "$(($# - count))"
	"$@"
}

if tell_coroutine; then
	cat -- "$errors.chosen" >&2
	rm -f -- "$errors.chosen"
	exit 1
fi
choose "$@"
if [ -s "$errors.chosen" ] && [ $# -gt "$count" ] && ! grep -q -E -e ': (fatal )?error: ' "$errors"; then
	rm -f -- "$told"
	(shift "$count" && "$@") 2> "$errors" || :
	choose "$@"
fi
cat -- "$errors.chosen" >&2
status=0
! grep -q -E -e '^[^ ].*:[0-9]+:[0-9]+: (fatal )?error: ' "$errors.chosen" || status=1
rm -f -- "$errors.chosen" "$errors.ll"
exit "$status"
