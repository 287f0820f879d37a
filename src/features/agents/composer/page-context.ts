import { useQuery } from '@tanstack/react-query';
import { type PageRows, usePageRows } from '../../../data-views/page-rows.ts';
import { countOf } from '../../../lib/format.ts';
import { type CellValue, exactText, type GridColumn, isChanged, isMissing } from '../../../rows/index.ts';
import type { ContextItem } from './context-items.ts';

/** Rows of a page that go along with a question at most. */
const most = 50;

export interface PageContext {
	readonly title: string;
	/** Null until the rows are read. */
	readonly item: ContextItem | null;
	readonly isUnreadable: boolean;
}

/** What the page shows, as it is sent along with a question; null where it shows no rows. */
export function usePageContext(wanted: boolean): PageContext | null {
	const rows = usePageRows((item) => item.rows);
	const item = useQuery({
		queryKey: ['agents', 'page-context', rows?.title, rows?.source.rowCount],
		queryFn: ({ signal }) => (rows === null ? null : readContext(rows, signal)),
		enabled: wanted && rows !== null,
		staleTime: 0,
		gcTime: 0,
		retry: false,
	});
	if (rows === null) return null;
	return { title: rows.title, item: wanted ? (item.data ?? null) : null, isUnreadable: wanted && item.isError };
}

async function readContext({ title, source }: PageRows, signal: AbortSignal): Promise<ContextItem> {
	const { columns, rowCount } = source;
	const window = { rowStart: 0, rowEnd: Math.min(most, rowCount), columnStart: 0, columnEnd: columns.length };
	const rows = await source.rows(window, signal);
	const shown =
		window.rowEnd === rowCount
			? `all of its ${countOf(rowCount, 'row')}`
			: `the first ${window.rowEnd} of ${rowCount} rows`;
	return {
		title,
		text: `The page shows ${title}; these are ${shown}.`,
		rows: rows.map((row) => toObject(row, columns)),
	};
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
