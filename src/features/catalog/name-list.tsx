import type { ComponentProps } from 'react';
import { nameSearchInAddress } from '../../routing/name-search.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import { FilteredList } from '../../ui/list/filtered-list.tsx';

type NameListProps<Row> = Omit<ComponentProps<typeof FilteredList<Row>>, 'search' | 'onSearch'>;

/** A list of names; its filter and sort stay in the address. */
export function NameList<Row>(props: NameListProps<Row>) {
	const [search, onSearch] = useAddressSearch(nameSearchInAddress);
	return <FilteredList {...props} search={search} onSearch={onSearch} />;
}
