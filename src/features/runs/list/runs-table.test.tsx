import { screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { fakeRun } from '../../../testing/fake-run.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { RunsTable } from './runs-table.tsx';

test('shows when each run was created, even while it’s queued', () => {
	const queued = fakeRun({ id: 'queued', state: 'queued', startedAt: null, finishedAt: null });
	renderWithProviders(
		<MemoryRouter>
			<RunsTable
				runs={[fakeRun({ startedAt: '2026-01-01T00:05:00.000Z' }), queued]}
				picked={new Set()}
				onPick={() => {}}
			/>
		</MemoryRouter>,
	);
	const [head, ...rows] = screen.getAllByRole('row');
	const at = within(head as HTMLElement)
		.getAllByRole('columnheader')
		.findIndex((cell) => cell.textContent === 'Created');
	const times = rows.map((row) => within(row).getAllByRole('cell')[at]?.querySelector('time')?.dateTime);
	expect(times).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
});
