#include "prop.h"

static const char NOT_UNDERSTOOD[] = "damaged bitcode";

static int
read_once(struct analysis *analysis, struct arena *arena, struct program *program, struct analysis_options options)
{
	if (aspects_read(&analysis->aspects, arena, program) || types_read(&analysis->types, &analysis->aspects, program))
		return -1;
	return uses_read(&analysis->uses, arena, program, &analysis->types, options);
}

int
analysis_read(struct analysis *analysis, struct arena *arena, struct program *program, struct analysis_options options)
{
	int failed;

	while ((failed = read_once(analysis, arena, program, options)) == USES_NOT_UNDERSTOOD)
		if (program_rewrite(program, NOT_UNDERSTOOD))
			return -1;
	if (failed)
		return -1;
	virtual_connect(&analysis->uses);
	callgraph_finish(&analysis->uses.graph);
	return 0;
}

int
analysis_read_targets(struct uses *uses, struct arena *arena, struct program *program)
{
	struct analysis_options options = { .targets_only = true };

	while (uses_read(uses, arena, program, NULL, options))
		if (program_rewrite(program, NOT_UNDERSTOOD))
			return -1;
	return 0;
}

void
analysis_flow(struct analysis *analysis)
{
	flow_compute(&analysis->flow, &analysis->uses);
}
