import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messageRequest } from '../../../a2a/client.ts';
import { countOf } from '../../../lib/format.ts';
import { randomId } from '../../../lib/random-id.ts';
import { keepsFocus } from '../../../routing/keeps-focus.ts';
import { paths } from '../../../routing/paths.ts';
import type { ConversationMark } from '../../../storage/conversations.ts';
import { useScope } from '../../session/queries.ts';
import type { Agent } from '../agent.ts';
import type { Endpoint } from '../agent-card.ts';
import type { Turn, TurnStart } from '../conversation.ts';
import { run, turnNow } from '../live.ts';
import { conversationKeys, modelKeys } from '../queries.ts';
import { record } from '../recorder.ts';
import { threadOf } from '../thread.ts';
import { askAfresh } from './ask-afresh.ts';
import { type ContextItem, contextParts } from './context-items.ts';
import { type Continuation, contextItemOf, continuationOf } from './continuation.ts';

export interface NewQuestion {
	readonly text: string;
	/** Asked side by side. */
	readonly agents: readonly Addressee[];
	readonly namespace: string;
	readonly after: Turn | null;
	/** The whole conversation, oldest first. */
	readonly turns: readonly Turn[];
	readonly modes: readonly string[];
	readonly context: readonly ContextItem[];
	/** Datasets on the current page, in the form agents take. */
	readonly datasets: readonly string[];
}

export interface Addressee extends Endpoint {
	readonly agent: Agent;
	readonly url: string;
	/** Credentials for an external agent. */
	readonly headers: Readonly<Record<string, string>>;
	readonly model: string | null;
	readonly provider: string | null;
}

const longestTitle = 80;

export const titleOf = (question: string): string => {
	const line = question.trim().replaceAll(/\s+/g, ' ');
	return line.length <= longestTitle ? line : `${line.slice(0, longestTitle - 1)}…`;
};

const earlierTitle = (count: number): string[] => (count === 0 ? [] : [countOf(count, 'earlier question')]);

/** Asks in a conversation or starts one. The page opens at once; answers arrive there. */
export function useAsk(conversation: ConversationMark | null, stayHere: boolean): (question: NewQuestion) => string {
	const scope = useScope();
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	return (question) => {
		const now = Date.now();
		const mark: ConversationMark = {
			id: conversation?.id ?? randomId(),
			title: conversation?.title ?? titleOf(question.text),
			createdAt: conversation?.createdAt ?? now,
			updatedAt: now,
			questions: (conversation?.questions ?? 0) + 1,
		};
		const first = randomId();
		const [known, after] = [question.turns.map(turnNow), question.after === null ? null : turnNow(question.after)];
		const turns = question.agents.map(
			({ agent, url, bearer, headers, model, provider, takesContext, keepsTrees, streams }, index) => {
				const isFirst = question.agents.findIndex((other) => other.agent.name === agent.name) === index;
				const { forgotten, ...continued } = continuationOf(
					known,
					after,
					{ name: agent.name, url, keepsTrees },
					isFirst,
				);
				// An external agent gets its own answers back, never those of others.
				const mayHave = (turn: Turn) => !agent.isExternal || turn.url === url;
				const earlier = takesContext ? forgotten.filter(mayHave) : [];
				const isAbout = (turn: Turn) => turn.namespace === question.namespace;
				const context = takesContext ? question.context : [];
				const requestOf = (sent: readonly Turn[], continued: Omit<Continuation, 'forgotten'>) => {
					const elsewhere = sent.filter((turn) => !isAbout(turn)).map(contextItemOf);
					return messageRequest({
						text: question.text,
						namespace: question.namespace,
						...(agent.isExternal ? {} : { acceptedOutputModes: question.modes, datasets: question.datasets }),
						...(agent.agreed?.tenant === undefined ? {} : { tenant: agent.agreed.tenant }),
						parts: contextParts([...elsewhere, ...context], sent.filter(isAbout).map(contextItemOf)),
						streams,
						...continued,
						...(model === null ? {} : { model }),
						...(provider === null ? {} : { provider }),
					});
				};
				const start: TurnStart = {
					id: index === 0 ? first : randomId(),
					conversation: mark.id,
					question: question.text,
					agent: agent.name,
					url,
					namespace: question.namespace,
					model,
					provider,
					after: after?.id ?? null,
					beside: index === 0 ? null : first,
					at: now + index,
					context: [
						...earlierTitle(earlier.length),
						...(agent.isExternal ? [] : question.datasets),
						...context.map((item) => item.title),
					],
				};
				// An agent may have forgotten the context by now.
				const mayBeForgotten = continued.contextId !== undefined && continued.taskId === undefined && takesContext;
				const before = () => (after === null ? [] : threadOf(known, after.id).map(({ turns: [turn] }) => turn));
				const send = mayBeForgotten ? askAfresh(() => requestOf(before().filter(mayHave), {})) : undefined;
				return { start, request: requestOf(earlier, continued), send, bearer, headers };
			},
		);
		const all = turns.map(async ({ start, request, send, bearer, headers }) => {
			const recorder = await record(scope, mark, start);
			void queryClient.invalidateQueries({ queryKey: conversationKeys.list(scope) });
			return await run(start, request, { bearer, headers }, recorder, send);
		});
		void Promise.all(all).then(() => {
			void queryClient.invalidateQueries({ queryKey: modelKeys.all });
			return queryClient.invalidateQueries({ queryKey: conversationKeys.list(scope) });
		});
		queryClient.setQueryData<{ mark: ConversationMark; turns: Turn[] } | null>(
			conversationKeys.one(scope, mark.id),
			(before) => ({ mark, turns: before?.turns ?? [] }),
		);
		if (!stayHere) {
			void navigate(paths.conversation(mark.id, first), { replace: conversation !== null, state: keepsFocus });
		}
		return mark.id;
	};
}
