import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type PageRows, type SelectedRows, usePageRows } from '../../../data-views/page-rows.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { type CellValue, exactText, type GridColumn, isChanged, isMissing } from '../../../rows/index.ts';
import type { ContextItem } from './context-items.ts';

/** Maximum rows of a page sent with a question. */
const most = 50;

export interface PageContext {
	/** What is sent: "the 12 selected rows of demo/aviation/flights". */
	readonly label: string;
	/** Null until the rows are read. */
	readonly item: ContextItem | null;
	readonly isUnreadable: boolean;
}

/** Delay after a selection changes before it's read, in ms. */
const settled = 200;

/** The page's rows or selection, to send with a question; null if it shows no rows. */
export function usePageContext(wanted: boolean): PageContext | null {
	const page = usePageRows(({ rows }) => rows);
	const [selected] = useDebouncedValue(
		usePageRows((offered) => offered.selected),
		settled,
	);
	const item = useQuery({
		queryKey: ['agents', 'page-context', page?.title, page?.source.rowCount, selected?.start, selected?.end],
		queryFn: ({ signal }) => (page === null ? null : readContext(page, selected, signal)),
		enabled: wanted && page !== null,
		staleTime: 0,
		gcTime: 0,
		retry: false,
	});
	if (page === null) return null;
	const label = selected === null ? `rows of ${page.title}` : `${selectedWords(selected)} of ${page.title}`;
	return { label, item: wanted ? (item.data ?? null) : null, isUnreadable: wanted && item.isError };
}

const selectedWords = ({ start, end }: SelectedRows): string =>
	end - start === 1 ? 'selected row' : `${formatCount(end - start)} selected rows`;

async function readContext(
	{ title, source }: PageRows,
	selected: SelectedRows | null,
	signal: AbortSignal,
): Promise<ContextItem> {
	const { rows: from, start, end } = selected ?? { rows: source, start: 0, end: source.rowCount };
	const { columns } = from;
	const window = { rowStart: start, rowEnd: Math.min(start + most, end), columnStart: 0, columnEnd: columns.length };
	const rows = await from.rows(window, signal);
	const count = end - start;
	const all =
		window.rowEnd === end
			? count === 1
				? 'its only row'
				: `all of its ${countOf(count, 'row')}`
			: `the first ${most} of ${countOf(count, 'row')}`;
	const shown =
		selected === null
			? `The page shows ${title}. These are ${all}.`
			: `The user selected rows of ${title}. These are ${window.rowEnd === end ? `the ${countOf(count, 'row')}` : all}.`;
	return { title, text: shown, rows: rows.map((row) => toObject(row, columns)) };
}

function toObject(row: readonly CellValue[], columns: readonly GridColumn[]): Record<string, unknown> {
	const object: Record<string, unknown> = Object.create(null);
	columns.forEach(({ name }, index) => {
		const value = row[index] ?? null;
		if (isMissing(value)) return;
		object[name] = isChanged(value) || value instanceof Uint8Array ? exactText(value) : value;
	});
	return object;
}
