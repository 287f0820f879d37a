import * as z from 'zod/mini';
import type { AddressSearch } from './use-address-search.ts';

/** A text of a search. */
export const searchText = z.catch(z.string(), '');

/** How a search of texts stands in an address: all but what is as in the plain list. */
export const searchInAddress = <S extends Readonly<Record<string, string>>>(
	schema: z.ZodMiniType<S>,
	plain: S,
): AddressSearch<S> => ({
	read: (params) => schema.parse({ ...plain, ...Object.fromEntries(params) }),
	write: (search) => new URLSearchParams(Object.entries(search).filter(([name, value]) => value !== plain[name])),
});

const NameSearch = z.object({ q: searchText, sort: searchText });

/** What the address of a list of names holds. `sort` is a column's id, `-` before it turns it around; empty: as listed. */
export type NameSearch = z.infer<typeof NameSearch>;

export const nameSearchInAddress = searchInAddress(NameSearch, { q: '', sort: '' });
