import * as z from 'zod/mini';
import { type AuditQuery, auditOutcomes } from '#contract/audit.ts';
import { searchInAddress, searchText as text } from '../../../routing/name-search.ts';

export type AuditFilter = Readonly<Omit<AuditQuery, 'limit' | 'cursor'>>;

const Search = z.object({
	actor: text,
	action: text,
	resource: text,
	outcome: text,
	/** Days in the format of a date field. */
	from: text,
	to: text,
	/** Belongs to the page around it. */
	view: text,
});
export type AuditSearch = z.infer<typeof Search>;

export const noFilter = { actor: '', action: '', resource: '', outcome: '', from: '', to: '' } as const;

export const auditSearchInAddress = {
	...searchInAddress(Search, { ...noFilter, view: '' }),
	isTyped: (part: Partial<AuditSearch>) => 'actor' in part || 'resource' in part,
};

export const isFiltered = (search: AuditSearch): boolean =>
	Object.keys(noFilter).some((name) => search[name as keyof typeof noFilter] !== '');

/** Converts the form to a query. Days are in the user's time zone, the last one inclusive. */
export function filterOf({ actor, action, resource, outcome, from, to }: AuditSearch): AuditFilter {
	const known = auditOutcomes.find((candidate) => candidate === outcome);
	const [first, afterLast] = [startOf(from, 0), startOf(to, 1)];
	return {
		...(actor.trim() === '' ? {} : { actor: actor.trim() }),
		...(action === '' ? {} : { action }),
		...(resource.trim() === '' ? {} : { resource: resource.trim() }),
		...(known === undefined ? {} : { outcome: known }),
		...(first === null ? {} : { from: first }),
		...(afterLast === null ? {} : { to: afterLast }),
	};
}

function startOf(day: string, daysLater: number): string | null {
	const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
	if (year === undefined) return null;
	const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
	return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
