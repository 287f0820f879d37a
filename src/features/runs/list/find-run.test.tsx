import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { FindRun } from './find-run.tsx';

test('focuses the first field with an invalid run ID, and accepts an empty optional one', async () => {
	const user = userEvent.setup();
	renderWithProviders(
		<MemoryRouter>
			<FindRun />
		</MemoryRouter>,
	);
	const run = await screen.findByRole('textbox', { name: 'Run ID' });
	const earlier = screen.getByRole('textbox', { name: 'Compare with run (optional)' });
	await user.type(run, 'flights{Enter}');
	expect(document.activeElement).toBe(run);
	expect(screen.getByText(/36-character/)).toBeDefined();
	expect(earlier.getAttribute('aria-invalid')).not.toBe('true');
	await user.clear(run);
	await user.type(run, '0B9F61C2-5D1E-4C07-9F0A-3A1F6C2B7D58');
	await user.type(earlier, 'x');
	await user.click(screen.getByRole('button', { name: 'Compare outputs' }));
	expect(document.activeElement).toBe(earlier);
});
