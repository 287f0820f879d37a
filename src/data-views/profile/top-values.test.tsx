import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { TopValues } from './top-values.tsx';

it('links a value to its rows, unless the value is cut', async () => {
	const onPick = vi.fn();
	const cut = { value: `long ${'x'.repeat(507)}`, count: 3, isCut: true };
	const shape = {
		kind: 'top' as const,
		values: [cut, { ...cut, count: 2 }, { value: 'short', count: 2, isCut: false }],
		others: 0,
		slack: 0,
	};
	renderWithProviders(<TopValues shape={shape} kind="text" rows={7} name="note" onPick={onPick} />);
	expect(screen.getAllByText(/^long x+…$/)).toHaveLength(2);
	await userEvent.click(screen.getByRole('button'));
	expect(onPick.mock.calls).toEqual([['short']]);
});
