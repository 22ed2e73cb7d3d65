# The page of aspects: its table is made of the list.

all: $(BUILD)/share/man/aspects.7

$(BUILD)/share/man/aspects.7: doc/formats/aspects.7.in include/sycl-cc/aspects.def
	@mkdir -p $(@D)
	sed -n 's/^SYCL_CC_ASPECT(\([0-9]*\), \(.*\))/.It \1 Ta \2/p' include/sycl-cc/aspects.def > $@.list
	sed -e '/@ASPECTS@/{r $@.list' -e 'd}' $< > $@ && rm $@.list
