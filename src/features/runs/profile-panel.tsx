import { DataProfile } from '../../data-views/profile/data-profile.tsx';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import type { RowSource } from '../../rows/index.ts';

/** A profile of each column; a bar links to its rows in the grid. */
export function ProfilePanel({ item: { name }, source }: { item: { readonly name: string }; source: RowSource }) {
	const [, setParams] = useAddressParams();
	return (
		<DataProfile
			source={source}
			label={`Profile of ${name}`}
			onFilter={(filter) =>
				setParams((before) => {
					before.delete('view');
					writeGridSearch(before, { ...readGridSearch(before), filter });
					return before;
				})
			}
		/>
	);
}
