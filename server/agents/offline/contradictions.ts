import type { Where } from './plan.ts';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type Condition = Without<Where, 'column'>;

export const contradicts = (a: Where, b: Where): boolean => a.column === b.column && excludes(a, b);

export function excludes(a: Condition, b: Condition): boolean {
	if (a.kind === 'is' && b.kind === 'is')
		return !a.not && !b.not && !a.values.some((value) => b.values.includes(value));
	if (a.kind === 'time' && b.kind === 'time')
		return (a.to !== null && b.from !== null && a.to <= b.from) || (b.to !== null && a.from !== null && b.to <= a.from);
	const [x, y] = [rangeOf(a), rangeOf(b)];
	return x !== null && y !== null && (x[0] > y[1] || y[0] > x[1]);
}

function rangeOf(where: Condition): readonly [number, number] | null {
	if (where.kind === 'between') return [where.from, where.to];
	if (where.kind !== 'number' || where.not) return null;
	const { op, value } = where;
	return [op.startsWith('<') ? Number.NEGATIVE_INFINITY : value, op.startsWith('>') ? Number.POSITIVE_INFINITY : value];
}
