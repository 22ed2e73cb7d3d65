# The style sheet and the script of the page, as strings of C, and the script's hash:
# the page allows no other script.

$(BUILD)/gen/report-page.h: tools/report/page.css tools/report/page.js tools/report/report.mk
	@mkdir -p $(@D)
	! grep -n '[<&]' tools/report/page.css tools/report/page.js
	sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' -e '1s/^/static const char page_css[] =\n/' -e '$$s/$$/;/' tools/report/page.css > $@.new
	sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' -e '1s/^/static const char page_js[] =\n/' -e '$$s/$$/;/' tools/report/page.js >> $@.new
	printf 'static const char page_js_hash[] = "%s";\n' "$$(sha256sum < tools/report/page.js | perl -ne 'print pack "H*", substr $$_, 0, 64' | base64)" >> $@.new
	mv $@.new $@

$(BUILD)/tools/report/page.o: $(BUILD)/gen/report-page.h
