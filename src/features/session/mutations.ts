import { useSessionStore } from './model.ts';
import { changeSession } from './session.ts';

/** Keeps the token of an agent outside of the service as long as the session, or forgets it. */
export function keepAgentToken(cardUrl: string, token: string | null): void {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	const { [cardUrl]: _, ...others } = session.agentTokens ?? {};
	changeSession({ ...session, agentTokens: token === null ? others : { ...others, [cardUrl]: token } });
}
