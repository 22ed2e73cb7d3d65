# make bench runs every bench/NAME.sh and prints its ratios; make bench-NAME runs
# one.  A part that needs programs of its own says so in bench/NAME.mk.  Short
# runs by default; BENCH_RUNS=N for more.

BENCHES := $(patsubst bench/%.sh,bench-%,$(sort $(wildcard bench/*.sh)))

.PHONY: $(BENCHES)
bench: all
	@for name in $(BENCHES); do echo "== $$name"; $(MAKE) --no-print-directory -s $$name || exit 1; done

# Parts with a rule of their own in bench/NAME.mk keep it.
$(filter-out $(patsubst bench/%.mk,bench-%,$(wildcard bench/*.mk)),$(BENCHES)): bench-%: all $(BUILD)/bench/measure
	BUILD=$(BUILD) bench/$*.sh
