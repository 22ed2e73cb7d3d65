# device-prepare: annotations become metadata, entry points get names and linkage.
load helper

@test "a file that is no module id file is named" {
	echo nonsense > x.id
	echo 'target triple = "spirv64-unknown-unknown"' > x.ll
	run -1 device-prepare --module-id-file=x.id -o x.bc x.ll
	[ "$output" = "device-prepare: error: 'x.id' is no module id file: it should hold -D__SYCL_TU_ID__=\\\"ID\\\"" ]
	[ ! -e x.bc ]
}
