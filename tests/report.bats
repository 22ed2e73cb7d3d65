# Pages about builds and programs.
load helper
load report

# page FILE: the page is well-formed and loads nothing
page() {
	xmllint --huge --noout --nonet "$1"
	run -1 grep -oE '(src|href|action|data|poster|srcset)="(https?:|//)[^"]*|url\(|@import|<(link|iframe|object|embed|img|base)\b' "$1"
	[ -z "$output" ]
	grep -q "default-src 'none'" "$1"
	hash=$(perl -0777 -ne 'print $1 if m{<script>(.*)</script>}s' "$1" | sha256sum | perl -ne 'print pack "H*", substr $_, 0, 64' | base64)
	grep -qF "script-src 'sha256-$hash'" "$1"
	[ "$(grep -c '<h1>' "$1")" = 1 ]
	[ "$(grep -o ' id="[^"]*"' "$1" | sort | uniq -d)" = "" ]
	# Each link inside of the page has its end.
	comm -23 <(grep -o 'href="#[^"]*' "$1" | sed 's/.*#//' | sort -u) <(grep -o ' id="[^"]*' "$1" | sed 's/.*"//' | sort -u) > ends
	[ ! -s ends ] || { cat ends; return 1; }
}

# cells FILE SECTION: the rows of the tables of a section, cells separated by '|'
cells() {
	sed -n "/<h2 id=\"$2\"/,/<\/section>/p" "$1" | grep '<t[hd]' | sed -e 's/<caption>[^<]*//' -e 's/<\/t[hd]>/|/g' -e 's/<[^>]*>//g'
}

# hostile NAME...: a program's table, with kernels of these names
hostile() {
	printf '%s\n' "$@" | sort > k.sym
	printf 'x' > k.bin
	printf '[Code|Symbols|Target]\nk.bin|k.sym|x86_64\n' > k.table
}

@test "the page of a build: graph, time line, steps, kernels with their lines, emptied images with reason and calls" {
	small_headers
	cat > a.cpp <<'E'
#include <sycl/sycl.hpp>
int half(int x) {
	return int(x / 2.5);
}
int main() {
	sycl::queue q;
	static int p[4];
	int *at = p;
	q.single_task<class plain>([=] {
		at[0] = 1;
	});
	q.single_task<class doubles>([=] { at[1] = half(at[0]); });
}
E
	sycl-cc -fsycl-targets=x86_64,intel_gpu_acm_g10 -save-temps=t --report=r.html a.cpp -o p
	page r.html
	cells r.html steps > steps.txt
	grep -q '^post-link||post-link|ran|' steps.txt
	grep -q '^aspect-filter|x86_64|aspect-filter|ran|' steps.txt
	grep -q '^ocloc|intel_gpu_acm_g10|foreach ocloc|ran, 0 of 1 from the cache|' steps.txt
	# As many boxes as steps, with links to them.
	steps=$(grep -c '^node|' t/sycl-cc.plan)
	[ "$(sed -n '/id="graph"/,/<\/section>/p' r.html | grep -c '<a href="#s')" = "$steps" ]
	[ "$(sed -n '/id="times"/,/<\/section>/p' r.html | grep -c '<a href="#s')" = "$steps" ]
	[ "$(grep -c '<tr id="s' r.html)" = "$steps" ]
	grep -q '<a href="./t/post-link.table">' r.html
	cells r.html kernels > kernels.txt
	grep -q '^.*doubles.*|fp64|-|-|8 B|.*|a.cpp:12|' kernels.txt
	grep -q '^.*plain.*|-|-|-|8 B|.*|a.cpp:9|' kernels.txt
	# The code of each kernel in the image of both.
	sycl-image extract -o x p
	for word in plain doubles; do
		read -r code name < <(nm -S x/*.bin 2> /dev/null | sed -n "s/^[0-9a-f]* \\([0-9a-f]*\\) t __mux_entry_\\(.*$word\\)$/\\1 \\2/p")
		grep -q " $name|.*x86_64 [0-9.]* KiB ($((0x$code)) B)" kernels.txt
	done
	cells r.html images > images.txt
	grep -q "|intel_gpu_acm_g10|empty|0 B|1|fp64|-|emptied: target &#39;intel_gpu_acm_g10&#39; lacks aspect &#39;fp64&#39;the calls" images.txt
	sed -n '/the calls/,/<\/pre>/p' r.html | grep -q 'half(int)'
	grep -q 'class="emptied"><a href="#i[0-9]*">emptied</a>' r.html
	# A stage that fails: the page says so.  The work folder is gone, and no link leads to it.
	run -1 sycl-cc --stage=translate=false --report=f.html a.cpp -o f
	page f.html
	cells f.html steps > steps.txt
	grep -q '^translate|spir64|.*|failed|' steps.txt
	grep -q '^offload-wrap|spir64|.*|did not run|' steps.txt
	run -1 grep -o 'href="[^#][^"]*"' f.html
}

@test "names that are markup, no UTF-8, controls or longer than a page are text" {
	hostile '</script><img src=x onerror=alert(1)>' "\"'><svg onload=1>" '<!--' ']]>' '&lt;b&gt;' $'bad\xff\xfe\xc0\xaf\xed\xa0\x80' $'bell\a\x7f' \
		$'turned \xe2\x80\xae around' 'href="javascript:x"' '{{x}}${y}' "$(printf 'x%.0s' $(seq 20000))"
	sycl-image report -o r.html k.table
	page r.html
	[ "$(grep -c '<img\|<svg onload\|<!--' r.html)" = 0 ]
	cells r.html kernels | cut -d '|' -f 1 > got
	grep -qF '&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;' got
	grep -qF '&quot;&#39;&gt;&lt;svg onload=1&gt;' got
	grep -qF '&amp;lt;b&amp;gt;' got
	[ "$(grep -c $'\xe2\x80\xae' r.html)" = 0 ]
	grep -q 'turned .* around' got
	[ "$(LC_ALL=C grep -c $'\a' r.html)" = 0 ]
	iconv -f UTF-8 -t UTF-8 r.html > /dev/null
	# A name cannot end the facts, nor the script.
	hostile '</script><img src=x onerror=alert(1)>' '</pre>' '&lt;b&gt;' "\"'" 'same'
	sycl-image report -o r.html k.table
	sycl-image report -o s.html --report-against=r.html k.table
	grep -q 'The kernels and their needs are the same' s.html
	mkdir '"><b>&'
	cp k.* '"><b>&'
	sycl-image report -o r.html '"><b>&/k.table' || (cd '"><b>&' && sycl-image report -o ../r.html k.table)
	page r.html
}

@test "two reports side by side: what grew, what came and went, what needs something else" {
	hostile one two@a.cpp.0123456789abcdef three
	sycl-image report -o old.html k.table
	printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n' > k.prop
	printf 'four\none\ntwo@a.cpp.fedcba9876543210\n' > k.sym
	printf 'xxx' > k.bin
	printf '[Code|Properties|Symbols|Target]\nk.bin|k.prop|k.sym|x86_64\nk.bin|k.prop|k.sym|spir64\n' > n.table
	sycl-image report -o new.html --report-against=old.html n.table
	page new.html
	cells new.html changes > got.txt
	diff -u - got.txt <<'E'
Target|Images before|Images now|Emptied before|Emptied now|Size before|Size now|Growth|
x86_64|1|1|0|0|1 B|3 B|+200.0 %|
spir64|0|1|0|0|0 B|3 B|new|
Change|Kernel|Target|What|
new|four|spir64|fp64|
new|four|x86_64|fp64|
new|one|spir64|fp64|
needs changed|one|x86_64|no aspect &#8594; fp64|
gone|three|x86_64|no aspect|
new|two@a.cpp|spir64|fp64|
needs changed|two@a.cpp|x86_64|no aspect &#8594; fp64|
E
	# Against a file with images it is the same.
	hostile one two@a.cpp.0123456789abcdef three
	sycl-image report -o b.html --report-against=old.html k.table
	grep -q 'The kernels and their needs are the same' b.html
	sycl-image report -o c.html --report-against=k.table k.table
	cmp b.html c.html
	run -1 sycl-image report -o d.html --report-against="$root/README.md" k.table
	[ ! -e d.html ]
	echo '<!DOCTYPE html><p>no report</p>' > other.html
	run -1 sycl-image report -o d.html --report-against=other.html k.table
	[ "$output" = "other.html: error: this page is no report of sycl-cc" ]
}

@test "the page is the same without Graphviz but for the places of the boxes, and dot that fails changes nothing" {
	printf '[Field|Value]\nwork|w\n' > p
	for node in 'a:' 'b:a' 'c:a' 'd:b c'; do
		printf 'node|%s\noutput|w/%s\nword|true\n' "${node%%:*}" "${node%%:*}" >> p
		for input in ${node#*:}; do echo "input|w/$input" >> p; done
	done
	echo 'end|' >> p
	printf '[Node|State|Start|End|Place|Memory]\na|done|0|1000|1|100\nb|kept|0|0|0|0\nc|failed|1000|3000|2|100\nd|left|0|0|0|0\n' > r
	report --plan=p --record=r --dot= -o plain.html
	report --plan=p --record=r --dot=false -o failed.html
	cmp plain.html failed.html
	report --plan=p --record=r --dot=/nowhere/dot -o none.html
	cmp plain.html none.html
	page plain.html
	# a above b and c, which are side by side, above d.
	sed -n '/id="graph"/,/<\/section>/p' plain.html | sed -n 's/.*<rect class="\([a-z]*\)"[^>]* x="\([0-9]*\)" y="\([0-9]*\)".*/\1 \2 \3/p' > boxes
	diff -u - boxes <<'E'
done 8 8
kept 8 88
failed 198 88
left 8 168
E
	sed '2s/a/z/' r > wrong
	run -1 report --plan=p --record=wrong -o x.html
	[ "$output" = "wrong:2: error: this record is not of a run of that plan" ]
	[ ! -e x.html ]
	run -2 report --plan=p -o x.html
	run -2 report -o x.html
	run -2 report p
}

@test "20,000 kernels: the page has fewer than 20 MB" {
	large_table
	sycl-image report -o r.html k.table
	[ "$(stat -c %s r.html)" -lt 20000000 ]
	[ "$(grep -c '^<tr><th scope="row"><code>' r.html)" = 20000 ]
	[ "$(grep -c '<details class="part"' r.html)" = 40 ]
	[ "$(grep -c '<details class="part" open' r.html)" = 1 ]
}

@test "a page that cannot be written is told before anything is compiled" {
	echo 'int main() {}' > a.cpp
	run -1 sycl-cc --report=no/where.html a.cpp
	[ "$output" = "sycl-cc: error: cannot write 'no/where.html'" ]
	[ ! -e a.out ]
	sycl-cc --report=plain.html a.cpp
	page plain.html
	grep -q 'There are no device images' plain.html
}
