#include "prop.h"

int
analysis_read(struct analysis *analysis, struct arena *arena, LLVMModuleRef module, struct analysis_options options)
{
	if (aspects_read(&analysis->aspects, arena, module) ||
	    types_read(&analysis->types, &analysis->aspects, module) ||
	    uses_read(&analysis->uses, arena, module, &analysis->types, options))
		return -1;
	virtual_connect(&analysis->uses.graph);
	callgraph_finish(&analysis->uses.graph);
	return 0;
}

void
analysis_flow(struct analysis *analysis)
{
	flow_compute(&analysis->flow, &analysis->uses);
}
