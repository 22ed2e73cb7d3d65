# The option table as completions: -v shell=bash, zsh or fish, -v nodes=NAMES.
BEGIN { FS = "\t" }
/^#/ || NF < 3 { next }
{
	n++
	option[n] = $1
	text[n] = $3
	argument[n] = $2
}
END {
	if (shell == "bash") {
		printf "# bash completion of sycl-cc, made from its option table\n_sycl_cc() {\n"
		printf "\tlocal options='"
		for (i = 1; i <= n; i++)
			printf "%s%s", (i == 1 ? "" : " "), option[i]
		printf "'\n\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
		printf "\tlocal typed=${COMP_LINE:0:COMP_POINT} before=\n\ttyped=${typed##* }\n"
		printf "\t[[ $word != -*=* ]] || before=${word%%%%=*}=\n"
		printf "\tcase $typed in\n"
		for (i = 1; i <= n; i++)
			if (argument[i] == "NODE")
				printf "\t%s*) mapfile -t COMPREPLY < <(compgen -P \"$before\" -W '%s' -- \"${typed#*=}\"); return ;;\n", option[i], nodes
		printf "\tesac\n\tcase $word in\n"
		printf "\t-*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\") ;;\n"
		printf "\t*) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n\tesac\n"
		printf "\t[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace\n}\n"
		printf "complete -o filenames -F _sycl_cc sycl-cc\n"
	} else if (shell == "fish") {
		printf "# fish completion of sycl-cc, made from its option table\nfunction __sycl_cc_options\n"
		n_nodes = split(nodes, node, " ")
		for (i = 1; i <= n; i++) {
			gsub(/[\\']/, "\\\\&", text[i])
			printf "\tprintf '%%s\\t%%s\\n' '%s' '%s'\n", option[i], text[i]
			for (k = 1; argument[i] == "NODE" && k <= n_nodes; k++)
				printf "\techo '%s%s'\n", option[i], node[k]
		}
		printf "end\ncomplete -c sycl-cc -n \"string match -q -- '-*' (commandline -ct)\" -f -a '(__sycl_cc_options)'\n"
	} else {
		printf "#compdef sycl-cc\n# made from the option table of sycl-cc\n_arguments \\\n"
		for (i = 1; i <= n; i++) {
			if (option[i] !~ /^-/)
				continue	# _arguments takes no others: @FILE
			gsub(/\[|\]|:/, "\\\\&", text[i])
			gsub(/'/, "", text[i])
			printf "\t'%s%s[%s]%s' \\\n", option[i], option[i] ~ /=$/ ? "-" : "", text[i],
				argument[i] == "" ? "" : argument[i] == "NODE" ? ":node:(" nodes ")" : ":argument:_files"
		}
		printf "\t'*:file or @FILE:_files'\n"
	}
}
