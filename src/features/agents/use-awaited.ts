import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useScope } from '../session/queries.ts';
import type { Turn } from './conversation.ts';
import { whenOver } from './live.ts';
import { conversationKeys } from './queries.ts';

/** Reads a conversation again when an answer that goes on in another tab is complete. */
export function useAwaited(turns: readonly Turn[] | undefined): void {
	const scope = useScope();
	const queryClient = useQueryClient();
	const awaited = turns?.find((it) => it.ending?.kind === 'elsewhere');
	const [id, conversation] = [awaited?.id, awaited?.conversation];
	useEffect(() => {
		if (id === undefined || conversation === undefined) return;
		const left = new AbortController();
		whenOver(id, left.signal)
			.then(() => queryClient.invalidateQueries({ queryKey: conversationKeys.one(scope, conversation) }))
			.catch(() => {});
		return () => left.abort();
	}, [id, conversation, scope, queryClient]);
}
