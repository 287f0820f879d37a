import type { Model } from '../../models/model.ts';
import type { VisibleNamespace } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { QueryWriter, SchemaContext } from './types.ts';

/** What the agents share. */
export interface AgentTools {
	/** What the agent may read for a caller in a namespace; of much, what the question is about. */
	readContext(
		platform: Platform,
		caller: Caller,
		namespace: VisibleNamespace,
		about: { question: string; signal: AbortSignal },
	): Promise<SchemaContext>;
	/** The writer that works with a model, or without one. */
	writerFor(model: Model | null): QueryWriter;
}
