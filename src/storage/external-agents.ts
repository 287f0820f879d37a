import * as z from 'zod/mini';
import { keyWatcher, readJson, readText, type Scope, writeText } from './web-storage.ts';

/** An agent outside of the service that somebody added in this browser. Its token is the session's to keep. */
const ExternalAgent = z.object({
	/** Unlike those of all other agents that the person can ask. */
	name: z.string(),
	cardUrl: z.string(),
	/** Where its messages go, as it was shown when it was added: another address is not used. */
	url: z.string(),
	/** Of several that share the address. */
	tenant: z.optional(z.string()),
	streams: z.boolean(),
	/** How it is told who asks; `header` where a key goes in one of its own. */
	security: z.object({ kind: z.enum(['none', 'bearer', 'basic', 'header']), header: z.optional(z.string()) }),
});
export type ExternalAgent = z.infer<typeof ExternalAgent>;

const listKey = ({ service, user }: Scope) => `dataset-console/external-agents/1/${service}/${user}`;

const { changed, watch } = keyWatcher((key) => key.startsWith('dataset-console/external-agents/'));

/** Calls back when agents are added or removed, in this tab or another. Returns a function that stops it. */
export const watchExternalAgents = watch;

/** The agents that a person added, as text, so that it can be compared; oldest first. */
export const externalAgentsText = (scope: Scope): string => readText('local', listKey(scope)) ?? '[]';

export const listExternalAgents = (scope: Scope): ExternalAgent[] =>
	readJson('local', listKey(scope), z.array(z.unknown()))?.flatMap(
		(item) => ExternalAgent.safeParse(item).data ?? [],
	) ?? [];

/** Adds an agent, or puts it in the place of the one with the same card. @returns whether the browser kept it */
export function keepExternalAgent(scope: Scope, agent: ExternalAgent): boolean {
	const others = listExternalAgents(scope).filter(({ cardUrl }) => cardUrl !== agent.cardUrl);
	return write(scope, [...others, agent]);
}

export function removeExternalAgent(scope: Scope, cardUrl: string): void {
	write(
		scope,
		listExternalAgents(scope).filter((agent) => agent.cardUrl !== cardUrl),
	);
}

function write(scope: Scope, agents: readonly ExternalAgent[]): boolean {
	const isKept = writeText('local', listKey(scope), JSON.stringify(agents));
	changed();
	return isKept;
}
