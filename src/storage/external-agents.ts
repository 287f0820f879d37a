import * as z from 'zod/mini';
import { keyWatcher, readJson, readText, type Scope, writeText } from './web-storage.ts';

/** An external agent added in this browser. Its token is stored with the session. */
const ExternalAgent = z.object({
	/** Unique among all agents available to the user. */
	name: z.string(),
	cardUrl: z.string(),
	/** Message URL shown when the agent was added; no other is used. */
	url: z.string(),
	/** Selects one of several agents that share the URL. */
	tenant: z.optional(z.string()),
	streams: z.boolean(),
	/** How it authenticates the caller; `header` if the key has its own header. */
	security: z.object({ kind: z.enum(['none', 'bearer', 'basic', 'header']), header: z.optional(z.string()) }),
});
export type ExternalAgent = z.infer<typeof ExternalAgent>;

const listKey = ({ service, user }: Scope) => `dataset-console/external-agents/1/${service}/${user}`;

const { changed, watch } = keyWatcher((key) => key.startsWith('dataset-console/external-agents/'));

/** Calls back when agents are added or removed, in any tab. Returns an unsubscribe function. */
export const watchExternalAgents = watch;

/** The user's added agents, oldest first, as comparable text. */
export const externalAgentsText = (scope: Scope): string => readText('local', listKey(scope)) ?? '[]';

export const listExternalAgents = (scope: Scope): ExternalAgent[] =>
	readJson('local', listKey(scope), z.array(z.unknown()))?.flatMap(
		(item) => ExternalAgent.safeParse(item).data ?? [],
	) ?? [];

/** Adds an agent, or replaces the one with the same card. @returns whether the browser stored it */
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
