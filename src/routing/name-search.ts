import * as z from 'zod/mini';
import type { AddressSearch } from './use-address-search.ts';

export const searchText = z.catch(z.string(), '');

/** Serializes text filters, leaving out defaults. */
export const searchInAddress = <S extends Readonly<Record<string, string>>>(
	schema: z.ZodMiniType<S>,
	plain: S,
): AddressSearch<S> => ({
	read: (params) => schema.parse({ ...plain, ...Object.fromEntries(params) }),
	write: (search) => new URLSearchParams(Object.entries(search).filter(([name, value]) => value !== plain[name])),
});

const NameSearch = z.object({ q: searchText, sort: searchText });

/** State of a list of names in the URL. `sort` is a column id, `-` reverses it; empty: in the listed order. */
export type NameSearch = z.infer<typeof NameSearch>;

export const nameSearchInAddress = searchInAddress(NameSearch, { q: '', sort: '' });
