import { useSessionStore } from './model.ts';
import { changeSession } from './session.ts';

export function keepAgentToken(cardUrl: string, token: string | null): void {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	const { [cardUrl]: _, ...others } = session.agentTokens ?? {};
	changeSession({ ...session, agentTokens: token === null ? others : { ...others, [cardUrl]: token } });
}
