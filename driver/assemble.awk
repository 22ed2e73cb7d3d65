# Makes one script of the sections.  Their heads, up to the first empty line,
# stay behind: they are for who reads the sources.  A line '#line N "FILE"' says
# that the line after it is line N of FILE.
BEGIN {
	print "#!/bin/sh"
	print "# sycl-cc: compiles and links SYCL programs.  Made of the files that '#line' names,"
	print "# where the manual of each part is."
}
FNR == 1 {
	head = 1
}
!head
head && /^$/ {
	head = 0
	printf "\n#line %d \"%s\"\n", FNR + 1, FILENAME
}
