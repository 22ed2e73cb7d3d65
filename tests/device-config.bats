# The device configuration: layers, diagnostics, and the shipped file.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp "$inputs"/aspect-filter/* .
	export XDG_CONFIG_HOME=$PWD/config
}

# config LINE...: the lines as an extra layer
config() {
	printf '%s\n' "$@" > extra.yaml
}

# describe KEY TARGET: one value of a target seen through extra.yaml
describe() {
	aspect-filter --device-config-file=extra.yaml --describe="$2" | sed -n "s/^$1=//p"
}

# rejects TEXT: extra.yaml is refused with exactly this diagnostic
rejects() {
	run -1 --separate-stderr aspect-filter --device-config-file=extra.yaml --list-targets
	[ "$stderr" = "$1" ] || { echo "got: $stderr"; return 1; }
	[ -z "$output" ]
}

# status: device-names
@test "every canonical name and every alias finds its target" {
	aspect-filter --list-targets | while read -r name _ _ aliases; do
		for word in "$name" $(echo "$aliases" | tr -d - | grep -q . && echo "$aliases" | tr , ' '); do
			[ "$word" != - ] || continue
			[ "$(aspect-filter --describe="$word" | sed -n 's/^name=//p')" = "$name" ] || { echo "$word"; return 1; }
		done
	done
}

# status: device-aliases
@test "every alias of the field's tables is known" {
	for pair in icl:icllp jsl:ehl tgl:tgllp rpl_s:adl_s bxt:apl dg2_g10:acm_g10 dg2_g11:acm_g11 dg2_g12:acm_g12 \
		mtl_s:mtl_u arl_u:mtl_u arl_s:mtl_u 8_0_0:bdw 9_0_9:skl 12_60_7:pvc 12_61_7:pvc_vg 20_1_4:bmg_g21 30_3_0:wcl; do
		[ "$(aspect-filter --describe="intel_gpu_${pair%:*}" | sed -n 's/^name=//p')" = "intel_gpu_${pair#*:}" ] ||
			{ echo "$pair"; return 1; }
	done
}

# status: config-layers
@test "the user's file adds an aspect to a device and later layers win silently" {
	printf '[Code|Properties]\na.bc|mods_0.prop\n' > in.table
	[ "$(aspect-filter --target=intel_gpu_dg1 in.table)" = "[Code|Properties]" ]
	mkdir -p config/sycl-cc
	printf 'intel_gpu_dg1:\n  extends: intel_gpu_dg1\n  add-aspects: [fp64]\n' > config/sycl-cc/device-config.yaml
	aspect-filter --target=intel_gpu_dg1 in.table > got.table
	cmp in.table got.table
	config 'intel_gpu_dg1:' '  aspects: [fp16]'
	run -0 --separate-stderr aspect-filter --target=intel_gpu_dg1 --device-config-file=extra.yaml in.table
	[ "$output" = "[Code|Properties]" ] && [ -z "$stderr" ]
}

# status: config-numbers
@test "aspects may be numbers" {
	printf '[Code|Properties]\na.bc|mods_0.prop\n' > in.table
	config 'd:' '  aspects: [6]'
	aspect-filter --target=d --device-config-file=extra.yaml in.table > got.table
	cmp in.table got.table
}

@test "a replaced entry keeps its number and aliases, and the number must fit fixed targets" {
	config 'x86_64:' '  aspects: [cpu]'
	[ "$(aspect-filter --device-config-file=extra.yaml --list-targets=json | grep -c '"name": "x86_64", "image-target": "x86_64", "target-aspect": 65541')" = 1 ]
	[ "$(describe name native_cpu)" = x86_64 ]
}

# status: config-inherit
@test "an entry inherits what it does not say, not the number, aliases and ip-version" {
	config 'a:' '  extends: intel_gpu_pvc' '  sub-group-sizes: [64]' 'b:' '  extends: a' '  aot-toolchain-options: -x'
	[ "$(describe aot-toolchain b)" = ocloc ]
	[ "$(describe aot-toolchain-options b)" = -x ]
	[ "$(describe spirv-version b)" = 1.3 ]
	printf '[Properties]\nmods_4.prop\nmods_2.prop\n' > in.table
	[ "$(aspect-filter --target=b --device-config-file=extra.yaml in.table)" = "[Properties]
mods_4.prop" ]
}

# status: config-ocloc
@test "names in intel_gpu_ mean ocloc and their device, an entry with only an ip-version is named by it" {
	config 'intel_gpu_new:' '  aspects: [gpu]' 'mine:' '  ip-version: 30.5.1'
	[ "$(describe aot-toolchain-options intel_gpu_new)" = "-device new" ]
	[ "$(describe image-target mine)" = intel_gpu_30_5_1 ]
	[ "$(describe aot-toolchain-options mine)" = "-device 30.5.1" ]
}

@test "an unknown key names file, line and column, and the nearest key" {
	config 'd:' '  aliases: [e]' '  aspect: [fp16]'
	rejects "extra.yaml:3:3: error: unknown key 'aspect', did you mean 'aspects'?"
}

@test "an unknown aspect names file, line and column, and the nearest aspect" {
	config 'd:' '  aspects: [fp16, pf64]'
	rejects "extra.yaml:2:19: error: unknown aspect 'pf64', did you mean 'fp64'?"
	config 'd:' '  aspects: [999]'
	rejects "extra.yaml:2:13: error: unknown aspect '999'"
}

@test "a target defined twice and a key given twice are errors" {
	config 'd:' '  aspects: []' 'e:' '  aspects: []' 'd:' '  aspects: [fp16]'
	rejects "extra.yaml:5:1: error: target 'd' is defined twice, first in line 1"
	config 'd:' '  aspects: []' '  aspects: [fp16]'
	rejects "extra.yaml:3:3: error: second key 'aspects'"
}

@test "numbers and aliases that mean two targets are errors" {
	config 'd:' '  target-aspect: 0x10000'
	rejects "extra.yaml:1: error: target 'd' has the number 0x10000 of target 'spir64'"
	config 'd:' '  aliases: [x]' 'e:' '  aliases: [x]'
	rejects "extra.yaml:3: error: alias 'x' of target 'e' also means target 'd'"
	config 'd:' '  target-aspect: 7'
	rejects "extra.yaml:2:18: error: numbers of targets start at 0x10000, smaller ones are aspects"
}

@test "an alias that is another target's name is an error across layers too, a new target may take an old alias" {
	config 'd:' '  aliases: [x86_64]'
	SYCL_CC_ROOT=$root rejects "extra.yaml:1: error: alias 'x86_64' of target 'd' also means target 'x86_64' of $root/share/device-config.yaml"
	config 'd:' '  aliases: [e]' 'e:' '  aspects: []'
	rejects "extra.yaml:1: error: alias 'e' of target 'd' also means target 'e'"
	mkdir -p config/sycl-cc
	printf 'mine:\n  aliases: [native_cpu]\n' > config/sycl-cc/device-config.yaml
	config 'd:' '  aspects: []'
	[ "$(describe name native_cpu)" = mine ]
	config 'd:' '  aliases: [mine]'
	rejects "extra.yaml:1: error: alias 'mine' of target 'd' also means target 'mine' of $PWD/config/sycl-cc/device-config.yaml"
	config 'native_cpu:' '  aspects: []' 'x86_64:' '  aspects: []'
	[ "$(describe name native_cpu)" = native_cpu ]
}

@test "what an entry does not say about SPIR-V is as for spir64, unless no SPIR-V is made" {
	config 'd:' '  aspects: []' 'e:' '  spirv-version: 1.4' '  spirv-extensions: []' 'f:' '  aot-toolchain: mux-aot'
	for key in triple spirv-version spirv-extensions; do
		[ "$(describe $key d)" = "$(describe $key spir64)" ]
	done
	[ "$(describe spirv-version e)" = 1.4 ] && [ -z "$(describe spirv-extensions e)" ]
	[ -z "$(describe spirv-version f)" ]
}

@test "extending an unknown target or itself is an error" {
	config 'd:' '  extends: nothing'
	rejects "extra.yaml:2:12: error: no target 'nothing' to extend"
	config 'd:' '  extends: e' 'e:' '  extends: d'
	rejects "extra.yaml:2:12: error: target 'd' extends itself"
}

# status: config-bad-values
@test "values of the wrong kind are named with their place" {
	config 'd:' '  aspects: fp16'
	rejects "extra.yaml:2:12: error: a list is wanted here: [a, b]"
	config 'd:' '  max-work-group-size: many'
	rejects "extra.yaml:2:24: error: not a number in range: 'many'"
	config 'd:' '  may_support_other_aspects: yes'
	rejects "extra.yaml:2:30: error: neither true nor false: 'yes'"
	config 'd:' '  ip-version: 12.6'
	rejects "extra.yaml:2:15: error: not three numbers with dots: '12.6'"
	config 'd:' '  triple: [x]'
	rejects "extra.yaml:2:11: error: a plain value is wanted here"
	config 'd: 3'
	rejects "extra.yaml:1:4: error: target 'd' has no keys"
	config '"": {}'
	rejects "extra.yaml:1:1: error: target without a name"
	config 'd:' '  triple: "a\0b"'
	rejects "extra.yaml:2:11: error: value contains a NUL byte"
	config '- d'
	rejects "extra.yaml:1:1: error: a mapping of target names is wanted here"
}

@test "text that is no YAML is an error with its place, not a crash" {
	config 'd: [' '  a: b'
	rejects "extra.yaml:3:1: error: did not find expected ',' or ']'"
	printf '\001\002\377' > extra.yaml
	rejects "extra.yaml: error: control characters are not allowed"
	printf 'd:\n\ta: b\n' > extra.yaml
	rejects "extra.yaml:2:1: error: found character that cannot start any token"
	: > extra.yaml
	aspect-filter --device-config-file=extra.yaml --describe=spir64 > got
}

@test "a missing file is an error, a missing user's file is not" {
	run -1 --separate-stderr aspect-filter --device-config-file=none.yaml --list-targets
	[ "$stderr" = "aspect-filter: error: cannot read 'none.yaml': No such file or directory" ]
	SYCL_CC_ROOT=$PWD run -1 --separate-stderr aspect-filter --list-targets
	[ "$stderr" = "aspect-filter: error: cannot read '$PWD/share/device-config.yaml': No such file or directory" ]
}

# status: config-found
@test "the base file is found from every place a tool is installed in" {
	for place in libexec/sycl-cc bin; do
		mkdir -p "inst/$place" inst/share/sycl-cc
		cp "$BUILD/bin/aspect-filter" "inst/$place"
		printf 'only:\n  aspects: []\n' > inst/share/sycl-cc/device-config.yaml
		[ "$("inst/$place/aspect-filter" --describe=only | head -1)" = name=only ] || return 1
	done
}

# status: config-ledger
@test "the shipped numbers are those of the ledger" {
	aspect-filter --list-targets=json | sed -n 's/^{ "name": "\([^"]*\)".*"target-aspect": \([0-9]*\).*/\1 \2/p' | sort > have
	grep -v '^#' "$root/share/target-numbers.txt" | while read -r number name; do
		echo "$name $((number))"
	done | sort > ledger
	diff have ledger
	[ "$(cut -d' ' -f2 ledger | sort | uniq -d | wc -l)" = 0 ]
}

# status: config-ocloc-agrees
@test "make check-config agrees with ocloc, and a fault in the file is found" {
	SYCL_CC_ROOT=$root "$root/share/check-config" intel_gpu_dg1 > got
	[ "$(cat got)" = "check-config: 1 targets agree with ocloc" ]
	mkdir share
	cp "$root/share/target-numbers.txt" share
	sed 's/^intel_gpu_dg1:/&\n  add-aspects: [fp64]\n  sub-group-sizes: [8, 16]/' "$root/share/device-config.yaml" > share/device-config.yaml
	SYCL_CC_ROOT=$PWD run -1 "$root/share/check-config" intel_gpu_dg1
	[ "$output" = "check-config: intel_gpu_dg1: the configuration lists fp64, ocloc does not compile it
check-config: intel_gpu_dg1: ocloc compiles 32, the configuration does not list it" ]
}

@test "make check-config finds a number that was changed" {
	mkdir share
	cp "$root/share/target-numbers.txt" share
	sed 's/target-aspect: 0x10005$/target-aspect: 0x10ff5/' "$root/share/device-config.yaml" > share/device-config.yaml
	SYCL_CC_ROOT=$PWD run -1 "$root/share/check-config" none
	[ "${lines[0]}" = "check-config: x86_64: number 69621 is not the one in target-numbers.txt" ]
}

@test "the driver lists targets of all layers, as JSON too, and takes the last word of each" {
	config 'mine:' '  extends: intel_gpu_pvc' '  ip-version: 30.5.0'
	mkdir -p config/sycl-cc
	printf 'theirs:\n  extends: x86_64\nmine:\n  extends: x86_64\n' > config/sycl-cc/device-config.yaml
	for order in '--list-targets=json -fsycl-device-config-file=extra.yaml' '-fsycl-device-config-file=extra.yaml --list-targets=json'; do
		# shellcheck disable=SC2086 # two words
		sycl-cc $order > list.json
		jq -e 'map(select(.name == "mine")) | length == 1 and .[0]."image-target" == "intel_gpu_30_5_0"' list.json
		jq -e 'map(.name) | index("theirs") != null and index("spir64") != null' list.json
	done
	sycl-cc --list-targets | grep -q '^theirs '
	run -1 --separate-stderr sycl-cc -fsycl-device-config-file=none.yaml --list-targets
	[ "$stderr" = "aspect-filter: error: cannot read 'none.yaml': No such file or directory" ]
	# The same layers decide about a build.
	run -1 --separate-stderr sycl-cc '-###' -fsycl-targets=their "$inputs/driver/main.cpp"
	[ "$stderr" = "sycl-cc: error: SYCL target is invalid: 'their', did you mean 'theirs'?" ]
	sycl-cc '-###' -fsycl-targets=theirs "$inputs/driver/main.cpp" | grep -q 'mux-aot'
}
