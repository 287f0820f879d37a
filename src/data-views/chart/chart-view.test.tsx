import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CellWindow, RowSource } from '../../rows/index.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ChartView } from './chart-view.tsx';

test('doesn’t report a stopped chart as failed, and can load it again', async () => {
	const user = userEvent.setup();
	const source: RowSource = {
		columns: [{ name: 'city', type: 'VARCHAR', kind: 'text' }],
		rowCount: 100_000,
		rows: ({ rowStart, rowEnd }: CellWindow, signal: AbortSignal) =>
			rowEnd - rowStart > 1_000 && rowStart > 0
				? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
				: Promise.resolve(Array.from({ length: rowEnd - rowStart }, (_, index) => [`city ${index % 5}`])),
	};
	renderWithProviders(<ChartView source={source} name="cities" spec={null} onSpec={() => {}} />);
	await user.click(await screen.findByRole('button', { name: 'Stop loading' }));
	expect(await screen.findByText('Loading stopped')).toBeTruthy();
	expect(screen.queryByText('Couldn’t draw the chart')).toBeNull();
	await user.click(screen.getByRole('button', { name: 'Try again' }));
	expect(await screen.findByRole('button', { name: 'Stop loading' })).toBeTruthy();
});
