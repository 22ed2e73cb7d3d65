# The node table as the tables of doc/graph.md: nodes.tsv first, then the page,
# whose rows are replaced.  A table begins with a line '| node | ...' and holds
# the nodes of a source (the first table) or of a link (the second).
BEGIN { FS = "\t" }
NR == FNR {
	if (!/^#/)
		rows[$2 == "source" ? 1 : 2] = rows[$2 == "source" ? 1 : 2] "| " $1 " | " $3 " | " $4 " | " $5 " |\n"
	next
}
/^\| node \| / { table++; in_table = 1; print; getline; print; printf "%s", rows[table]; next }
in_table && /^\|/ { next }
{ in_table = 0; print }
