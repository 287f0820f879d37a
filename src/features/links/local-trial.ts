import { type LinkTrial, type NewLink, partnerOf, type TrialHint, type TrialSide } from '#contract/link.ts';
import { type CellValue, exactText, isMissing } from '../../rows/index.ts';
import { distanceIn, longitudeIn, type Side } from './model.ts';
import type { SeenRows } from './seen-rows.ts';

const samples = 20;

/**
 * Tries a link on rows that are at hand, by the rules of the service. Figures are of these rows alone.
 * @throws Error with a message for people where a column is not among them
 */
export async function tryOnRows(link: NewLink, from: SeenRows, to: SeenRows): Promise<LinkTrial> {
	return link.matchType === 'GeoMatch' ? await tryGeo(link, from, to) : tryExact(link, from, to);
}

/** Distances of the histogram, metres; those of the service. */
const steps = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

function tryExact(link: NewLink, from: SeenRows, to: SeenRows): LinkTrial {
	const { caseSensitive = true, trim = false } = link.options ?? {};
	const key = (text: string): string => {
		const trimmed = trim === true ? trimSpaces(text) : text;
		return caseSensitive === false ? trimmed.toLowerCase() : trimmed;
	};
	const [a, b] = [countsOf(from, link.from.columnName, key), countsOf(to, link.to.columnName, key)];
	return {
		from: sideOf(from, a, (it) => b.has(it)),
		to: sideOf(to, b, (it) => a.has(it)),
		hints: hintsOf(a, b),
		distances: null,
		sampledRows: from.rows.length,
	};
}

interface Counted {
	readonly value: string;
	readonly rows: number;
}

function countsOf(seen: SeenRows, column: string, key: (text: string) => string): Map<string, Counted> {
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

function indexOf(seen: SeenRows, column: string): number {
	const at = seen.columns.indexOf(column);
	if (at < 0) throw new Error(`There is no column ${column} in ${seen.where}. It has ${seen.columns.join(', ')}.`);
	return at;
}

/** As a link compares it; null where there is nothing to compare. */
const textOf = (value: CellValue | undefined): string | null =>
	value === undefined || value === null || isMissing(value) ? null : exactText(value);

function sideOf(seen: SeenRows, counts: ReadonlyMap<string, Counted>, has: (key: string) => boolean): TrialSide {
	const all = [...counts].map(([key, it]) => ({ ...it, matched: has(key) })).sort((x, y) => y.rows - x.rows);
	const sum = (of: readonly Counted[]) => of.reduce((rows, it) => rows + it.rows, 0);
	const matched = all.filter((it) => it.matched);
	const shown = (of: readonly Counted[]) => of.slice(0, samples).map(({ value, rows }) => ({ value, rows }));
	return {
		rows: seen.rows.length,
		withValue: sum(all),
		distinct: all.length,
		unique: all.every((it) => it.rows === 1),
		matchedRows: sum(matched),
		matchedDistinct: matched.length,
		matched: shown(matched),
		unmatched: shown(all.filter((it) => !it.matched)),
	};
}

const trimSpaces = (text: string): string => text.replace(/^ +| +$/g, '');
const withoutZeros = (text: string): string => text.replace(/^0+/, '');
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const changes: Readonly<Record<string, (text: string) => string>> = {
	case: (it) => it.toLowerCase(),
	trim: trimSpaces,
	leadingZeros: withoutZeros,
	accents: withoutAccents,
	all: (it) => withoutAccents(withoutZeros(trimSpaces(it)).toLowerCase()),
};

/** Other ways to compare that match more; all of them together only where that is more than the best one alone. */
function hintsOf(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): TrialHint[] {
	const matched = [...a.keys()].filter((it) => b.has(it)).length;
	const found = Object.entries(changes).map(([kind, change]) => {
		const [changedA, changedB] = [a, b].map((it) => new Set([...it.keys()].map(change)));
		const count = (of: ReadonlyMap<string, unknown>, there: ReadonlySet<string> | undefined) =>
			[...of.keys()].filter((it) => there?.has(change(it))).length;
		return { kind, from: count(a, changedB), to: count(b, changedA) };
	});
	const single = found.filter((it) => it.kind !== 'all' && it.from > matched);
	const best = Math.max(matched, ...single.map((it) => it.from));
	const all = found.filter((it) => it.kind === 'all' && it.from > best);
	return [...all, ...single].sort((x, y) => y.from - x.from);
}

interface Point {
	readonly latitude: number;
	readonly longitude: number;
	rows: number;
	/** Metres to the nearest point of the other end; null where that is farther than was looked. */
	meters: number | null;
}

async function tryGeo(link: NewLink, from: SeenRows, to: SeenRows): Promise<LinkTrial> {
	const most = distanceIn(link.options ?? {});
	const reach = Math.max(most, steps.at(-1) ?? 0);
	const [a, b] = [pointsOf(link, 'from', from), pointsOf(link, 'to', to)];
	await measure(a, b, reach);
	await measure(b, a, most);
	const sum = (points: readonly Point[]) => points.reduce((rows, it) => rows + it.rows, 0);
	const within = (points: readonly Point[], meters: number) =>
		points.filter((it) => it.meters !== null && it.meters <= meters);
	const side = (seen: SeenRows, points: readonly Point[]): TrialSide => ({
		rows: seen.rows.length,
		withValue: sum(points),
		distinct: points.length,
		unique: points.every((it) => it.rows === 1),
		matchedRows: sum(within(points, most)),
		matchedDistinct: within(points, most).length,
		matched: [],
		unmatched: [],
	});
	const known = steps.map((meters) => ({ meters, rows: sum(within(a, meters)) }));
	return {
		from: side(from, a),
		to: side(to, b),
		hints: [],
		distances: {
			within: known,
			farther: sum(a) - (known.at(-1)?.rows ?? 0),
			points: a.slice(0, 2_000).map(({ latitude, longitude, meters }) => ({ latitude, longitude, meters })),
		},
		sampledRows: from.rows.length,
	};
}

function pointsOf(link: NewLink, which: Side, seen: SeenRows): Point[] {
	const { columnName } = link[which];
	// Of two columns that were put in, the other one.
	const [other] = seen.columns.length === 2 ? seen.columns.filter((it) => it !== columnName) : [];
	const longitude = longitudeIn(link.options ?? {}, which) || (partnerOf(columnName, seen.columns) ?? other ?? null);
	if (longitude === null) {
		throw new Error(`Which column of ${seen.where} holds the longitude to ${columnName} cannot be told by its name.`);
	}
	const [lat, lon] = [indexOf(seen, columnName), indexOf(seen, longitude)];
	const points = new Map<string, Point>();
	for (const row of seen.rows) {
		const place = { latitude: degrees(row[lat]), longitude: degrees(row[lon]) };
		if (!(Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180)) continue;
		const key = `${place.latitude} ${place.longitude}`;
		const known = points.get(key);
		if (known !== undefined) known.rows += 1;
		else points.set(key, { ...place, rows: 1, meters: null });
	}
	return [...points.values()];
}

const degrees = (value: CellValue | undefined): number => {
	const text = textOf(value);
	return text === null || text.trim() === '' ? Number.NaN : Number(text);
};

const earthMeters = 6_371_000;
const radians = (of: number): number => (of * Math.PI) / 180;

/** Notes for each point how far the nearest of the others is, up to a distance; lets the page draw in between. */
async function measure(points: readonly Point[], others: readonly Point[], reach: number): Promise<void> {
	const sorted = [...others].sort((x, y) => x.latitude - y.latitude);
	const band = (reach / earthMeters) * (180 / Math.PI) * 1.001;
	let began = performance.now();
	for (const point of points) {
		let nearest = Number.POSITIVE_INFINITY;
		for (let at = firstFrom(sorted, point.latitude - band); at < sorted.length; at++) {
			const other = sorted[at];
			if (other === undefined || other.latitude > point.latitude + band) break;
			nearest = Math.min(nearest, haversine(point, other));
		}
		point.meters = nearest <= reach ? Math.round(nearest) : null;
		if (performance.now() - began < 20) continue;
		await new Promise((resolve) => setTimeout(resolve));
		began = performance.now();
	}
}

function firstFrom(sorted: readonly Point[], latitude: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((sorted[middle]?.latitude ?? 0) < latitude) low = middle + 1;
		else high = middle;
	}
	return low;
}

function haversine(a: Point, b: Point): number {
	const [dLat, dLon] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
	const h =
		Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2;
	return 2 * earthMeters * Math.asin(Math.min(1, Math.sqrt(h)));
}
