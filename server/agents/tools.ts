import type { Model } from '../models/model.ts';
import type { Caller } from '../platform/access/access.ts';
import type { VisibleNamespace } from '../platform/access/namespace-access.ts';
import type { Platform } from '../platform/platform.ts';
import type { QueryWriter, SchemaContext } from './query/types.ts';

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
