import { AgentError, ask } from '../../../a2a/client.ts';

/** JSON-RPC errors of agents that don't know a context or task. */
const unknownContext: readonly unknown[] = [-32_001, -32_602];

/**
 * Asks; if the agent doesn't know the context, asks once more with everything it needs.
 * @param afresh the request in a new context
 */
export const askAfresh = (afresh: () => Readonly<Record<string, unknown>>): typeof ask =>
	async function* (url, request, options) {
		let isAnswered = false;
		try {
			for await (const events of ask(url, request, options)) {
				isAnswered = true;
				yield events;
			}
		} catch (error) {
			const isUnknown = error instanceof AgentError && unknownContext.includes(error.code);
			if (isAnswered || !isUnknown) throw error;
			yield* ask(url, afresh(), options);
		}
	};
