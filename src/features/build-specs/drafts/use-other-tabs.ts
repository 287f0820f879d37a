import { useEffect, useState } from 'react';
import type { DraftScope } from '../../../storage/drafts.ts';
import { announce } from '../../../storage/presence.ts';

/** How many other tabs of this browser have the same text open. */
export function useOtherTabs({ service, user }: DraftScope, draftId: string): number {
	const [count, setCount] = useState(0);
	useEffect(() => announce(JSON.stringify([service, user, draftId]), setCount), [service, user, draftId]);
	return count;
}
