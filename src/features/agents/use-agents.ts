import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { externalAgentsText, listExternalAgents, watchExternalAgents } from '../../storage/external-agents.ts';
import { useScope } from '../session/queries.ts';
import type { Agent } from './agent.ts';
import { agentsQuery } from './queries.ts';

/** Agents the user can ask in this browser, the service's first. `query` is the state of loading those. */
export function useAgents() {
	const scope = useScope();
	const query = useQuery(agentsQuery);
	const text = useSyncExternalStore(watchExternalAgents, () => externalAgentsText(scope));
	const agents = useMemo((): readonly Agent[] => {
		const own = (query.data ?? []).map((entry) => ({ ...entry, isExternal: false, agreed: null }));
		// Only the text signals a change.
		const added = text === '[]' ? [] : listExternalAgents(scope);
		return [
			...own,
			...added.map((agreed) => {
				const { name, url, cardUrl } = agreed;
				return { name, url, agentCard: cardUrl, isExternal: true, agreed };
			}),
		];
	}, [query.data, text, scope]);
	return { agents, query };
}
