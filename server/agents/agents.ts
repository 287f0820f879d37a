import { createModels, type Models } from '../models/models.ts';
import type { Platform } from '../platform/state/platform.ts';
import { assistant } from './assistant/assistant.ts';
import { withKnowledge } from './knowledge/with-knowledge.ts';
import { nl2ql } from './nl2ql.ts';
import { offlineWriter } from './offline/offline-writer.ts';
import { withPreviousAnswer } from './previous-answer/with-previous-answer.ts';
import type { Agent } from './protocol/agent.ts';
import { createSuggester, type Suggester } from './protocol/examples.ts';
import { modelWriter } from './query/model-writer.ts';
import { createContextReader } from './query/read-context.ts';
import type { AgentTools } from './query/types.ts';

export interface Agents {
	readonly platform: Platform;
	readonly models: Models;
	readonly suggester: Suggester;
	readonly all: readonly Agent[];
}

function productTools(): AgentTools {
	const { read } = createContextReader();
	return {
		readContext: read,
		writerFor: (model) =>
			model === null
				? withKnowledge(withPreviousAnswer(offlineWriter), true)
				: withKnowledge(modelWriter(model), false),
	};
}

/** @param tools for reading context and writing queries; defaults to the product's own */
export function createAgents(platform: Platform, tools: AgentTools = productTools()): Agents {
	return {
		platform,
		models: createModels(platform.settings.models, platform.log),
		suggester: createSuggester(platform, tools),
		all: [nl2ql(tools), assistant(tools)],
	};
}
