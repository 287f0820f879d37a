import { type LinkTrial, type NewLink, partnerOf, type TrialHint, type TrialSide } from '#contract/link.ts';
import { type CellValue, exactText, isMissing } from '../../../rows/index.ts';
import { distanceIn, longitudeIn, type Side } from '../model.ts';
import type { VisibleRows } from './visible-rows.ts';

const samples = 20;

/**
 * Tries a link on local rows, by the service's rules. Figures cover only these rows.
 * @throws Error with a message for users if a column is missing
 */
export async function tryOnRows(link: NewLink, from: VisibleRows, to: VisibleRows): Promise<LinkTrial> {
	return link.matchType === 'GeoMatch' ? await tryGeo(link, from, to) : tryExact(link, from, to);
}

/** The histogram's distances, the same as the service's, in meters. */
const steps = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

function tryExact(link: NewLink, from: VisibleRows, to: VisibleRows): LinkTrial {
	const { caseSensitive = true, trim = false } = link.options ?? {};
	const key = (text: string): string => {
		const trimmed = trim === true ? trimSpaces(text) : text;
		return caseSensitive === false ? trimmed.toLowerCase() : trimmed;
	};
	const [a, b] = [countsOf(from, link.from.columnName, key), countsOf(to, link.to.columnName, key)];
	const side = (rows: VisibleRows, own: typeof a, other: typeof a) => {
		const values = [...own.values()].sort((x, y) => y.rows - x.rows);
		return sideOf(rows, values, ({ value }) => other.has(key(value)));
	};
	return {
		from: side(from, a, b),
		to: side(to, b, a),
		hints: hintsOf(a, b),
		distances: null,
		sampledRows: from.rows.length,
	};
}

interface Counted {
	readonly value: string;
	readonly rows: number;
}

function countsOf(seen: VisibleRows, column: string, key: (text: string) => string): Map<string, Counted> {
	const at = indexOf(seen, column);
	const counts = new Map<string, Counted>();
	for (const row of seen.rows) {
		const value = textOf(row[at]);
		if (value === null) continue;
		const own = key(value);
		const before = counts.get(own);
		counts.set(own, { value: before?.value ?? value, rows: (before?.rows ?? 0) + 1 });
	}
	return counts;
}

function indexOf(seen: VisibleRows, column: string): number {
	const at = seen.columns.indexOf(column);
	if (at < 0)
		throw new Error(
			`The column "${column}" isn’t in ${seen.where}. Choose one of its columns: ${seen.columns.join(', ')}.`,
		);
	return at;
}

/** The text a link compares, or null if there is none. */
const textOf = (value: CellValue | undefined): string | null =>
	value === undefined || value === null || isMissing(value) ? null : exactText(value);

/** @param all values or points, most frequent first; the first ones with a value become examples */
function sideOf<T extends { readonly value?: string; readonly rows: number }>(
	seen: VisibleRows,
	all: readonly T[],
	isMatched: (item: T) => boolean,
): TrialSide {
	const matched = all.filter(isMatched);
	const examples = (of: readonly T[]) =>
		of.flatMap(({ value, rows }) => (value === undefined ? [] : { value, rows })).slice(0, samples);
	return {
		rows: seen.rows.length,
		withValue: sumRows(all),
		distinct: all.length,
		unique: all.every((item) => item.rows === 1),
		matchedRows: sumRows(matched),
		matchedDistinct: matched.length,
		matched: examples(matched),
		unmatched: examples(all.filter((item) => !isMatched(item))),
	};
}

const sumRows = (items: readonly { readonly rows: number }[]): number => items.reduce((sum, { rows }) => sum + rows, 0);

const trimSpaces = (text: string): string => text.replace(/^ +| +$/g, '');
const withoutZeros = (text: string): string => text.replace(/^0+/, '');
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const changes: Readonly<Record<string, (text: string) => string>> = {
	case: (value) => value.toLowerCase(),
	trim: trimSpaces,
	leadingZeros: withoutZeros,
	accents: withoutAccents,
	all: (value) => withoutAccents(withoutZeros(trimSpaces(value)).toLowerCase()),
};

/** Other comparisons that match more. `all` is only offered if it beats the best single one. */
function hintsOf(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): TrialHint[] {
	const matched = [...a.keys()].filter((key) => b.has(key)).length;
	const found = Object.entries(changes).map(([kind, change]) => {
		const [changedA, changedB] = [a, b].map((map) => new Set([...map.keys()].map(change)));
		const count = (of: ReadonlyMap<string, unknown>, there: ReadonlySet<string> | undefined) =>
			[...of.keys()].filter((key) => there?.has(change(key))).length;
		return { kind, from: count(a, changedB), to: count(b, changedA) };
	});
	const single = found.filter((candidate) => candidate.kind !== 'all' && candidate.from > matched);
	const best = Math.max(matched, ...single.map((item) => item.from));
	const all = found.filter((candidate) => candidate.kind === 'all' && candidate.from > best);
	return [...all, ...single].sort((x, y) => y.from - x.from);
}

interface Point {
	readonly latitude: number;
	readonly longitude: number;
	rows: number;
	/** Meters to the nearest point of the other end; null beyond the search radius. */
	meters: number | null;
}

async function tryGeo(link: NewLink, from: VisibleRows, to: VisibleRows): Promise<LinkTrial> {
	const most = distanceIn(link.options ?? {});
	const reach = Math.max(most, steps.at(-1) ?? 0);
	const [a, b] = [pointsOf(link, 'from', from), pointsOf(link, 'to', to)];
	await measure(a, b, reach);
	await measure(b, a, most);
	const isWithin = (meters: number) => (point: Point) => point.meters !== null && point.meters <= meters;
	const within = steps.map((meters) => ({ meters, rows: sumRows(a.filter(isWithin(meters))) }));
	return {
		from: sideOf(from, a, isWithin(most)),
		to: sideOf(to, b, isWithin(most)),
		hints: [],
		distances: {
			within,
			farther: sumRows(a) - (within.at(-1)?.rows ?? 0),
			points: a.slice(0, 2_000).map(({ latitude, longitude, meters }) => ({ latitude, longitude, meters })),
		},
		sampledRows: from.rows.length,
	};
}

function pointsOf(link: NewLink, which: Side, seen: VisibleRows): Point[] {
	const { columnName } = link[which];
	// If two columns were pasted, the other one.
	const [other] = seen.columns.length === 2 ? seen.columns.filter((column) => column !== columnName) : [];
	const longitude = longitudeIn(link.options ?? {}, which) || (partnerOf(columnName, seen.columns) ?? other ?? null);
	if (longitude === null) {
		throw new Error(`Couldn’t detect the longitude column for "${columnName}" in ${seen.where}. Choose it above.`);
	}
	const [lat, lon] = [indexOf(seen, columnName), indexOf(seen, longitude)];
	const points = new Map<string, Point>();
	for (const row of seen.rows) {
		const position = { latitude: degrees(row[lat]), longitude: degrees(row[lon]) };
		if (!(Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180)) continue;
		const key = `${position.latitude} ${position.longitude}`;
		const known = points.get(key);
		if (known !== undefined) known.rows += 1;
		else points.set(key, { ...position, rows: 1, meters: null });
	}
	return [...points.values()];
}

const degrees = (value: CellValue | undefined): number => {
	const text = textOf(value);
	return text === null || text.trim() === '' ? Number.NaN : Number(text);
};

const earthMeters = 6_371_000;
const radians = (of: number): number => (of * Math.PI) / 180;

/** Sets each point's distance to the nearest of the others, up to `reach`. Yields for rendering. */
async function measure(points: readonly Point[], others: readonly Point[], reach: number): Promise<void> {
	const band = (reach / earthMeters) * (180 / Math.PI) * 1.001;
	const sorted = others.toSorted(byLatitude);
	let first = 0;
	let began = performance.now();
	for (const point of points.toSorted(byLatitude)) {
		let nearest = Number.POSITIVE_INFINITY;
		while ((sorted[first]?.latitude ?? Number.POSITIVE_INFINITY) < point.latitude - band) first += 1;
		for (let index = first; index < sorted.length; index++) {
			const other = sorted[index];
			if (other === undefined || other.latitude > point.latitude + band) break;
			nearest = Math.min(nearest, haversine(point, other));
		}
		point.meters = nearest <= reach ? Math.round(nearest) : null;
		if (performance.now() - began < 20) continue;
		await new Promise((resolve) => setTimeout(resolve));
		began = performance.now();
	}
}

const byLatitude = (a: Point, b: Point): number => a.latitude - b.latitude;

function haversine(a: Point, b: Point): number {
	const [dLat, dLon] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
	const h =
		Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2;
	return 2 * earthMeters * Math.asin(Math.min(1, Math.sqrt(h)));
}
