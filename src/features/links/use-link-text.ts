import { useAddressSearch } from '../../routing/use-address-search.ts';
import { readLinkAddress, writeLinkAddress } from './link-address.ts';
import type { LinkText } from './model.ts';

const inAddress = { read: readLinkAddress, write: writeLinkAddress, isTyped: () => true };

/** A link that is being typed, kept in the address: a reload brings it back, and another address is another link. */
export const useLinkText = (): [LinkText, (change: Partial<LinkText>) => void] => useAddressSearch<LinkText>(inAddress);
