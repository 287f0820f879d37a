import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import { DataProfile } from '../../ui/data-profile/data-profile.tsx';
import type { OutputBodyProps } from './output-body-props.ts';

/** The profile of an output; a bar leads to its rows in the grid, by the address. */
export function ProfileBody({ item, source }: OutputBodyProps) {
	const [, setParams] = useAddressParams();
	return (
		<DataProfile
			source={source}
			label={`Profile of ${item.name}`}
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
