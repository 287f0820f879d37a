import type { TimeUnit } from '../builtin/intent.ts';
import type { Column } from '../builtin/schema.ts';
import { formulaOf, unitOf } from './derived.ts';
import type { Plan, Where } from './plan.ts';
import { inYear } from './time-reader.ts';

/** A period of a date column or of a column of years. */
type Period =
	| (Extract<Where, { kind: 'time' }> & { readonly from: string; readonly to: string })
	| Extract<Where, { kind: 'number' }>;

function isPeriod(where: Where): where is Period {
	if (where.kind === 'time') return where.not !== true && where.from !== null && where.to !== null;
	return where.kind === 'number' && where.column.isYear && where.op === '=' && !where.not;
}

/** The year that a period covers; null if it's another period. */
const yearOf = (period: Period): number | null => {
	if (period.kind === 'number') return period.value;
	const year = Number.parseInt(period.from, 10);
	return period.from === `${year}-01-01` && period.to === `${year + 1}-01-01` ? year : null;
};

/** The same period, of another date: the only period of an earlier question decides which one is meant. */
function pinned(period: Period, column: Column): Period | null {
	const year = yearOf(period);
	if (year !== null) return inYear(column, year) as Period;
	return period.kind === 'time' && !column.isYear ? { ...period, column } : null;
}

const days = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** What tells two periods apart: the year of two Junes, or else what both of them are. */
function unitApart(a: Period, b: Period): TimeUnit | null {
	if (a.kind === 'number' || b.kind === 'number') return 'year';
	if (a.from.slice(4) === b.from.slice(4) && a.to.slice(4) === b.to.slice(4)) return 'year';
	const units = [a, b].map((period): TimeUnit | null => {
		const length = days(period);
		return length === 1 ? 'day' : length < 28 ? null : length <= 31 ? 'month' : length <= 92 ? 'quarter' : 'year';
	});
	return units[0] === units[1] ? (units[0] ?? null) : null;
}

/** "2013 compared with 2014": a condition that is met in both, and what to group by; null unless the earlier question is about one other period. */
export function bothPeriods(other: Where, before: Plan): { readonly where: Where; readonly by: Column } | null {
	const [period, ...periods] = before.where.filter(isPeriod);
	const second = period === undefined || periods.length > 0 || !isPeriod(other) ? null : pinned(other, period.column);
	const unit = period === undefined || second === null ? null : unitApart(period, second);
	if (period === undefined || second === null || unit === null) return null;
	const { column } = period;
	return { where: { kind: 'any', column, of: [period, second] }, by: column.isYear ? column : unitOf(column, unit) };
}

/** By what two periods were compared, if they were, for groups of something else; null otherwise. */
export function comparedBy({ where, groups }: Plan, others: Plan['groups']): Column | null {
	const both = where.find((item) => item.kind === 'any' && item.of.length === 2 && item.of.every(isPeriod));
	const baseOf = (group: Plan['groups'][number]): Column | null => {
		if ('key' in group) return null;
		const formula = formulaOf(group);
		return formula?.kind === 'unit' ? formula.of : group;
	};
	const isOfTime = (group: Plan['groups'][number]) => both !== undefined && baseOf(group) === both.column;
	const by = groups.find(isOfTime);
	return by === undefined || 'key' in by || others.some(isOfTime) ? null : by;
}
