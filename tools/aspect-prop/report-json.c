#include <string.h>

#include "base/diag.h"
#include "base/json.h"
#include "ir/irmodule.h"
#include "prop.h"

static const struct {
	const char *id, *text;
} rules[N_RULES] = {
	[RULE_DEVICE_HAS] = { "device-has", "A function uses an aspect that its device_has does not list." },
	[RULE_TARGET_ASPECT] = { "target-aspect", "A function uses an aspect that a fixed target lacks." },
	[RULE_TARGET_SUB_GROUP] = { "target-sub-group-size", "A function requires a sub-group size that a fixed target lacks." },
	[RULE_TARGET_WORK_GROUP] = { "target-work-group-size", "A function requires a work-group size that a fixed target lacks." },
};

/* "key":"text", after a comma unless it is the first. */
static void
put(FILE *stream, const char *before, const char *key, const char *text)
{
	fprintf(stream, "%s\"%s\":", before, key);
	json_put_string(stream, text, strlen(text));
}

/* --- JSON: a line per finding -------------------------------------------------- */

static void
json_location(FILE *stream, const char *before, const struct location *at)
{
	if (!at->line)
		return;
	put(stream, before, "file", at->file);
	fprintf(stream, ",\"line\":%u", at->line);
	if (at->col)
		fprintf(stream, ",\"column\":%u", at->col);
}

static void
json_chain(FILE *stream, struct uses *uses, const struct chain *chain)
{
	const char *symbol;
	struct location at;
	size_t i;

	fputs(",\"chain\":[", stream);
	for (i = 0; i < chain->n; i++) {
		symbol = program_name(uses->program, chain->link[i].function);
		put(stream, i ? ",{" : "{", "function", name_full(uses->arena, symbol));
		put(stream, ",", "symbol", symbol);
		at = chain_place(uses, chain, i);
		json_location(stream, ",", &at);
		fputc('}', stream);
	}
	fputc(']', stream);
}

static void
json_finding(FILE *stream, struct uses *uses, const struct finding *finding, bool error)
{
	const char *symbol = program_name(uses->program, finding->function);

	put(stream, "{", "rule", rules[finding->rule].id);
	put(stream, ",", "severity", error ? "error" : "warning");
	put(stream, ",", "message", finding->message);
	put(stream, ",", "function", name_short(uses->arena, symbol));
	put(stream, ",", "symbol", symbol);
	if (finding->aspect != ASPECT_NONE) {
		put(stream, ",", "aspect", aspects_text(uses->aspects, finding->aspect));
		fprintf(stream, ",\"number\":%ld", (long)uses->aspects->number[finding->aspect]);
	}
	json_location(stream, ",", &finding->at);
	json_chain(stream, uses, &finding->chain);
	fputc('}', stream);
}

void
report_json(FILE *stream, const struct findings *findings, struct uses *uses, const struct report_options *options)
{
	size_t i;

	fputs("[", stream);
	for (i = 0; i < findings->n; i++) {
		fputs(i ? ",\n" : "\n", stream);
		json_finding(stream, uses, &findings->finding[i], options->errors);
	}
	fputs(findings->n ? "\n]\n" : "]\n", stream);
}

/* --- SARIF 2.1.0 ------------------------------------------------------------------ */

/* A file name as a relative or file: URI reference. */
static const char *
uri_of(struct arena *arena, const char *file)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
	char *uri = arena_alloc(arena, 3 * strlen(file) + 8), *out = uri;

	if (file[0] == '/')
		out += sprintf(out, "file://");
	for (; *file; file++) {
		if (strchr(plain, *file))
			*out++ = *file;
		else
			out += sprintf(out, "%%%02X", (unsigned char)*file);
	}
	*out = '\0';
	return uri;
}

/* One SARIF location: the place when it is known, the function, and what happens there. */
static void
sarif_location(FILE *stream, struct uses *uses, const struct location *at, uint32_t function, const char *message)
{
	const char *before = "{";

	if (at->line) {
		fputs("{\"physicalLocation\":{\"artifactLocation\":", stream);
		put(stream, "{", "uri", uri_of(uses->arena, at->file));
		fprintf(stream, "},\"region\":{\"startLine\":%u", at->line);
		if (at->col)
			fprintf(stream, ",\"startColumn\":%u", at->col);
		fputs("}}", stream);
		before = ",";
	}
	fprintf(stream, "%s\"logicalLocations\":[", before);
	put(stream, "{", "fullyQualifiedName", name_full(uses->arena, program_name(uses->program, function)));
	put(stream, ",", "decoratedName", program_name(uses->program, function));
	fputs(",\"kind\":\"function\"}]", stream);
	if (message) {
		fputs(",\"message\":", stream);
		put(stream, "{", "text", message);
		fputc('}', stream);
	}
	fputc('}', stream);
}

/* The chain as a code flow: the function, each call, the use. */
static void
sarif_flow(FILE *stream, struct uses *uses, const struct finding *finding)
{
	struct arena *arena = uses->arena;
	const struct chain *chain = &finding->chain;
	struct location at = location_of_function(uses, chain->link[0].function);
	const char *text;
	size_t i;

	fputs(",\"codeFlows\":[{\"threadFlows\":[{\"locations\":[{\"location\":", stream);
	text = arena_printf(arena, "%s", name_full(arena, program_name(uses->program, chain->link[0].function)));
	sarif_location(stream, uses, &at, chain->link[0].function, text);
	for (i = 1; i < chain->n; i++) {
		at = chain_place(uses, chain, i);
		text = arena_printf(arena, "calls %s", name_full(arena, program_name(uses->program, chain->link[i].function)));
		fputs("},{\"location\":", stream);
		sarif_location(stream, uses, &at, chain->link[i - 1].function, text);
	}
	fputs("},{\"location\":", stream);
	text = arena_printf(arena, "uses aspect '%s'", aspects_text(uses->aspects, finding->aspect));
	sarif_location(stream, uses, &finding->at, chain->link[chain->n - 1].function, text);
	fputs("}]}]}]", stream);
}

static void
sarif_result(FILE *stream, struct uses *uses, const struct finding *finding, bool error)
{
	uint32_t last = finding->chain.n ? finding->chain.link[finding->chain.n - 1].function : finding->function;

	put(stream, "{", "ruleId", rules[finding->rule].id);
	fprintf(stream, ",\"ruleIndex\":%d", (int)finding->rule);
	put(stream, ",", "level", error ? "error" : "warning");
	fputs(",\"message\":", stream);
	put(stream, "{", "text", finding->message);
	fputs("},\"locations\":[", stream);
	sarif_location(stream, uses, &finding->at, last, NULL);
	fputc(']', stream);
	if (finding->chain.n)
		sarif_flow(stream, uses, finding);
	fputc('}', stream);
}

void
report_sarif(FILE *stream, const struct findings *findings, struct uses *uses, const struct report_options *options)
{
	size_t i;

	fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{", stream);
	fputs("\"tool\":{\"driver\":{", stream);
	put(stream, "", "name", diag_tool());
	put(stream, ",", "version", SYCL_CC_VERSION);
	fputs(",\"rules\":[", stream);
	for (i = 0; i < N_RULES; i++) {
		put(stream, i ? ",{" : "{", "id", rules[i].id);
		fputs(",\"shortDescription\":", stream);
		put(stream, "{", "text", rules[i].text);
		fputs("}}", stream);
	}
	fputs("]}},\"results\":[", stream);
	for (i = 0; i < findings->n; i++) {
		fputs(i ? ",\n" : "\n", stream);
		sarif_result(stream, uses, &findings->finding[i], options->errors);
	}
	fputs(findings->n ? "\n]}]}\n" : "]}]}\n", stream);
}
