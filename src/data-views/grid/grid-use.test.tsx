import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { describe, expect, test, vi } from 'vitest';
import { type GridColumn, memorySource, type RowSource } from '../../rows/index.ts';
import { columns, enter, fullSource, giveGridsSize, head, headers, press, textOf } from '../../testing/grid.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { DataGrid } from './data-grid.tsx';

giveGridsSize();

describe('selecting', () => {
	test('highlights the active cell in rows and headers', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		expect(screen.getByRole('gridcell', { selected: true }).className).toMatch(/active/);
		await user.keyboard('{ArrowUp}');
		expect(head('id').className).toMatch(/active/);
		expect(screen.getAllByRole('gridcell').every((cell) => !/active/.test(cell.className))).toBe(true);
	});

	test('announces a selection made by keyboard, sums it exactly and copies it for a spreadsheet', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
		const selected = screen.getAllByRole('gridcell', { selected: true }).map((element) => element.textContent);
		expect(selected).toHaveLength(3);
		expect(await screen.findByText('18,455,751,272,964,292,607')).toBeTruthy();
		await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
		const clipboardData = { setData: vi.fn() };
		fireEvent.copy(screen.getByRole('grid'), { clipboardData });
		expect(clipboardData.setData).toHaveBeenCalledWith(
			'text/plain',
			'9007199254740993\tOslo\t0.10\n9223372036854775807\tRome\t0.20\n9223372036854775807\tOslo\t',
		);
		expect(screen.getByText('9 cells copied')).toBeTruthy();
		await user.keyboard('{Escape}');
		expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(1);
	});

	test('selects whole columns, whole rows and everything', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await user.keyboard('{ArrowRight}{ArrowRight}{Control>} {/Control}');
		expect(await screen.findByText('3 rows × 1 column')).toBeTruthy();
		expect((await screen.findByText('0.30')).parentElement?.textContent).toBe('sum 0.30');
		await user.keyboard('{Escape}{Shift>} {/Shift}');
		expect(await screen.findByText('1 row × 3 columns')).toBeTruthy();
		await user.keyboard('{Control>}a{/Control}');
		expect(await screen.findByText('3 rows × 3 columns')).toBeTruthy();
		await press(head('id'), 'Alt');
		expect(await screen.findByText('3 rows × 1 column')).toBeTruthy();
	});

	test('reports the limit for a selection that is too large', async () => {
		const user = userEvent.setup();
		const source: RowSource = { columns, rowCount: 5_000_000, rows: async () => [] };
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		enter();
		await user.keyboard('{Control>}a{/Control}');
		expect(await screen.findByText('Select up to 2,000,000 cells to summarize them')).toBeTruthy();
		fireEvent.copy(screen.getByRole('grid'), { clipboardData: { setData: vi.fn() } });
		expect(screen.getByRole('alert').textContent).toContain('up to 1,000,000');
	});
});

describe('columns', () => {
	test('pins, moves and hides columns by keyboard and reports the layout', async () => {
		const user = userEvent.setup();
		const onLayoutChange = vi.fn();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" onLayoutChange={onLayoutChange} />);
		enter();
		await user.keyboard('{ArrowUp}{End}{Enter}');
		await user.click(await screen.findByRole('menuitem', { name: 'Pin to the left' }));
		await waitFor(() => expect(headers()).toEqual(['price', 'id', 'city']));
		expect(document.activeElement).toBe(screen.getByRole('grid'));
		expect(head('price').getAttribute('aria-colindex')).toBe('4');
		await user.keyboard('{End}{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
		await waitFor(() => expect(headers()).toEqual(['price', 'city', 'id']));
		await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
		await user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
		await waitFor(() => expect(headers()).toEqual(['price', 'id']));
		expect(screen.getByText(/1 column hidden/)).toBeTruthy();
		expect(onLayoutChange).toHaveBeenLastCalledWith({
			order: ['city', 'id', 'price'],
			pinned: ['price'],
			hidden: ['city'],
			widths: [],
		});
	});

	test('opens the menu of a column by keyboard every time, and returns to the header on Escape', async () => {
		const user = userEvent.setup();
		const { container } = renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		// A browser renders the menu before the key that opens it reaches the document.
		container.addEventListener('keydown', () => flushSync(() => {}));
		enter();
		await user.keyboard('{ArrowUp}');
		for (const _ of [1, 2, 3]) {
			await user.keyboard('{Enter}');
			expect(await screen.findByRole('menu', { name: 'Column id' })).toBeTruthy();
			await user.keyboard('{Escape}');
			await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
			expect(document.activeElement).toBe(screen.getByRole('grid'));
			expect(head('id').className).toMatch(/active/);
		}
	});

	test('shows, hides and finds columns in the panel, with internal ones separate', async () => {
		const user = userEvent.setup();
		const named = ['a', 'bee', '__note'].map((name): GridColumn => ({ name, type: 'VARCHAR', kind: 'text' }));
		renderWithProviders(<DataGrid source={memorySource(named, [['1', '2', '3']])} label="Rows" />);
		await user.click(screen.getByRole('button', { name: 'Columns' }));
		const panel = await screen.findByRole('dialog', { name: 'Columns' });
		expect(within(within(panel).getByRole('list', { name: 'Internal columns' })).getByLabelText('__note')).toBeTruthy();
		await user.type(within(panel).getByLabelText('Search columns'), 'BEE');
		expect(within(panel).queryByLabelText('a')).toBeNull();
		await user.click(within(panel).getByRole('button', { name: 'Hide matching' }));
		await waitFor(() => expect(headers()).toEqual(['a', '__note']));
		await user.clear(within(panel).getByLabelText('Search columns'));
		await user.click(within(panel).getByRole('button', { name: 'Hide all' }));
		expect(await screen.findByText('All columns are hidden')).toBeTruthy();
		await user.click(within(panel).getByRole('button', { name: 'Show all' }));
		await waitFor(() => expect(headers()).toEqual(['a', 'bee', '__note']));
	});
});

describe('navigation', () => {
	test('finds matches one by one with Ctrl+F, and shows when there are none', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await user.keyboard('{Control>}f{/Control}');
		const field = await screen.findByLabelText('Find in visible columns');
		await user.type(field, 'oslo{Enter}');
		expect(await screen.findByText(/^1 of \d+$/)).toBeTruthy();
		await user.keyboard('{Enter}');
		expect(await screen.findByText(/^2 of \d+$/)).toBeTruthy();
		await user.type(field, '!{Enter}');
		expect(await screen.findByText('No matches')).toBeTruthy();
		await user.keyboard('{Escape}');
		expect(document.activeElement).toBe(screen.getByRole('grid'));
		expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('Oslo');
	});

	test('continues a search in the rows of a sort that finishes meanwhile', async () => {
		const user = userEvent.setup();
		const { source, requests } = fullSource();
		const isSorted = () => head('city').hasAttribute('aria-sort');
		const find: RowSource['find'] = async (query, work) => {
			if (!isSorted()) return await new Promise<never>(() => {});
			return (await source.find?.(query, work)) ?? null;
		};
		const slow: RowSource = {
			...source,
			find,
			arrange: async (...asked) => {
				const rows = await source.arrange?.(...asked);
				if (rows === undefined) throw new Error('no rows');
				return { ...rows, find };
			},
		};
		renderWithProviders(<DataGrid source={slow} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await press(head('city'));
		await user.keyboard('{Control>}f{/Control}');
		await user.type(await screen.findByLabelText('Find in visible columns'), 'oslo{Enter}');
		expect(await screen.findByText(/^Searching/)).toBeTruthy();
		await act(async () => requests.at(-1)?.end());
		await waitFor(() => expect(isSorted()).toBe(true));
		expect(await screen.findByText(/^Row \d+|^\d+ of \d+$/)).toBeTruthy();
	});

	test('goes to a row number with Ctrl+G', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await user.keyboard('{Control>}g{/Control}');
		const field = await screen.findByLabelText('Row number, 1 to 3');
		await user.type(field, '9{Enter}');
		expect(await screen.findByText('Enter a row number from 1 to 3.')).toBeTruthy();
		await user.clear(field);
		await user.type(field, '2{Enter}');
		await waitFor(() =>
			expect(
				screen.getByRole('gridcell', { selected: true }).closest('[role=row]')?.getAttribute('aria-rowindex'),
			).toBe('3'),
		);
	});
});

test('exports columns as shown', async () => {
	const user = userEvent.setup();
	const { source } = fullSource();
	URL.createObjectURL = vi.fn(() => 'blob:x');
	renderWithProviders(
		<DataGrid source={source} label="Rows" layout={{ order: [], pinned: ['price'], hidden: ['city'], widths: [] }} />,
	);
	await user.click(screen.getByRole('button', { name: 'Export' }));
	const panel = await screen.findByRole('dialog', { name: 'Export' });
	expect(within(panel).getByText(/3 rows, 2 columns, as shown. Without 1 hidden column/)).toBeTruthy();
	await user.click(within(panel).getByLabelText(/Protect against spreadsheet formulas/));
	const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
	await user.click(within(panel).getByRole('button', { name: 'Export CSV' }));
	await waitFor(() => expect(clicked).toHaveBeenCalled());
	expect(vi.mocked(source.export)?.mock.calls[0]?.[0]).toEqual({
		format: 'csv',
		columns: [2, 0],
		guardFormulas: false,
	});
	clicked.mockRestore();
});

test('shows both sides of a change and marks changed rows', async () => {
	const marks: GridColumn = { name: 'change', type: 'VARCHAR', kind: 'text' };
	const source: RowSource = {
		...memorySource(
			[marks, ...columns.slice(1)],
			[
				['changed', 'Oslo', { before: '0.10', after: '0.20' }],
				['added', 'Rome', null],
			],
		),
		changeColumn: 0,
	};
	renderWithProviders(<DataGrid source={source} label="Rows" />);
	await waitFor(() => expect(textOf(1)).toEqual(['Oslo', '0.100.20']));
	expect(document.querySelector('del')?.textContent).toBe('0.10');
	expect(headers()).toEqual(['city', 'price']);
	const [first, second] = screen.getAllByRole('rowheader');
	expect(first?.getAttribute('aria-description')).toBe('changed');
	expect(second?.textContent).toBe('+2');
});

test('keeps rows of a comparison marked when they’re sorted', async () => {
	const marks: GridColumn = { name: 'change', type: 'VARCHAR', kind: 'text' };
	const rows = memorySource(
		[marks, ...columns.slice(1, 2)],
		[
			['changed', 'Oslo'],
			['added', 'Bonn'],
		],
	);
	renderWithProviders(<DataGrid source={{ ...rows, changeColumn: 0 }} label="Rows" />);
	await waitFor(() => expect(textOf(1)).toEqual(['Oslo']));
	await press(head('city'));
	// The in-memory row jobs load first.
	await waitFor(() => expect(textOf(1)).toEqual(['Bonn']), { timeout: 8_000 });
	expect(screen.getAllByRole('rowheader').map((element) => element.getAttribute('aria-description'))).toEqual([
		'added',
		'changed',
	]);
});

test('shows only rows in a plain grid until they’re filtered', async () => {
	const user = userEvent.setup();
	const rows = memorySource(columns.slice(1, 2), [['Oslo'], ['Bonn']]);
	renderWithProviders(<DataGrid plain source={rows} label="Rows" />);
	enter();
	await waitFor(() => expect(textOf(1)).toEqual(['Oslo']));
	expect(screen.queryByRole('button')).toBeNull();
	expect(screen.queryByText('2 rows')).toBeNull();
	await user.keyboard('{Shift>}{F10}{/Shift}');
	await user.click(await screen.findByRole('menuitem', { name: 'Filter by this value' }));
	expect(await screen.findByText('1 of 2 rows', {}, { timeout: 8_000 })).toBeTruthy();
	expect(screen.getByRole('list', { name: 'Filters' }).children).toHaveLength(1);
});

test('moves from cell to cell in the inspector and shows JSON with every digit', async () => {
	const user = userEvent.setup();
	const named: GridColumn[] = [
		{ name: 'doc', type: 'JSON', kind: 'json' },
		{ name: 'raw', type: 'BLOB', kind: 'blob' },
	];
	const data = [['{"a":9007199254740993,"b":0.10}', new Uint8Array([0x41, 0, 255])]];
	renderWithProviders(<DataGrid source={memorySource(named, data)} label="Rows" />);
	enter();
	await waitFor(() => expect(textOf(1)[0]).toContain('9007199254740993'));
	await user.keyboard('{Enter}');
	const dialog = await screen.findByRole('dialog', { name: 'doc, row 1' });
	expect(within(dialog).getByText(/"b": 0\.10/).textContent).toContain('"a": 9007199254740993');
	await user.click(within(dialog).getByRole('button', { name: 'Next cell' }));
	const next = await screen.findByRole('dialog', { name: 'raw, row 1' });
	expect(within(next).getByText(/41 00 ff/)).toBeTruthy();
	expect(within(next).getByText(/3 bytes/)).toBeTruthy();
});
