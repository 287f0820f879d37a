import type { Tone } from '../../../ui/states/state-chip.tsx';
import type { Turn } from '../conversation.ts';

const known: Readonly<Record<string, { tone: Tone; word: string }>> = {
	TASK_STATE_SUBMITTED: { tone: 'info', word: 'Accepted' },
	TASK_STATE_WORKING: { tone: 'info', word: 'Working' },
	TASK_STATE_COMPLETED: { tone: 'success', word: 'Complete' },
	TASK_STATE_FAILED: { tone: 'error', word: 'Failed' },
	TASK_STATE_CANCELED: { tone: 'neutral', word: 'Canceled' },
	TASK_STATE_REJECTED: { tone: 'warning', word: 'Rejected' },
	TASK_STATE_INPUT_REQUIRED: { tone: 'warning', word: 'Input required' },
	TASK_STATE_AUTH_REQUIRED: { tone: 'warning', word: 'Sign-in required' },
};

/** The interface's agents complete a rejected question like an answered one, but without this artifact. */
const resultOf: Readonly<Record<string, string>> = { nl2ql: 'result-data', assistant: 'answer' };

/** Whether the service's agent ended without a result. */
export function isRefused({ agent, state, entries }: Turn): boolean {
	const result = Object.hasOwn(resultOf, agent) ? resultOf[agent] : undefined;
	return (
		result !== undefined &&
		state === 'TASK_STATE_COMPLETED' &&
		entries.some((entry) => entry.kind === 'status' && entry.state === state && entry.parts.length > 0) &&
		!entries.some((entry) => entry.kind === 'artifact' && entry.artifact.artifactId === result)
	);
}

/** State of an answer in a word. Unknown states are shown as they are. */
export function stateOf(turn: Turn): { tone: Tone; word: string } {
	const { ending, state } = turn;
	if (ending?.kind === 'stopped') return { tone: 'neutral', word: 'Stopped' };
	if (ending?.kind === 'elsewhere') return { tone: 'info', word: 'In another tab' };
	if (ending?.kind === 'cut') return { tone: 'warning', word: 'Interrupted' };
	if (ending?.kind === 'refused') return { tone: 'error', word: 'Failed' };
	if (isRefused(turn)) return { tone: 'warning', word: 'Not answered' };
	if (state === null) return ending === null ? { tone: 'info', word: 'Sent' } : { tone: 'success', word: 'Complete' };
	return known[state] ?? { tone: 'neutral', word: state };
}
