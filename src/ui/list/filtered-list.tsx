import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { createMatcher, foldText, sortByColumn } from '../../lib/list-sort.ts';
import { ListFilter, NothingMatches } from './list-filter.tsx';
import { type ListControl, ListTable, type ListTableProps } from './list-table.tsx';

type Shown<Row> = Pick<ListTableProps<Row>, 'label' | 'nameLabel' | 'className' | 'columns' | 'name'>;

/** Columns with a `key` can be sorted by; the first one is sorted by the title of its name. */
interface FilteredListProps<Row> extends Shown<Row> {
	/** One of what is listed: "dataset". */
	readonly what: string;
	/** What the words are looked for in: "Filter by name or owner". */
	readonly filterLabel: string;
	readonly items: readonly Row[];
	/** Where the words are looked for, in any case; a stable function. Default: the title of its name. */
	readonly textOf?: (row: Row) => string;
	readonly isShown?: (row: Row) => boolean;
	readonly filters?: ReactNode;
	/** Clears every filter, and is offered while some rows are hidden. Default: clears the words. */
	readonly onClear?: () => void;
	/** Shown where no row matches. Default: `NothingMatches`. */
	readonly nothingMatches?: ReactNode;
	/** `sort` is a column's id (`name` for the first one), `-` before it for descending; empty: as listed. */
	readonly search: { readonly q: string; readonly sort: string };
	readonly onSearch: (change: { q: string } | { sort: string }) => void;
}

/** A list of any length with its filter line; the page keeps the filter and the sort, usually in the address. */
export function FilteredList<Row>(props: FilteredListProps<Row>) {
	const { items, columns, name, textOf, isShown, search, onSearch, onClear } = props;
	const control = useRef<ListControl>(null);
	const q = useDeferredValue(search.q);
	const sorted = useMemo(
		() =>
			sortByColumn(items, search.sort, {
				name: (row) => foldText(name(row).title),
				...Object.fromEntries(columns.map((column) => [column.id, column.key])),
			}),
		[items, columns, name, search.sort],
	);
	const texts = useMemo(
		() => new Map(items.map((row) => [row, foldText(textOf?.(row) ?? name(row).title)])),
		[items, textOf, name],
	);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter((row) => isShown?.(row) !== false && matches(texts.get(row) ?? ''));
	}, [sorted, texts, q, isShown]);
	return (
		<>
			<ListFilter
				label={props.filterLabel}
				q={search.q}
				onChange={(next) => onSearch({ q: next })}
				shown={rows.length}
				all={items.length}
				onEnterRows={() => control.current?.focusFirst()}
				onClear={rows.length > 0 && rows.length < items.length ? onClear : undefined}
			>
				{props.filters}
			</ListFilter>
			{rows.length > 0 ? (
				<ListTable
					label={props.label}
					nameLabel={props.nameLabel}
					className={props.className}
					rows={rows}
					columns={columns}
					name={name}
					sort={search.sort}
					onSort={(sort) => onSearch({ sort })}
					control={control}
				/>
			) : (
				(props.nothingMatches ?? (
					<NothingMatches what={props.what} all={items.length} onClear={onClear ?? (() => onSearch({ q: '' }))} />
				))
			)}
		</>
	);
}
