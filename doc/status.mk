# The pages that doc/status.tsv is printed as.
status_tests := $(sort $(wildcard tests/*.bats tests/programs/*.bats tests/long/*.bats))

all: $(BUILD)/doc/status.md
$(BUILD)/doc/status.md: doc/status.awk doc/status.tsv $(status_tests)
	@mkdir -p $(@D)
	@awk -f doc/status.awk -v folder=$(@D) $(status_tests) doc/status.tsv
