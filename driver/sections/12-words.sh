# 12-words.sh: lists of words in one variable
#
# The only array of a shell is its arguments.  A list of words is a variable in the
# encoding that a plan has for values (doc/formats/plan.5): one word a line, some
# bytes as a backslash and three digits, a lone backslash for the empty word.  So a
# list is copied into a plan unchanged (put, 40), and two lists are joined by
# concatenation.  add appends words to a list; with runs a command with the words
# of a list behind its own:
#
#    with "$asked" "$tools/object-unpack" --recorded
#
# add has the only eval of the driver; what it evaluates is the name of a variable.
# split_options splits the text of an option or of a response file into words, by
# the shell's rules of quoting, without evaluating it.
#
# Offers: add escape has split_options with $blanks $carriage_return
#    $escaped $newline $split_words
# Uses: die

newline='
'
carriage_return=$(printf '\r')
blanks=$IFS

# escape TEXT: sets $escaped to the text in the encoding of a plan
escape() {
	escaped=$1
	case $1 in
	'') escaped="\\" ;;
	*[\\\|"$newline$carriage_return"]*)
		escape_rest=$1 escaped=
		while [ -n "$escape_rest" ]; do
			escape_part=${escape_rest%%[\\\|"$newline$carriage_return"]*}
			escaped=$escaped$escape_part escape_rest=${escape_rest#"$escape_part"}
			case $escape_rest in
			\\*) escaped="$escaped\\134" ;;
			\|*) escaped="$escaped\\174" ;;
			"$newline"*) escaped="$escaped\\012" ;;
			"$carriage_return"*) escaped="$escaped\\015" ;;
			*) ;;
			esac
			escape_rest=${escape_rest#?}
		done
		;;
	*) ;;
	esac
}

# unescape VALUE: sets $unescaped to the text
unescape() {
	unescaped=$1
	case $1 in
	\\) unescaped='' ;;
	*\\*)
		escape_rest=$1 unescaped=
		while [ -n "$escape_rest" ]; do
			escape_part=${escape_rest%%\\*}
			unescaped=$unescaped$escape_part escape_rest=${escape_rest#"$escape_part"}
			case $escape_rest in
			\\134*) unescaped="$unescaped\\" ;;
			\\174*) unescaped="$unescaped|" ;;
			\\012*) unescaped=$unescaped$newline ;;
			\\015*) unescaped=$unescaped$carriage_return ;;
			*) ;;
			esac
			escape_rest=${escape_rest#????}
		done
		;;
	*) ;;
	esac
}

# add LIST WORD...: appends the words to the list variable LIST
add() {
	list=$1 added_words=
	shift
	for word; do
		escape "$word"
		added_words=$added_words$escaped$newline
	done
	eval "$list=\${$list-}\$added_words"
}

# with LIST COMMAND...: runs the command with the words of the list behind its own
with() {
	with_list=$1
	shift
	set -f
	IFS=$newline
	for word in $with_list; do
		unescape "$word"
		set -- "$@" "$unescaped"
	done
	IFS=$blanks
	set +f
	"$@"
}

# has NAMES NAME: NAMES, a list separated by blanks, contains the name
has() {
	case " $1 " in
	*" $2 "*) ;;
	*) return 1 ;;
	esac
}

# split_options TEXT: sets $split_words to the words of a string with shell quoting
split_options() {
	split_words='' split_rest=$1 split_word='' in_word=''
	while [ -n "$split_rest" ]; do
		case $split_rest in
		[[:space:]]*)
			[ -z "$in_word" ] || add split_words "$split_word"
			split_word='' in_word='' split_rest=${split_rest#?}
			continue
			;;
		\'*\'*)
			split_rest=${split_rest#?}
			split_word=$split_word${split_rest%%\'*} split_rest=${split_rest#*\'}
			;;
		\"*\"*) split_rest=${split_rest#?}; split_quoted ;;
		[\'\"]*) die "unmatched quote in '$1'" ;;
		\\"$newline"*) split_rest=${split_rest#??}; continue ;; # the line goes on
		\\?*) split_rest=${split_rest#?}; split_take ;;
		*)
			split_piece=${split_rest%%[[:space:]\'\"\\]*}
			split_word=$split_word${split_piece:-\\} split_rest=${split_rest#"${split_piece:-\\}"}
			;;
		esac
		in_word=yes
	done
	[ -z "$in_word" ] || add split_words "$split_word"
}

# split_take: the next character is part of the word
split_take() {
	split_word=$split_word${split_rest%"${split_rest#?}"} split_rest=${split_rest#?}
}

# split_quoted: the rest of a string in double quotes; a backslash escapes four characters only
split_quoted() {
	while :; do
		case $split_rest in
		\"*) split_rest=${split_rest#?}; break ;;
		\\[\"\\\$\`]*) split_rest=${split_rest#?}; split_take ;;
		'') die "unmatched quote in an option" ;;
		*) split_take ;;
		esac
	done
}
