import { countOf, formatCount } from '../../../lib/format.ts';
import { type Comparison, exactText } from '../../../rows/index.ts';

/** "12 rows changed, 3 added, 1 removed, 204 unchanged." */
export function headline({ counts, reordered, key, columns, rows: both }: Comparison): string {
	if (!haveColumnInCommon({ columns, rows: both })) {
		return `No column has the same name on both sides, so rows can’t be compared (${countOf(both.before, 'row')} before, ${formatCount(both.after)} after).`;
	}
	const { same, changed, added, removed } = counts;
	if (changed + added + removed === 0) {
		if (same === 0) return 'No rows on either side.';
		const what = same === 1 ? 'The only row is' : `All ${countOf(same, 'row')} are`;
		return `${what} the same${sharedColumns(columns)}${reordered ? ', in a different order' : ''}.`;
	}
	const parts = [
		changed > 0 ? `${countOf(changed, 'row')} changed` : null,
		added > 0 ? `${changed > 0 ? formatCount(added) : countOf(added, 'row')} added` : null,
		removed > 0 ? `${changed + added > 0 ? formatCount(removed) : countOf(removed, 'row')} removed` : null,
	].filter((value) => value !== null);
	const whole = key === null ? ' Without a key, a changed row counts as removed and added.' : '';
	return `${parts.join(', ')}, ${same === 0 ? 'none' : formatCount(same)} unchanged.${reordered ? ' The row order also changed.' : ''}${whole}`;
}

const sharedColumns = ({ added, removed, retyped }: Comparison['columns']): string =>
	added.length + removed.length + retyped.length === 0 ? '' : ' in the shared columns';

/** Whether the rows can be compared at all. */
export const haveColumnInCommon = ({
	columns,
	rows: { before, after },
}: Pick<Comparison, 'columns' | 'rows'>): boolean => columns.changed.length > 0 || before + after === 0;

/** Describes what is equal if no row differs. */
export function sameness({ reordered, columns, counts }: Comparison): string {
	if (counts.same === 0) return 'No rows on either side.';
	return `Both sides have the same rows${sharedColumns(columns)}${reordered ? ', in a different order' : ''}.`;
}

/** Describes which rows share a key, and what that means; null if none do. */
export function ambiguity({ ambiguous, withoutKey, key }: Comparison): string | null {
	const parts: string[] = [];
	if (ambiguous.before + ambiguous.after > 0 && key !== null) {
		const samples = ambiguous.samples.map(
			({ side, rows: count, values }) =>
				`${formatCount(count)} rows ${side} share ${key.map((name, index) => `${name}=${shown(values[index] ?? null)}`).join(', ')}`,
		);
		parts.push(
			`This key isn’t unique: ${countOf(ambiguous.before, 'row')} before and ${formatCount(ambiguous.after)} after share a key with other rows (for example, ${samples.join(' and ')}). Identical rows are matched. The others are shown as removed and added.`,
		);
	}
	const nulls = withoutKey.before + withoutKey.after;
	if (nulls > 0) parts.push(`The key is null in ${countOf(nulls, 'row')}. Nulls match each other.`);
	return parts.length === 0 ? null : parts.join(' ');
}

const shown = (value: Parameters<typeof exactText>[0]): string =>
	value === null ? 'null' : value === '' ? '""' : exactText(value).slice(0, 60);

/** Number of columns that differ. */
export const differentColumns = ({ columns: { added, removed, retyped } }: Comparison): number =>
	added.length + removed.length + retyped.length;

/** A remark on what the counts don't show, or null. */
export function remark(comparison: Comparison): string | null {
	if (!haveColumnInCommon(comparison)) return 'No columns in common';
	return comparison.reordered ? 'Reordered' : null;
}

/** How the rows were matched. @param isSuggested whether the key is a suggestion */
export function matching({ key, ambiguous }: Comparison, isSuggested: boolean): string {
	if (key === null)
		return isSuggested
			? 'No columns identify the rows on both sides, so whole rows are compared. A changed row counts as removed and added.'
			: 'Whole rows are compared. A changed row counts as removed and added.';
	const isUnique = ambiguous.before + ambiguous.after === 0;
	return `Rows are matched by ${key.join(', ')}${isUnique ? ', unique on both sides' : ''}${isSuggested ? ' (suggested)' : ''}.`;
}
