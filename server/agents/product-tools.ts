import { builtinWriter } from './builtin/builtin-writer.ts';
import { modelWriter } from './model-writer.ts';
import { createContextReader } from './query/read-context.ts';
import type { AgentTools } from './tools.ts';

/** What the agents of the product work with. */
export function productTools(): AgentTools {
	const reader = createContextReader();
	return {
		readContext: (platform, caller, namespace, about) => reader.read(platform, caller, namespace, about),
		writerFor: (model) => (model === null ? builtinWriter : modelWriter(model)),
	};
}
