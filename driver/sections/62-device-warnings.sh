# 62-device-warnings.sh: warnings that the device pass alone can give
#
# Both passes read most of a source, and the host pass warns about that.  Warnings of
# the device pass are shown for lines that the host pass does not read, or reads
# differently: code after #ifdef __SYCL_DEVICE_ONLY__ and the like.  They are found by
# comparing the preprocessed texts of both passes; that of the host is made only when
# the device pass has warned.
#
# Offers: choose_warnings tell_device_warnings
# Uses: stage_failed $base $errors $source $stem

# tell_device_warnings COMMAND...: of the device compile that just ended well.  With
# -Werror it is run again when there is something to tell, since only clang
# knows which groups are errors then.
tell_device_warnings() {
	if [ ! -s "$errors" ]; then
		rm -f -- "$errors"
		return 0
	fi
	choose_warnings "$errors" > "$errors.chosen"
	if [ -s "$errors.chosen" ] && [ -n "$device_error_words" ]; then
		rm -f -- "$work/$stem.told"
		# shellcheck disable=SC2086 # words without blanks
		"$@" $device_error_words -ferror-limit=0 -o "$errors.ll" 2> "$errors" 9>&- || :
		choose_warnings "$errors" > "$errors.chosen"
	fi
	if grep -q -E -e '^[^ ].*:[0-9]+:[0-9]+: error: ' "$errors.chosen"; then
		mv -- "$errors.chosen" "$errors"
		errors_chosen=yes
		stage_failed device-compile 1 "$@"
	fi
	cat -- "$errors.chosen" >&2
	[ -z "$save_temps" ] || rm -f -- "$errors" "$errors.chosen" "$errors.ll"
}

# choose_warnings FILE: prints those messages of FILE that the host pass does not give
choose_warnings() {
	if [ -n "$errors_chosen" ] || ! grep -q -E -e ': (warning|error): .*\[-W' "$1"; then
		cat -- "$1"
		return 0
	fi
	host_lines=$work/$stem.host-lines.ii
	if [ ! -s "$host_lines" ]; then
		(host_text "$source" "$host_lines" -E) > /dev/null 2>&1 || :
	fi
	[ -f "$host_lines" ] || echo > "$host_lines"
	[ -f "$work/$stem.told" ] || echo > "$work/$stem.told"
	awk -v told_file="$work/$stem.told" '
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
		shown && !/^[0-9]+ (warning|error)s?.* generated\.$/' "$1" "$base.preprocess.ii" "$host_lines" "$work/$stem.told" "$1"
}
