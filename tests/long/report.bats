# Pages of report in a browser: Chromium, through its WebDriver.
load ../helper
load ../report

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	for program in chromium chromedriver curl jq; do
		command -v "$program" > /dev/null || skip "$program is not installed"
	done
	chromedriver --port=0 > driver.log 2>&1 3>&- &
	driver=$!
	wait_for grep -q 'successfully on port [0-9]' driver.log
	url=http://127.0.0.1:$(sed -n 's/.*successfully on port \([0-9]*\).*/\1/p' driver.log | tail -n 1)/session
	capabilities='{"capabilities":{"alwaysMatch":{"goog:loggingPrefs":{"browser":"ALL"},"goog:chromeOptions":{"args":["--headless=new","--no-sandbox","--disable-gpu","--disable-dev-shm-usage","--hide-scrollbars","--window-size=1200,1350"]}}}}'
	url=$url/$(curl -s -X POST "$url" -d "$capabilities" | jq -r .value.sessionId)
}

teardown() {
	[ -z "${driver-}" ] || { curl -s -X DELETE "$url" > /dev/null; kill "$driver"; wait "$driver" || :; }
}

# ask PATH JSON: what the driver answers to that
ask() {
	curl -s -X POST "$url/$1" -d "$2" > answer.json
	jq -e '.value | if type == "object" then has("error") | not else true end' answer.json > /dev/null || { cat answer.json; return 1; }
}

open_page() {
	ask url "{\"url\":\"file://$PWD/$1\"}"
}

# script TEXT: the value of that script, as JSON
script() {
	ask execute/sync "$(jq -n --arg text "$1" '{script: $text, args: []}')" || return 1
	jq -c .value answer.json
}

# devtools COMMAND PARAMETERS
devtools() {
	ask goog/cdp/execute "{\"cmd\":\"$1\",\"params\":$2}"
}

# found TEXT: what the page says of its search
found() {
	[ "$(script 'return document.getElementById("found").textContent')" = "\"$1\"" ]
}

# says_nothing: the console is empty
says_nothing() {
	ask se/log '{"type":"browser"}'
	[ "$(jq -c .value answer.json)" = '[]' ] || { cat answer.json; return 1; }
}

# picture FILE: the window
picture() {
	curl -s "$url/screenshot" | jq -r .value | base64 -d > "$1"
}

@test "a page of a build: no error, headings and tables have roles, parts fold, kernels are found, both themes, 400 pixels" {
	cp "$root/examples/two-features.cpp" .
	sycl-cc -fsycl-targets=x86_64,intel_gpu_acm_g10,spir64 --report=r.html two-features.cpp -o two-features
	open_page r.html
	says_nothing
	devtools Accessibility.enable '{}'
	devtools Accessibility.getFullAXTree '{}'
	jq -r '.value.nodes[] | select(.ignored | not) | "\(.role.value) \(.name.value)"' answer.json > tree
	for wanted in 'heading two-features' 'heading Kernels' 'heading Action graph' 'heading Time line' 'heading Images and targets' \
		'columnheader Kernel' 'columnheader Target' 'navigation Sections' 'image Action graph' 'button Fold all' 'searchbox Search'; do
		grep -qxF "$wanted" tree || { echo "no '$wanted' in:"; sort tree | uniq -c | sort -rn | head -40; return 1; }
	done
	grep -q '^rowheader in_double' tree
	# The search.
	script 'const s = document.getElementById("search"); s.value = "PLAIN queue"; s.dispatchEvent(new Event("input"));'
	wait_for found '1 kernel'
	[ "$(script 'return Array.from(document.querySelectorAll("table.kernels tbody tr")).filter(r => r.offsetHeight > 0).length')" = 1 ]
	script 'const s = document.getElementById("search"); s.value = "no such thing"; s.dispatchEvent(new Event("input"));'
	wait_for found '0 kernels'
	script 'const s = document.getElementById("search"); s.value = ""; s.dispatchEvent(new Event("input"));'
	wait_for found '2 kernels'
	# Folding.
	[ "$(script 'const b = document.querySelector("#steps").parentNode.querySelector("[data-fold=open]"); b.click(); return Array.from(b.closest("section").querySelectorAll("details")).every(d => d.open)')" = true ]
	[ "$(script 'const b = document.querySelector("#steps").parentNode.querySelector("[data-fold=closed]"); b.click(); return Array.from(b.closest("section").querySelectorAll("details")).some(d => d.open)')" = false ]
	# Themes.
	devtools Emulation.setEmulatedMedia '{"features":[{"name":"prefers-color-scheme","value":"light"}]}'
	[ "$(script 'scrollTo(0, 0); return getComputedStyle(document.body).backgroundColor')" = '"rgb(255, 255, 255)"' ]
	picture light.png
	devtools Emulation.setEmulatedMedia '{"features":[{"name":"prefers-color-scheme","value":"dark"}]}'
	[ "$(script 'return getComputedStyle(document.body).backgroundColor')" = '"rgb(20, 24, 29)"' ]
	picture dark.png
	[ "$(script 'return getComputedStyle(document.querySelector("svg text")).fill')" = '"rgb(230, 233, 237)"' ]
	# A telephone.
	devtools Emulation.setDeviceMetricsOverride '{"width":400,"height":800,"deviceScaleFactor":1,"mobile":true}'
	[ "$(script 'return document.documentElement.scrollWidth <= 400 && innerWidth === 400')" = true ]
	says_nothing
	for file in light.png dark.png; do
		[ "$(stat -c %s $file)" -gt 20000 ]
		[ -z "${KEEP_PICTURES-}" ] || cp $file "$KEEP_PICTURES/report-$file"
	done
}

@test "a kernel's name that is markup or a script is shown and does nothing" {
	printf '%s\n' '</script><img src=x onerror=document.title=1>' '"><svg onload=document.title=1>' '</pre><script>document.title=1</script>' | sort > k.sym
	printf x > k.bin
	printf '[Code|Symbols|Target]\nk.bin|k.sym|x86_64\n' > k.table
	sycl-image report -o r.html k.table
	open_page r.html
	says_nothing
	[ "$(script 'return document.title')" = '"k.table: report of sycl-cc"' ]
	[ "$(script 'return document.images.length + document.querySelectorAll("svg[onload]").length')" = 0 ]
	[ "$(script 'return document.scripts.length')" = 1 ]
	[ "$(script 'return document.querySelector("table.kernels tbody code").textContent')" = '"\"><svg onload=document.title=1>"' ]
	# Without the escaping, the policy of the page refuses what a name would run.
	sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g' r.html > broken.html
	open_page broken.html
	[ "$(script 'return document.images.length > 0')" = true ]
	[ "$(script 'return document.title')" = '"k.table: report of sycl-cc"' ]
}

@test "20,000 kernels of six targets: painted at once, and one is found" {
	large_table
	sycl-image report -o r.html k.table
	open_page r.html
	says_nothing
	# For make bench's readers; no test asserts time.
	echo "# first paint $(script 'return performance.getEntriesByType("paint").map(e => e.name + " " + Math.round(e.startTime) + " ms").join(", ")')" >&3
	script 'const s = document.getElementById("search"); s.value = "solver_of_things_7.cpp.0000000005b0e657"; s.dispatchEvent(new Event("input"));'
	wait_for found '1 kernel'
	[ "$(script 'return Array.from(document.querySelectorAll("details.part")).filter(d => d.offsetHeight > 0).length')" = 1 ]
}
