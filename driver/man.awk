# The option table as the OPTIONS list of the manual page.
BEGIN { FS = "\t" }
/^#/ || NF < 3 { next }
function escape(text) {
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	return text
}
{
	if ($1 !~ /^-/) {
		print ".It Li " $1 " Ns Ar " substr($2, 2, length($2) - 2)
		print toupper(substr($3, 1, 1)) escape(substr($3, 2)) "."
		next
	}
	option = escape(substr($1, 2))
	argument = $2
	if (argument == "")
		print ".It Fl " option
	else if (argument ~ /^\[/)
		print ".It Fl " option " Ns Op Ar " escape(substr(argument, 2, length(argument) - 2))
	else if ($1 ~ /=$/)
		print ".It Fl " option " Ns Ar " escape(argument)
	else
		print ".It Fl " option " Ar " escape(argument)
	text = toupper(substr($3, 1, 1)) substr($3, 2) "."
	print escape(text)
}
