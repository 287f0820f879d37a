import { DataProfile } from '../../data-views/profile/data-profile.tsx';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import type { FilterTerm, RowSource } from '../../rows/index.ts';
import { FilteredRows } from './filtered-rows-panel.tsx';

interface ColumnProfilesProps {
	readonly name: string;
	readonly source: RowSource;
	/** The rows that `source` was filtered of. */
	readonly total: number;
}

/** A profile of each column of the rows that the grid shows. */
export function ProfilePanel({ item: { name }, source }: { item: { readonly name: string }; source: RowSource }) {
	return (
		<FilteredRows source={source} all="Profile all rows">
			{(rows) => <ColumnProfiles name={name} source={rows} total={source.rowCount} />}
		</FilteredRows>
	);
}

/** A bar leads to its rows in the grid, by a condition more. */
export function ColumnProfiles({ name, source, total }: ColumnProfilesProps) {
	const [, setParams] = useAddressParams();
	const show = (terms: readonly FilterTerm[]) =>
		setParams((before) => {
			const search = readGridSearch(before);
			const known = new Set(search.filter.map((term) => JSON.stringify(term)));
			const added = terms.filter((term) => !known.has(JSON.stringify(term)));
			before.delete('view');
			writeGridSearch(before, { ...search, filter: [...search.filter, ...added] });
			return before;
		});
	return <DataProfile source={source} total={total} label={`Profile of ${name}`} onFilter={show} />;
}
