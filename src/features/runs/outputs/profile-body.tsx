import { DataProfile } from '../../../data-views/profile/data-profile.tsx';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../../routing/grid-search.ts';
import type { OutputBodyProps } from './output-views.ts';

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
