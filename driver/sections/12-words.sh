# 12-words.sh: lists of arguments in one variable
#
# A shell has one array, its arguments.  Lists of arguments live in variables as
# shell-quoted words: add puts arguments behind such a list, quote makes one
# word, and eval makes arguments of it again:
#
#    eval 'step translate "$2" "$1" -- "$compiler"' "$options" '-o "$2" "$1"'
#
# where what eval expands stands in single quotes, and lists in double quotes.
# split_options makes words of an option's text or of a response file, without a
# shell reading it.
#
# Offers: add has quote split_options $quoted $split_words
# Uses: die

# quote TEXT: sets $quoted to TEXT as one shell word
quote() {
	case $1 in
	*[!A-Za-z0-9_./=,:+@%-]* | '')
		unquoted=$1 quoted=
		while :; do
			case $unquoted in
			*\'*)
				quoted="$quoted${unquoted%%\'*}'\\''"
				unquoted=${unquoted#*\'}
				;;
			*) break ;;
			esac
		done
		quoted="'$quoted$unquoted'"
		;;
	*) quoted=$1 ;;
	esac
}

# add LIST ARGUMENT...: appends the arguments to the list variable LIST
add() {
	list=$1
	shift
	for word; do
		quote "$word"
		eval "$list=\"\${$list-} \$quoted\""
	done
}

# has NAMES NAME: the name is among those, which blanks separate and none contains
has() {
	case " $1 " in
	*" $2 "*) ;;
	*) return 1 ;;
	esac
}

newline='
'

# split_options TEXT: one string with shell quoting becomes words, once, without a shell
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

# split_quoted: what stands in double quotes, where a backslash counts before four characters only
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
