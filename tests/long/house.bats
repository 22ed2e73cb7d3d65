# The rules of the house that take long to look at.
load ../helper

@test "test files are clean for shellcheck" {
	"$root/tests/lint"
}
