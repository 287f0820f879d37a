type Row = Record<string, unknown>;

/**
 * A description of how rows differ from the expected ones; null if they match. Columns may have any name and order, and there may be more of them;
 * every expected column must be among them with all its values.
 */
export function sameRows(expected: readonly Row[], given: readonly Row[], ordered: boolean): string | null {
	if (expected.length !== given.length) return `${given.length} rows instead of ${expected.length}`;
	const [first] = expected;
	if (first === undefined) return null;
	const names = Object.keys(given[0] ?? {});
	const match = (left: readonly string[], chosen: readonly string[]): boolean => {
		const [column, ...rest] = left;
		if (column === undefined) return sameTable(expected, given, Object.keys(first), chosen, ordered);
		return names.some((name) => {
			if (chosen.includes(name)) return false;
			const values = [expected.map((row) => row[column]), given.map((row) => row[name])] as const;
			return sameBag(...values) && match(rest, [...chosen, name]);
		});
	};
	return match(Object.keys(first), [])
		? null
		: `${JSON.stringify(given.slice(0, 3))} instead of ${JSON.stringify(expected.slice(0, 3))}`;
}

const sameBag = (a: readonly unknown[], b: readonly unknown[]): boolean => {
	const [x, y] = [[...a].sort(byKey), [...b].sort(byKey)];
	return x.every((value, index) => sameValue(value, y[index]));
};
const byKey = (a: unknown, b: unknown): number => {
	const [x, y] = [Number(a), Number(b)];
	return Number.isFinite(x) && Number.isFinite(y) && a !== null && b !== null ? x - y : String(a) < String(b) ? -1 : 1;
};

function sameTable(
	expected: readonly Row[],
	given: readonly Row[],
	columns: readonly string[],
	names: readonly string[],
	ordered: boolean,
): boolean {
	const rows = (all: readonly Row[], keys: readonly string[]) => all.map((row) => keys.map((key) => row[key]));
	const [x, y] = [rows(expected, columns), rows(given, names)];
	const same = (a: readonly unknown[] | undefined, b: readonly unknown[]) =>
		a?.every((value, index) => sameValue(value, b[index])) === true;
	if (ordered) return x.every((row, index) => same(row, y[index] ?? []));
	const left = [...y];
	return x.every((row) => {
		const at = left.findIndex((candidate) => same(row, candidate));
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
}

/** A number may be rounded if the expected one is; a month may be given with or without its year, or as its first day. */
function sameValue(expected: unknown, given: unknown): boolean {
	if (expected === given) return true;
	if (expected === null || given === null || expected === undefined || given === undefined) return false;
	const [x, y] = [Number(expected), Number(given)];
	if (Number.isFinite(x) && Number.isFinite(y)) {
		if (Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x))) return true;
		const digits = /\.(\d+)$/.exec(String(expected))?.[1]?.length ?? 0;
		return digits <= 2 && Math.abs(x - y) <= 0.005 + 1e-9 && Math.round(x) !== y;
	}
	const month = /^\d{4}-(\d{2})(?:-01)?$/.exec(String(given))?.[1];
	if (Number.isFinite(x) && month !== undefined) return Number(month) === x;
	const [a, b] = [String(expected), String(given)];
	if (/^\d{4}-\d{2}$/.test(b) && a.startsWith(`${b}-01`)) return true;
	return (
		a === b || (/^\d{4}-\d{2}-\d{2}/.test(a) && a.replace(/[T ]00:00:00.*$/, '') === b.replace(/[T ]00:00:00.*$/, ''))
	);
}
