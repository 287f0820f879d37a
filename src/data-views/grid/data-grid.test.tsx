import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type CellValue, type GridColumn, memorySource, type RowSource } from '../../rows/index.ts';
import { enter, giveGridsSize } from '../../testing/grid.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { DataGrid } from './data-grid.tsx';

giveGridsSize();

const column = (name: string, kind: GridColumn['kind'], type = kind.toUpperCase()): GridColumn => ({
	name,
	kind,
	type,
});

const counted = (rowCount: number, columnCount = 3): RowSource => ({
	columns: Array.from({ length: columnCount }, (_, index) => column(`c${index}`, 'integer', 'BIGINT')),
	rowCount,
	rows: async ({ rowStart, rowEnd, columnStart, columnEnd }) =>
		Array.from({ length: rowEnd - rowStart }, (_, row) =>
			Array.from({ length: columnEnd - columnStart }, (_, index) =>
				BigInt((rowStart + row) * 10 + columnStart + index),
			),
		),
});

const cellsOf = (row: number) => {
	const found = document.querySelector<HTMLElement>(`[role="row"][aria-rowindex="${row + 1}"]`);
	if (found === null) throw new Error(`row ${row} is not drawn`);
	return within(found).getAllByRole('gridcell');
};
const textOf = (row: number) => cellsOf(row).map((element) => element.textContent);
const activeText = () => {
	const id = screen.getByRole('grid').getAttribute('aria-activedescendant');
	return id === null ? null : (document.getElementById(id)?.textContent ?? null);
};

test('announces its size and renders only what’s in view', async () => {
	renderWithProviders(<DataGrid source={counted(1_000_000)} label="Rows of t" />);
	const grid = screen.getByRole('grid', { name: 'Rows of t' });
	expect(grid.getAttribute('aria-rowcount')).toBe('1000001');
	expect(grid.getAttribute('aria-colcount')).toBe('4');
	await waitFor(() => expect(textOf(1)).toEqual(['0', '1', '2']));
	expect(screen.getAllByRole('row').length).toBeLessThan(20);
	expect(screen.getByRole('columnheader', { name: /c1/ }).getAttribute('aria-colindex')).toBe('3');
});

test('renders only the columns in view', async () => {
	renderWithProviders(<DataGrid source={counted(100, 500)} label="Wide" />);
	await waitFor(() => expect(textOf(1)[0]).toBe('0'));
	expect(cellsOf(1).length).toBeLessThan(30);
});

describe('by keyboard', () => {
	test('reaches the last row and every edge, and announces the active cell', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={counted(1_000_000)} label="Rows" />);
		enter();
		await waitFor(() => expect(activeText()).toBe('0'));
		await user.keyboard('{ArrowDown}{ArrowRight}');
		expect(activeText()).toBe('11');
		await user.keyboard('{Control>}{End}{/Control}');
		await waitFor(() => expect(activeText()).toBe('9,999,992'));
		await user.keyboard('{Home}');
		expect(activeText()).toBe('9,999,990');
		await user.keyboard('{PageUp}');
		await waitFor(() => expect(activeText()).toBe('9,999,900'));
		await user.keyboard('{Control>}{Home}{/Control}{End}');
		await waitFor(() => expect(activeText()).toBe('2'));
		await user.keyboard('{ArrowRight}');
		expect(activeText()).toBe('2');
		await user.keyboard('{ArrowUp}');
		expect(activeText()).toContain('c2');
		await user.keyboard('{ArrowLeft}{ArrowUp}');
		expect(activeText()).toContain('c1');
		await user.keyboard('{ArrowDown}');
		expect(activeText()).toBe('1');
	});

	test('copies a cell’s exact value without separators', async () => {
		const user = userEvent.setup();
		renderWithProviders(<DataGrid source={counted(1_000_000)} label="Rows" />);
		enter();
		await user.keyboard('{Control>}{End}{/Control}');
		await waitFor(() => expect(activeText()).toBe('9,999,992'));
		const clipboardData = { setData: vi.fn() };
		fireEvent.copy(screen.getByRole('grid'), { clipboardData });
		expect(clipboardData.setData).toHaveBeenCalledWith('text/plain', '9999992');
		expect(screen.getByText('Cell copied')).toBeTruthy();
	});

	test('shows a cell’s full text on Enter', async () => {
		const user = userEvent.setup();
		const long = `${'word '.repeat(200)}end`;
		renderWithProviders(<DataGrid source={memorySource([column('note', 'text')], [[long]])} label="Rows" />);
		enter();
		await waitFor(() => expect(activeText()).toMatch(/…$/));
		await user.keyboard('{Enter}');
		const dialog = await screen.findByRole('dialog', { name: 'note, row 1' });
		expect(within(dialog).getByText(/end$/).textContent).toBe(long);
		await user.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	});
});

test('renders markup in cells and names as text', async () => {
	const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
	renderWithProviders(<DataGrid source={memorySource([column(hostile, 'text')], [[hostile]])} label="Rows" />);
	await waitFor(() => expect(textOf(1)).toEqual([hostile]));
	expect(document.querySelector('script, img')).toBeNull();
	expect(screen.getByRole('columnheader', { name: /<script>/ })).toBeTruthy();
});

test('distinguishes null, empty text and the word null', async () => {
	const rows: CellValue[][] = [[null, '', 'null']];
	const columns = ['a', 'b', 'c'].map((name) => column(name, 'text'));
	renderWithProviders(<DataGrid source={memorySource(columns, rows)} label="Rows" />);
	await waitFor(() => expect(textOf(1)).toEqual(['null', 'empty', 'null']));
	const [first, , third] = cellsOf(1);
	expect(first?.className).not.toBe(third?.className);
});

test('reports rows that can’t be loaded and retries them in place', async () => {
	const user = userEvent.setup();
	const good = counted(10);
	let fails = true;
	const rows = vi.fn(async (...[window, signal]: Parameters<RowSource['rows']>) => {
		if (fails) throw new Error('The object store refused to send the file (status 500).');
		return await good.rows(window, signal);
	});
	renderWithProviders(<DataGrid source={{ ...good, rows }} label="Rows" />);
	const alert = await screen.findByRole('alert');
	expect(alert.textContent).toContain('Couldn’t load rows 1 to 10');
	expect(alert.textContent).toContain('status 500');
	fails = false;
	await user.click(screen.getByRole('button', { name: 'Try again' }));
	await waitFor(() => expect(textOf(1)).toEqual(['0', '1', '2']));
	expect(screen.queryByRole('alert')).toBeNull();
});

test('shows that there are no rows', () => {
	renderWithProviders(<DataGrid source={memorySource([column('a', 'text')], [])} label="Rows" />);
	expect(screen.getByText('No rows')).toBeTruthy();
	expect(screen.getByRole('columnheader', { name: /a/ })).toBeTruthy();
});

test('resets for another source', async () => {
	const first = memorySource([column('a', 'text')], [['one']]);
	const { rerender } = renderWithProviders(<DataGrid source={first} label="Rows" />);
	await waitFor(() => expect(textOf(1)).toEqual(['one']));
	rerender(<DataGrid source={memorySource([column('b', 'text')], [['two']])} label="Rows" />);
	await waitFor(() => expect(textOf(1)).toEqual(['two']));
	expect(screen.queryByRole('columnheader', { name: /^a/ })).toBeNull();
});
