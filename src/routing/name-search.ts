import * as z from 'zod/mini';

const NameSearch = z.object({ q: z.catch(z.string(), ''), sort: z.catch(z.string(), '') });

/** What the address of a list of names holds. `sort` is a column's id, `-` before it turns it around; empty: as listed. */
export type NameSearch = z.infer<typeof NameSearch>;

export const nameSearchInAddress = {
	read: (params: URLSearchParams): NameSearch => NameSearch.parse({ q: '', sort: '', ...Object.fromEntries(params) }),
	write: ({ q, sort }: NameSearch): URLSearchParams =>
		new URLSearchParams([...(q === '' ? [] : [['q', q]]), ...(sort === '' ? [] : [['sort', sort]])]),
};
