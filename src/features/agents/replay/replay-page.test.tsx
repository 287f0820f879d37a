import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { ReplayPage } from './replay-page.tsx';

const turn = (id: string, after: string | null, at: number) => ({
	asked: {
		...{ id, conversation: 'c', question: `Question ${id}`, agent: 'nl2ql', url: 'http://x/a2a', namespace: 'shop' },
		...{ model: null, provider: null, after, beside: null, at, context: [] },
	},
	...{ ending: { kind: 'said', state: 'TASK_STATE_COMPLETED' }, endedAt: at + 1, framesDropped: 0, frames: [] },
});

test('shows every version of a recorded question', async () => {
	const user = userEvent.setup();
	renderWithProviders(
		<MemoryRouter>
			<ReplayPage />
		</MemoryRouter>,
	);
	const turns = [turn('a', null, 1_000), turn('b', 'a', 2_000), turn('c', 'b', 3_000), turn('d', 'a', 4_000)];
	const head = { format: 'dataset-console/conversation/1', title: 'T', createdAt: 1_000, updatedAt: 5_000 };
	const text = JSON.stringify({ ...head, service: 'http://x', turns });
	fireEvent.drop(document, { dataTransfer: { files: [{ text: async () => text }] } });
	const shown = () => screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'));
	await screen.findByText('Question d');
	expect(shown()).toEqual(['Question: Question a', 'Question: Question d']);
	await user.click(screen.getByRole('button', { name: 'Previous version' }));
	expect(shown()).toEqual(['Question: Question a', 'Question: Question b', 'Question: Question c']);
	await user.click(screen.getByRole('button', { name: 'Next version' }));
	expect(shown()).toEqual(['Question: Question a', 'Question: Question d']);
});
