# Every command of the examples' page.
load ../helper
load ../examples

@test "all commands of the examples' page print what it says" {
	run_page .
}
