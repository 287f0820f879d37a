import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
	type ArrangedSource,
	type Arrangement,
	type CellValue,
	exactText,
	type GridColumn,
	memorySource,
	type RowSource,
	type Work,
} from '../../rows/index.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { DataGrid } from './data-grid.tsx';

// jsdom lays nothing out: the grid is told how much of it is seen.
const size = { clientHeight: 44 + 280, clientWidth: 900 };
beforeAll(() => {
	for (const [name, value] of Object.entries(size))
		Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
});
afterAll(() => {
	for (const name of Object.keys(size)) Reflect.deleteProperty(HTMLElement.prototype, name);
});

const columns: GridColumn[] = [
	{ name: 'id', type: 'BIGINT', kind: 'integer' },
	{ name: 'city', type: 'VARCHAR', kind: 'text' },
	{ name: 'price', type: 'DECIMAL(18,2)', kind: 'decimal' },
];
const rows: CellValue[][] = [
	[9007199254740993n, 'Oslo', '0.10'],
	[9223372036854775807n, 'Rome', '0.20'],
	[9223372036854775807n, 'Oslo', null],
];

/** Sorts and filters by the first term, compares texts, and ends when it is told to. */
function fullSource() {
	const plain = memorySource(columns, rows);
	const asked: { arrangement: Arrangement; work: Work; end(): void; fail(message: string): void }[] = [];
	const arrange = (arrangement: Arrangement, work: Work) =>
		new Promise<ArrangedSource>((resolve, reject) => {
			work.signal.addEventListener('abort', () => reject(work.signal.reason));
			const end = () => resolve({ ...source, ...memorySource(columns, arranged(arrangement)), close: () => {} });
			asked.push({ arrangement, work, end, fail: (message) => reject(new Error(message)) });
		});
	const source: RowSource = {
		...plain,
		arrange,
		find: async ({ text, from, columns: searched }) => {
			const all = rows.flatMap((row, at) =>
				searched.map((column) => ({ row: at, column, value: row[column] ?? null })),
			);
			const after = from === null ? -1 : all.findIndex((it) => it.row === from.row && it.column === from.column);
			const inOrder = [...all.slice(after + 1), ...all.slice(0, after + 1)];
			return inOrder.find((it) => exactText(it.value).toLowerCase().includes(text.toLowerCase())) ?? null;
		},
		export: vi.fn(async () => new Blob(['x'])),
	};
	return { source, asked };
}

function arranged({ sort: [key], filter: [term] }: Arrangement): CellValue[][] {
	const at = (name: string | undefined) => columns.findIndex((it) => it.name === name);
	const kept = term === undefined ? rows : rows.filter((row) => exactText(row[at(term.column)] ?? null) === term.value);
	if (key === undefined) return kept;
	const ordered = [...kept].sort((a, b) =>
		exactText(a[at(key.column)] ?? null) < exactText(b[at(key.column)] ?? null) ? -1 : 1,
	);
	return key.descending ? ordered.reverse() : ordered;
}

const enter = () => act(() => screen.getByRole('grid').focus());
const textOf = (row: number) => {
	const found = document.querySelector<HTMLElement>(`[role="row"][aria-rowindex="${row + 1}"]:not([hidden])`);
	return found === null
		? []
		: within(found)
				.getAllByRole('gridcell')
				.map((it) => it.textContent);
};
const headers = () =>
	screen
		.getAllByRole('columnheader')
		.slice(1)
		.map((it) => it.querySelector('[class*="name"]')?.textContent);
const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
/** Presses a column's head, with a key held down where one is named. */
async function press(element: HTMLElement, held?: 'Shift' | 'Alt'): Promise<void> {
	const user = userEvent.setup();
	if (held !== undefined) await user.keyboard(`{${held}>}`);
	await user.pointer({ keys: '[MouseLeft]', target: element });
	if (held !== undefined) await user.keyboard(`{/${held}}`);
}

describe('sorting', () => {
	test('a press on a column sorts by it; the rows before stay until the new ones are there', async () => {
		const { source, asked } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await press(head('city'));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(head('city').getAttribute('aria-sort')).toBe('ascending');
		await press(head('city'));
		await waitFor(() => expect(asked).toHaveLength(2));
		expect(asked[0]?.work.signal.aborted).toBe(true);
		expect(head('city').getAttribute('aria-sort')).toBe('descending');
		expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
		act(() => asked[1]?.work.onProgress?.({ done: 1, total: 3 }));
		expect(screen.getByText('1 of 3 rows read')).toBeTruthy();
		expect(textOf(1)[1]).toBe('Oslo');
		await act(async () => asked[1]?.end());
		await waitFor(() => expect(textOf(1)[1]).toBe('Rome'));
		expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false');
		await press(head('city'));
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		expect(head('city').hasAttribute('aria-sort')).toBe(false);
	});

	test('Shift adds a key, and the order of the keys can be read', async () => {
		const { source, asked } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await press(head('city'));
		await press(head('price'), 'Shift');
		await waitFor(() => expect(asked.at(-1)?.arrangement.sort.map((it) => it.column)).toEqual(['city', 'price']));
		expect(head('city').textContent).toContain('↑1');
		expect(head('price').textContent).toContain('↑2');
	});

	test('Cancel goes back to the rows that are shown', async () => {
		const user = userEvent.setup();
		const { source, asked } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await press(head('city'));
		await user.click(await screen.findByRole('button', { name: 'Cancel' }));
		expect(asked[0]?.work.signal.aborted).toBe(true);
		expect(head('city').hasAttribute('aria-sort')).toBe(false);
		expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
	});
});

describe('filtering', () => {
	test('a filter is added, told, changed and removed', async () => {
		const user = userEvent.setup();
		const { source, asked } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await user.click(screen.getByRole('button', { name: 'Add filter' }));
		const panel = await screen.findByRole('dialog', { name: 'Filter' });
		await user.selectOptions(within(panel).getByLabelText('Column'), 'city');
		await user.selectOptions(within(panel).getByLabelText('Condition'), 'is');
		await user.type(within(panel).getByLabelText('Value'), 'Oslo');
		await user.click(within(panel).getByRole('button', { name: 'Apply filter' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]?.arrangement.filter).toEqual([{ column: 'city', op: '=', value: 'Oslo' }]);
		await act(async () => asked[0]?.end());
		expect(await screen.findByText('2 of 3 rows')).toBeTruthy();
		expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('3');

		await user.click(screen.getByRole('button', { name: 'city is Oslo' }));
		const again = await screen.findByRole('dialog', { name: 'Filter' });
		await user.clear(within(again).getByLabelText('Value'));
		await user.type(within(again).getByLabelText('Value'), 'Nowhere{Enter}');
		await waitFor(() => expect(asked).toHaveLength(2));
		await act(async () => asked[1]?.end());
		expect(await screen.findByText('No rows match the filters')).toBeTruthy();

		await user.click(screen.getByRole('button', { name: 'Remove the filter city is Nowhere' }));
		expect(await screen.findByText('3 rows')).toBeTruthy();
	});

	test('what the source refuses is said in its words, with the way back', async () => {
		const user = userEvent.setup();
		const { source, asked } = fullSource();
		const onStateChange = vi.fn();
		const state = { sort: [], filter: [{ column: 'id', op: '<', value: '5' } as const], hidden: null };
		renderWithProviders(<DataGrid source={source} label="Rows" state={state} onStateChange={onStateChange} />);
		await act(async () => asked[0]?.fail('The service is restarting.'));
		expect((await screen.findByRole('alert')).textContent).toContain('The service is restarting.');
		expect(screen.queryByText('id is less than 5')).toBeNull();
		await user.click(screen.getByRole('button', { name: 'Go back' }));
		expect(onStateChange).toHaveBeenCalledWith({ sort: [], filter: [], hidden: null });
	});

	test('filters that do not fit the columns are named and have no chip; the others and the sort apply', async () => {
		const user = userEvent.setup();
		const { source, asked } = fullSource();
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
		expect(asked.map((it) => it.arrangement)).toEqual([{ sort, filter: [fits] }]);
		const notice = screen.getByText('2 filters not applied').closest<HTMLElement>('[role=status]');
		expect(notice?.textContent).toContain('gone is null: There is no column gone.');
		expect(notice?.textContent).toContain("“2,5” isn't a valid number.");
		expect(within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('listitem')).toHaveLength(1);
		await user.click(screen.getByRole('button', { name: 'Remove filters' }));
		expect(onStateChange).toHaveBeenCalledWith({ sort, filter: [fits], hidden: null });
	});

	test('a value that does not fit the column stays in the form with the reason', async () => {
		const user = userEvent.setup();
		const { source, asked } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		await user.click(screen.getByRole('button', { name: 'Add filter' }));
		const panel = await screen.findByRole('dialog', { name: 'Filter' });
		await user.selectOptions(within(panel).getByLabelText('Column'), 'price');
		await user.selectOptions(within(panel).getByLabelText('Condition'), 'is more than');
		const field = within(panel).getByRole('textbox', { name: 'Value' });
		await user.type(field, '2,5');
		await user.click(within(panel).getByRole('button', { name: 'Apply filter' }));
		expect(within(panel).getByText("“2,5” isn't a valid number. Column price is DECIMAL(18,2).")).toBeTruthy();
		expect(document.activeElement).toBe(field);
		expect(field.getAttribute('aria-invalid')).toBe('true');
		await user.clear(field);
		await user.click(within(panel).getByRole('button', { name: 'Apply filter' }));
		expect(within(panel).getByText('Enter a value for column price (DECIMAL(18,2)).')).toBeTruthy();
		expect(asked).toHaveLength(0);
		await user.type(field, '12,34{Enter}');
		expect(within(panel).getByText(/“12,34” isn't a valid number/)).toBeTruthy();
		expect(asked).toHaveLength(0);
		await user.clear(field);
		await user.type(field, ' 1,234,567.8 {Enter}');
		await waitFor(() =>
			expect(asked[0]?.arrangement.filter).toEqual([{ column: 'price', op: '>', value: '1234567.8' }]),
		);
	});

	test('the menu of a cell filters by its value', async () => {
		const user = userEvent.setup();
		const { source, asked } = fullSource();
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(3)[2]).toBe('null'));
		await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{Shift>}{F10}{/Shift}');
		await user.click(await screen.findByRole('menuitem', { name: 'Exclude this value' }));
		await waitFor(() => expect(asked[0]?.arrangement.filter).toEqual([{ column: 'price', op: 'notNull' }]));
	});
});

describe('selecting', () => {
	test('the cell that has the focus looks like it, in a row or in the header', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		expect(screen.getByRole('gridcell', { selected: true }).className).toMatch(/active/);
		await user.keyboard('{ArrowUp}');
		expect(head('id').className).toMatch(/active/);
		expect(screen.getAllByRole('gridcell').every((cell) => !/active/.test(cell.className))).toBe(true);
	});

	test('by keyboard: what is selected is told, summed up exactly and copied for a spreadsheet', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
		const selected = screen.getAllByRole('gridcell', { selected: true }).map((it) => it.textContent);
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

	test('whole columns and rows, and all', async () => {
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

	test('a selection that is too large says what the limit is', async () => {
		const user = userEvent.setup();
		const source: RowSource = { columns, rowCount: 5_000_000, rows: async () => [] };
		renderWithProviders(<DataGrid source={source} label="Rows" />);
		enter();
		await user.keyboard('{Control>}a{/Control}');
		expect(await screen.findByText('At most 2,000,000 cells are summed up')).toBeTruthy();
		fireEvent.copy(screen.getByRole('grid'), { clipboardData: { setData: vi.fn() } });
		expect(screen.getByRole('alert').textContent).toContain('at most 1,000,000');
	});
});

describe('columns', () => {
	test('by keyboard from their heads: pinned, moved, hidden; the layout is handed out', async () => {
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

	test('the menu of a column opens by keyboard every time, and Escape returns to the header cell', async () => {
		const user = userEvent.setup();
		const { container } = renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		// A browser draws the menu before the key that opens it reaches the document.
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

	test('the panel shows, hides and finds columns; internal ones are apart', async () => {
		const user = userEvent.setup();
		const named = ['a', 'bee', '__note'].map((name): GridColumn => ({ name, type: 'VARCHAR', kind: 'text' }));
		renderWithProviders(<DataGrid source={memorySource(named, [['1', '2', '3']])} label="Rows" />);
		await user.click(screen.getByRole('button', { name: 'Columns' }));
		const panel = await screen.findByRole('dialog', { name: 'Columns' });
		expect(within(within(panel).getByRole('list', { name: 'Internal columns' })).getByLabelText('__note')).toBeTruthy();
		await user.type(within(panel).getByLabelText('Search columns'), 'BEE');
		expect(within(panel).queryByLabelText('a')).toBeNull();
		await user.click(within(panel).getByRole('button', { name: 'Hide these' }));
		await waitFor(() => expect(headers()).toEqual(['a', '__note']));
		await user.clear(within(panel).getByLabelText('Search columns'));
		await user.click(within(panel).getByRole('button', { name: 'Hide all' }));
		expect(await screen.findByText('All columns are hidden')).toBeTruthy();
		await user.click(within(panel).getByRole('button', { name: 'Show all' }));
		await user.click(within(panel).getByRole('button', { name: 'Move a down' }));
		await waitFor(() => expect(headers()).toEqual(['bee', 'a', '__note']));
	});
});

describe('going places', () => {
	test('Ctrl+F finds from cell to cell, and says when there is none', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await waitFor(() => expect(textOf(1)[1]).toBe('Oslo'));
		await user.keyboard('{Control>}f{/Control}');
		const field = await screen.findByLabelText('Find in the shown columns');
		await user.type(field, 'oslo{Enter}');
		expect(await screen.findByText('Row 1')).toBeTruthy();
		await user.keyboard('{Enter}');
		expect(await screen.findByText('Row 3')).toBeTruthy();
		await user.type(field, '!{Enter}');
		expect(await screen.findByText('No match')).toBeTruthy();
		await user.keyboard('{Escape}');
		expect(document.activeElement).toBe(screen.getByRole('grid'));
		expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('Oslo');
	});

	test('Ctrl+G goes to a row by its number', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={fullSource().source} label="Rows" />);
		enter();
		await user.keyboard('{Control>}g{/Control}');
		const field = await screen.findByLabelText('Number of the row, 1 to 3');
		await user.type(field, '9{Enter}');
		expect(await screen.findByText('There are rows 1 to 3.')).toBeTruthy();
		await user.clear(field);
		await user.type(field, '2{Enter}');
		await waitFor(() =>
			expect(
				screen.getByRole('gridcell', { selected: true }).closest('[role=row]')?.getAttribute('aria-rowindex'),
			).toBe('3'),
		);
	});
});

test('an export asks for the columns as they are shown', async () => {
	const user = userEvent.setup();
	const { source } = fullSource();
	URL.createObjectURL = vi.fn(() => 'blob:x');
	renderWithProviders(
		<DataGrid source={source} label="Rows" layout={{ order: [], pinned: ['price'], hidden: ['city'], widths: [] }} />,
	);
	await user.click(screen.getByRole('button', { name: 'Export' }));
	const panel = await screen.findByRole('dialog', { name: 'Export' });
	expect(within(panel).getByText(/3 rows, 2 columns, as shown. Without 1 hidden column/)).toBeTruthy();
	await user.click(within(panel).getByLabelText(/Keep text from running as a formula/));
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

test('what changed shows both sides, and rows say what became of them', async () => {
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

test('rows of a comparison stay marked when they are sorted', async () => {
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
	// the jobs of rows in memory are loaded first
	await waitFor(() => expect(textOf(1)).toEqual(['Bonn']), { timeout: 8_000 });
	expect(screen.getAllByRole('rowheader').map((it) => it.getAttribute('aria-description'))).toEqual([
		'added',
		'changed',
	]);
});

test('a plain grid is rows alone, until something is asked of them', async () => {
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

test('the inspector goes from cell to cell and shows JSON with every digit', async () => {
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
