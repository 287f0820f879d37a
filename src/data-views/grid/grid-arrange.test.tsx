import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { enter, fullSource, giveGridsSize, head, press, textOf } from '../../testing/grid.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { DataGrid } from './data-grid.tsx';

giveGridsSize();

describe('sorting', () => {
	test('sorts by a clicked column and keeps the current rows until the sorted ones arrive', async () => {
		const { source, requests } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await press(head('city'));
		await waitFor(() => expect(requests).toHaveLength(1));
		expect(head('city').hasAttribute('aria-sort')).toBe(false);
		await press(head('city'));
		await waitFor(() => expect(requests).toHaveLength(2));
		expect(requests[0]?.work.signal.aborted).toBe(true);
		expect(head('city').hasAttribute('aria-sort')).toBe(false);
		expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
		act(() => requests[1]?.work.onProgress?.({ done: 1, total: 3 }));
		expect(screen.getByText('1 of 3 rows read')).toBeTruthy();
		expect(textOf(1)[1]).toBe('Oslo');
		await act(async () => requests[1]?.end());
		await waitFor(() => expect(textOf(1)[1]).toBe('Rome'));
		expect(head('city').getAttribute('aria-sort')).toBe('descending');
		expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false');
		await press(head('city'));
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		expect(head('city').hasAttribute('aria-sort')).toBe(false);
	});

	test('adds a sort key with Shift and shows the order of keys', async () => {
		const { source, requests } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await press(head('city'));
		await press(head('price'), 'Shift');
		await waitFor(() =>
			expect(requests.at(-1)?.arrangement.sort.map((term) => term.column)).toEqual(['city', 'price']),
		);
		await act(async () => requests.at(-1)?.end());
		await waitFor(() => expect(head('city').textContent).toContain('↑1'));
		expect(head('price').textContent).toContain('↑2');
	});

	test('restores the shown order on Cancel', async () => {
		const user = userEvent.setup();
		const { source, requests } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await press(head('city'));
		await user.click(await screen.findByRole('button', { name: 'Cancel' }));
		expect(requests[0]?.work.signal.aborted).toBe(true);
		expect(head('city').hasAttribute('aria-sort')).toBe(false);
		expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
	});
});

describe('filtering', () => {
	test('adds, announces, changes and removes a filter', async () => {
		const user = userEvent.setup();
		const { source, requests } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await user.click(screen.getByRole('button', { name: 'Add filter' }));
		const panel = await screen.findByRole('dialog', { name: 'Filter' });
		await user.selectOptions(within(panel).getByLabelText('Column'), 'city');
		await user.selectOptions(within(panel).getByLabelText('Condition'), 'is');
		await user.type(within(panel).getByLabelText('Value'), 'Oslo');
		await user.click(within(panel).getByRole('button', { name: 'Apply filter' }));
		await waitFor(() => expect(requests).toHaveLength(1));
		expect(requests[0]?.arrangement.filter).toEqual([{ column: 'city', op: '=', value: 'Oslo' }]);
		await act(async () => requests[0]?.end());
		expect(await screen.findByText('2 of 3 rows')).toBeTruthy();
		expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('3');

		await user.click(screen.getByRole('button', { name: 'city is Oslo' }));
		const again = await screen.findByRole('dialog', { name: 'Filter' });
		await user.clear(within(again).getByLabelText('Value'));
		await user.type(within(again).getByLabelText('Value'), 'Nowhere{Enter}');
		await waitFor(() => expect(requests).toHaveLength(2));
		await act(async () => requests[1]?.end());
		expect(await screen.findByText('No rows match the filters')).toBeTruthy();

		await user.click(screen.getByRole('button', { name: 'Remove filter: city is Nowhere' }));
		expect(await screen.findByText('3 rows')).toBeTruthy();
	});

	test('shows the source’s own error and offers to undo the change', async () => {
		const user = userEvent.setup();
		const { source, requests } = fullSource();
		const onStateChange = vi.fn();
		const state = { sort: [], filter: [{ column: 'id', op: '<', value: '5' } as const], hidden: null };
		renderWithProviders(<DataGrid source={source} label="Rows" state={state} onStateChange={onStateChange} />);
		await act(async () => requests[0]?.fail('The service is restarting.'));
		expect((await screen.findByRole('alert')).textContent).toContain('The service is restarting.');
		expect(screen.queryByText('id is less than 5')).toBeNull();
		await user.click(screen.getByRole('button', { name: 'Undo change' }));
		expect(onStateChange).toHaveBeenCalledWith({ sort: [], filter: [], hidden: null });
	});

	test('lists filters that don’t fit the columns, and applies the others and the sort', async () => {
		const user = userEvent.setup();
		const { source, requests } = fullSource();
		const onStateChange = vi.fn();
		const fits = { column: 'city', op: '=', value: 'Oslo' } as const;
		const sort = [{ column: 'price', descending: true }];
		const filter = [
			{ column: 'gone', op: 'isNull' } as const,
			fits,
			{ column: 'price', op: '>', value: '2,5' } as const,
		];
		const state = { sort, filter, hidden: null };
		renderWithProviders(<DataGrid source={source} label="Rows" state={state} onStateChange={onStateChange} />);
		expect(requests.map((item) => item.arrangement)).toEqual([{ sort, filter: [fits] }]);
		const notice = screen.getByText('2 filters not applied').closest<HTMLElement>('[role=status]');
		expect(notice?.textContent).toContain('gone is null: Column "gone" doesn’t exist.');
		expect(notice?.textContent).toContain('"2,5" isn’t a valid number.');
		expect(within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('listitem')).toHaveLength(1);
		await user.click(screen.getByRole('button', { name: 'Remove filters' }));
		expect(onStateChange).toHaveBeenCalledWith({ sort, filter: [fits], hidden: null });
	});

	test('keeps an invalid value in the form with the reason', async () => {
		const user = userEvent.setup();
		const { source, requests } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await user.click(screen.getByRole('button', { name: 'Add filter' }));
		const panel = await screen.findByRole('dialog', { name: 'Filter' });
		await user.selectOptions(within(panel).getByLabelText('Column'), 'price');
		await user.selectOptions(within(panel).getByLabelText('Condition'), 'is greater than');
		const field = within(panel).getByRole('textbox', { name: 'Value' });
		await user.type(field, '2,5');
		await user.click(within(panel).getByRole('button', { name: 'Apply filter' }));
		expect(within(panel).getByText('"2,5" isn’t a valid number. Column "price" has type DECIMAL(18,2).')).toBeTruthy();
		expect(document.activeElement).toBe(field);
		expect(field.getAttribute('aria-invalid')).toBe('true');
		await user.clear(field);
		await user.click(within(panel).getByRole('button', { name: 'Apply filter' }));
		expect(within(panel).getByText('Enter a value for the column "price" (DECIMAL(18,2)).')).toBeTruthy();
		expect(requests).toHaveLength(0);
		await user.type(field, '12,34{Enter}');
		expect(within(panel).getByText(/"12,34" isn’t a valid number/)).toBeTruthy();
		expect(requests).toHaveLength(0);
		await user.clear(field);
		await user.type(field, ' 1,234,567.8 {Enter}');
		await waitFor(() =>
			expect(requests[0]?.arrangement.filter).toEqual([{ column: 'price', op: '>', value: '1234567.8' }]),
		);
	});

	test('filters by a cell’s value from its menu', async () => {
		const user = userEvent.setup();
		const { source, requests } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(3)[2]).toBe('null'));
		await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{Shift>}{F10}{/Shift}');
		await user.click(await screen.findByRole('menuitem', { name: 'Exclude this value' }));
		await waitFor(() => expect(requests[0]?.arrangement.filter).toEqual([{ column: 'price', op: 'notNull' }]));
	});
});
