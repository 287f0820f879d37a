import type { Tone } from '../../ui/tone.tsx';
import type { Turn } from './conversation.ts';

const known: Readonly<Record<string, { tone: Tone; word: string }>> = {
	TASK_STATE_SUBMITTED: { tone: 'info', word: 'Accepted' },
	TASK_STATE_WORKING: { tone: 'info', word: 'Working' },
	TASK_STATE_COMPLETED: { tone: 'success', word: 'Complete' },
	TASK_STATE_FAILED: { tone: 'error', word: 'Failed' },
	TASK_STATE_CANCELED: { tone: 'neutral', word: 'Cancelled' },
	TASK_STATE_REJECTED: { tone: 'warning', word: 'Rejected' },
	TASK_STATE_INPUT_REQUIRED: { tone: 'warning', word: 'Asks back' },
	TASK_STATE_AUTH_REQUIRED: { tone: 'warning', word: 'Wants a sign-in' },
};

/** How an answer stands, in a word; a state that nobody knows is its own word. */
export function stateOf({ ending, state }: Turn): { tone: Tone; word: string } {
	if (ending?.kind === 'stopped') return { tone: 'neutral', word: 'Stopped' };
	if (ending?.kind === 'elsewhere') return { tone: 'info', word: 'In another tab' };
	if (ending?.kind === 'cut') return { tone: 'warning', word: 'Interrupted' };
	if (ending?.kind === 'refused') return { tone: 'error', word: 'Failed' };
	if (state === null) return ending === null ? { tone: 'info', word: 'Asked' } : { tone: 'success', word: 'Complete' };
	return known[state] ?? { tone: 'neutral', word: state };
}
