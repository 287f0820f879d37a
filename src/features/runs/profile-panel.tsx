import { DataProfile } from '../../data-views/profile/data-profile.tsx';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import type { FilterTerm, RowSource } from '../../rows/index.ts';
import { FilteredRows } from './filtered-rows-panel.tsx';

interface ColumnProfilesProps {
	readonly name: string;
	readonly source: RowSource;
	/** Row count before filtering. */
	readonly total: number;
}

export function ProfilePanel({ item: { name }, source }: { item: { readonly name: string }; source: RowSource }) {
	return (
		<FilteredRows source={source} all="Profile all rows">
			{(rows) => <ColumnProfiles name={name} source={rows} total={source.rowCount} />}
		</FilteredRows>
	);
}

/** Picking a bar adds a filter to the grid. */
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
