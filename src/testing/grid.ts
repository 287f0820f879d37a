import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, vi } from 'vitest';
import {
	type ArrangedSource,
	type Arrangement,
	type CellValue,
	exactText,
	type GridColumn,
	memorySource,
	type RowSource,
	type Work,
} from '../rows/index.ts';

const size = { clientHeight: 44 + 280, clientWidth: 900 };

/** jsdom has no layout: sets the visible size of grids in a test file. */
export function giveGridsSize(): void {
	beforeAll(() => {
		for (const [name, value] of Object.entries(size))
			Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
	});
	afterAll(() => {
		for (const name of Object.keys(size)) Reflect.deleteProperty(HTMLElement.prototype, name);
	});
}

export const columns: GridColumn[] = [
	{ name: 'id', type: 'BIGINT', kind: 'integer' },
	{ name: 'city', type: 'VARCHAR', kind: 'text' },
	{ name: 'price', type: 'DECIMAL(18,2)', kind: 'decimal' },
];
export const rows: CellValue[][] = [
	[9007199254740993n, 'Oslo', '0.10'],
	[9223372036854775807n, 'Rome', '0.20'],
	[9223372036854775807n, 'Oslo', null],
];

/** A source that sorts and filters by the first term only, compares text, and finishes on command. */
export function fullSource() {
	const plain = memorySource(columns, rows);
	const requests: { arrangement: Arrangement; work: Work; end(): void; fail(message: string): void }[] = [];
	const arrange = (arrangement: Arrangement, work: Work) =>
		new Promise<ArrangedSource>((resolve, reject) => {
			work.signal.addEventListener('abort', () => reject(work.signal.reason));
			const end = () => resolve({ ...source, ...memorySource(columns, arranged(arrangement)), close: () => {} });
			requests.push({ arrangement, work, end, fail: (message) => reject(new Error(message)) });
		});
	const source: RowSource = {
		...plain,
		arrange,
		find: async ({ text, from, columns: searched }) => {
			const all = rows.flatMap((row, index) =>
				searched.map((column) => ({ row: index, column, value: row[column] ?? null })),
			);
			const after =
				from === null
					? -1
					: all.findIndex((candidate) => candidate.row === from.row && candidate.column === from.column);
			const inOrder = [...all.slice(after + 1), ...all.slice(0, after + 1)];
			return inOrder.find((candidate) => exactText(candidate.value).toLowerCase().includes(text.toLowerCase())) ?? null;
		},
		export: vi.fn(async () => new Blob(['x'])),
	};
	return { source, requests };
}

function arranged({ sort: [key], filter: [term] }: Arrangement): CellValue[][] {
	const at = (name: string | undefined) => columns.findIndex((column) => column.name === name);
	const kept = term === undefined ? rows : rows.filter((row) => exactText(row[at(term.column)] ?? null) === term.value);
	if (key === undefined) return kept;
	const ordered = [...kept].sort((a, b) =>
		exactText(a[at(key.column)] ?? null) < exactText(b[at(key.column)] ?? null) ? -1 : 1,
	);
	return key.descending ? ordered.reverse() : ordered;
}

export const enter = () => act(() => screen.getByRole('grid').focus());
export const textOf = (row: number) => {
	const found = document.querySelector<HTMLElement>(`[role="row"][aria-rowindex="${row + 1}"]:not([hidden])`);
	return found === null
		? []
		: within(found)
				.getAllByRole('gridcell')
				.map((element) => element.textContent);
};
export const headers = () =>
	screen
		.getAllByRole('columnheader')
		.slice(1)
		.map((element) => element.querySelector('[class*="name"]')?.textContent);
export const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
export async function press(element: HTMLElement, held?: 'Shift' | 'Alt'): Promise<void> {
	const user = userEvent.setup();
	if (held !== undefined) await user.keyboard(`{${held}>}`);
	await user.pointer({ keys: '[MouseLeft]', target: element });
	if (held !== undefined) await user.keyboard(`{/${held}}`);
}
