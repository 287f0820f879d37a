import type { AgentListEntry } from '#contract/agents/card.ts';
import { baseUrl } from '../../api/http.ts';
import { isUnder } from '../../api/request-url.ts';
import type { ExternalAgent } from '../../storage/external-agents.ts';
import type { Scope } from '../../storage/web-storage.ts';

/** An agent the user can ask: one of the service's, or one added in this browser. */
export interface Agent extends AgentListEntry {
	/** Whether it's outside the service. It then gets its own token or none, never the service's. */
	readonly isExternal: boolean;
	/** What the user agreed to when adding it. Null for the service's own agents. */
	readonly agreed: ExternalAgent | null;
}

/** Whether an agent may use an address: the service's agents below the service, others only what was agreed to. */
export function isUsable({ isExternal, url, agentCard }: Agent, address: string): boolean {
	return isExternal ? address === url || address === agentCard : isUnder(baseUrl(), address);
}

/** Invisible characters, which could make one name look like another. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A unique name: the agent's own, with its host if that's taken. */
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

/** Preference with the name of the last agent asked or added. */
export const agentPreference = ({ service, user }: Scope): string => `agents/agent/${service}/${user}`;
