import type { AgentListEntry } from '#contract/agents/card.ts';
import { baseUrl } from '../../api/http.ts';
import { isUnder } from '../../api/request-url.ts';
import type { ExternalAgent } from '../../storage/external-agents.ts';
import type { Scope } from '../../storage/web-storage.ts';

/** An agent that can be asked: one of the service's, or one that somebody added in this browser. */
export interface Agent extends AgentListEntry {
	/** It is outside of the service: it gets the token that it has itself, or none, and never the service's. */
	readonly isExternal: boolean;
	/** What was agreed to when it was added; null for the service's own. */
	readonly agreed: ExternalAgent | null;
}

/** Whether an address may be used for an agent: of the service's agents what lies under it, of others what was agreed to. */
export function isUsable({ isExternal, url, agentCard }: Agent, address: string): boolean {
	return isExternal ? address === url || address === agentCard : isUnder(baseUrl(), address);
}

/** Characters that nobody sees: with them one name could look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name that no other agent has: the agent's own, with its host where that is taken. */
export function uniqueName(name: string, cardUrl: string, taken: readonly string[]): string {
	const { host } = new URL(cardUrl);
	const plain = name.replaceAll(/\s+/g, ' ').replaceAll(unseen, '').trim() || host;
	const names = [plain, `${plain} (${host})`];
	for (let number = 2; ; number += 1) {
		const free = names.find((candidate) => !taken.includes(candidate));
		if (free !== undefined) return free;
		names.push(`${plain} (${host}) ${number}`);
	}
}

/** The preference that holds the name of the agent that was asked or added last. */
export const agentPreference = ({ service, user }: Scope): string => `agents/agent/${service}/${user}`;
