import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { createMatcher, foldText, sortByColumn } from '../../lib/list-sort.ts';
import { ListFilter, NothingMatches } from './list-filter.tsx';
import { type ListControl, ListTable, type ListTableProps } from './list-table.tsx';

type Shown<Row> = Pick<ListTableProps<Row>, 'label' | 'nameLabel' | 'className' | 'columns' | 'name'>;

/** Columns with a `key` are sortable; the first one sorts by its name's title. */
interface FilteredListProps<Row> extends Shown<Row> {
	/** Singular of the listed items: "dataset". */
	readonly what: string;
	/** Placeholder: "Filter by name or owner". */
	readonly filterLabel: string;
	readonly items: readonly Row[];
	/** Text to search, in any case; must be stable. Default: the name's title. */
	readonly textOf?: (row: Row) => string;
	readonly isShown?: (row: Row) => boolean;
	readonly filters?: ReactNode;
	/** Clears every filter; offered while rows are hidden. Default: clears the text. */
	readonly onClear?: () => void;
	/** Shown if no row matches. Default: `NothingMatches`. */
	readonly nothingMatches?: ReactNode;
	/** `sort` is a column id (`name` for the first), with `-` for descending; empty: as listed. */
	readonly search: { readonly q: string; readonly sort: string };
	readonly onSearch: (change: { q: string } | { sort: string }) => void;
}

/** A list of any length with a filter line. Filter and sort are controlled, usually from the URL. */
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
