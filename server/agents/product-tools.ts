import { modelWriter } from './model-writer.ts';
import type { AgentTools } from './tools.ts';

/** What the agents of the product work with. */
export const productTools = (): AgentTools => ({
	readContext: async (_platform, _caller, namespace) => ({
		namespace: { owner: namespace.owner, name: namespace.name },
		datasets: [],
		links: [],
	}),
	writerFor: (model) =>
		model === null
			? { write: async () => ({ kind: 'refused', message: 'No language model is configured here.' }) }
			: modelWriter(model),
});
