import type { Where } from './plan.ts';

/** Whether no row meets both conditions. */
export function contradicts(a: Where, b: Where): boolean {
	if (a.column !== b.column) return false;
	if (a.kind === 'is' && b.kind === 'is')
		return !a.not && !b.not && !a.values.some((value) => b.values.includes(value));
	const [x, y] = [rangeOf(a), rangeOf(b)];
	return x !== null && y !== null && (x[0] > y[1] || y[0] > x[1]);
}

function rangeOf(where: Where): readonly [number, number] | null {
	if (where.kind === 'between') return [where.from, where.to];
	if (where.kind !== 'number' || where.not) return null;
	const { op, value } = where;
	return [op.startsWith('<') ? Number.NEGATIVE_INFINITY : value, op.startsWith('>') ? Number.POSITIVE_INFINITY : value];
}
