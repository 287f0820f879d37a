import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { readListSearch, writeListSearch } from './list-search.ts';

const inAddress = { read: readListSearch, write: writeListSearch };

/** The list's filter and sort, kept in the address. */
export const useListSearch = () => useAddressSearch(inAddress);
