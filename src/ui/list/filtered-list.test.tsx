import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { FilteredList } from './filtered-list.tsx';
import type { ListColumn } from './list-table.tsx';

// jsdom has no layout, and without a height no row would be in view.
beforeEach(() => {
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

type Row = { readonly id: string; readonly size: number; readonly note: string };
const rows: readonly Row[] = [
	{ id: 'Beta', size: 2, note: 'Café' },
	{ id: 'alpha', size: 3, note: '' },
	{ id: 'gamma', size: 1, note: '' },
];
const columns: readonly ListColumn<Row>[] = [
	{ id: 'size', label: 'Size', cell: (row) => row.size, key: (row) => row.size },
];
const name = (row: Row) => ({ key: row.id, face: row.id, to: `/${row.id}`, title: row.id });
const textOf = (row: Row) => `${row.id}\n${row.note}`;

function Page() {
	const [search, setSearch] = useState({ q: '', sort: '' });
	return (
		<FilteredList
			label="Things"
			what="thing"
			filterLabel="Filter by name or note"
			className={undefined}
			items={rows}
			columns={columns}
			name={name}
			textOf={textOf}
			search={search}
			onSearch={(change) => setSearch({ ...search, ...change })}
		/>
	);
}

const shown = () => screen.getAllByRole('link').map((link) => link.textContent);

test('filters by words in any case and clears the filter', async () => {
	const user = userEvent.setup();
	renderWithProviders(
		<MemoryRouter>
			<Page />
		</MemoryRouter>,
	);
	await user.type(screen.getByRole('textbox', { name: 'Filter by name or note' }), 'CAFÉ bet');
	expect(shown()).toEqual(['Beta']);
	expect(screen.getByText('1 of 3 matches')).toBeTruthy();
	await user.keyboard('x');
	expect(screen.getByRole('heading', { name: 'No things match' })).toBeTruthy();
	await user.click(screen.getByRole('button', { name: 'Clear filters' }));
	expect(shown()).toEqual(['Beta', 'alpha', 'gamma']);
});

test('sorts by the name and by columns with a key', async () => {
	const user = userEvent.setup();
	renderWithProviders(
		<MemoryRouter>
			<Page />
		</MemoryRouter>,
	);
	await user.click(screen.getByRole('button', { name: 'Name' }));
	expect(shown()).toEqual(['alpha', 'Beta', 'gamma']);
	await user.click(screen.getByRole('button', { name: 'Size' }));
	expect(shown()).toEqual(['gamma', 'Beta', 'alpha']);
});
