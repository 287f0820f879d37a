import { createModels, type Models } from '../models/models.ts';
import type { Platform } from '../platform/platform.ts';
import type { Agent } from './agent.ts';
import { assistant } from './assistant/assistant.ts';
import { nl2ql } from './nl2ql/nl2ql.ts';
import { productTools } from './product-tools.ts';
import type { AgentTools } from './tools.ts';

/** The agents of a service. */
export interface Agents {
	readonly platform: Platform;
	readonly models: Models;
	readonly all: readonly Agent[];
}

/** @param tools what the agents read with and write queries with; those of the product unless said otherwise */
export function createAgents(platform: Platform, tools: AgentTools = productTools()): Agents {
	return { platform, models: createModels(platform.settings.models), all: [nl2ql(tools), assistant(tools)] };
}
