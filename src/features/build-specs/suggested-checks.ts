import type { Check } from '#contract/check.ts';
import type { RowsProfile } from '#contract/rows/analysis.ts';
import { countOf } from '../../lib/format.ts';
import { checkKindLabel } from '../names/check-model.ts';

export interface SuggestedCheck {
	readonly check: Check;
	/** ""flight_id" is unique in the last 5 versions" */
	readonly reason: string;
}

/** Maximum suggestions. */
const limit = 12;

/**
 * Checks that all given versions pass: columns that were always unique or never null.
 * @param profiles of versions, newest first
 */
export function suggestedChecks(profiles: readonly RowsProfile[]): SuggestedCheck[] {
	const [newest] = profiles;
	if (newest === undefined) return [];
	const since = profiles.length === 1 ? 'in the current version' : `in the last ${countOf(profiles.length, 'version')}`;
	const columns = newest.columns.filter(({ name }) =>
		profiles.every((profile) => profile.columns.some((column) => column.name === name)),
	);
	const always = (name: string, holds: (column: RowsProfile['columns'][number]) => boolean) =>
		profiles.every((profile) => profile.columns.some((column) => column.name === name && holds(column)));
	const unique = columns.filter(({ name }) =>
		always(name, ({ rows, nulls, distinct }) => rows > 1 && nulls === 0 && distinct.exact && distinct.count === rows),
	);
	const present = columns.filter(
		({ name }) => !unique.some((column) => column.name === name) && always(name, ({ nulls }) => nulls === 0),
	);
	const suggest = (kind: 'unique' | 'not_null', name: string, description: string): SuggestedCheck => ({
		check: { name: `${name} ${checkKindLabel[kind].toLowerCase()}`, kind, severity: 'error', columns: [name] },
		reason: `"${name}" ${description} ${since}`,
	});
	return [
		...unique.map(({ name }) => suggest('unique', name, 'is unique')),
		...present.map(({ name }) => suggest('not_null', name, 'has no nulls')),
	].slice(0, limit);
}
