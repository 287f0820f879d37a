import { formatCoordinate, joinNames, splitNames } from '#contract/dataset.ts';
import { foldSql } from '#lib/sql/quoting.ts';
import { readSql } from '../../lib/sql/cursor.ts';
import { datasetsRead } from '../../lib/sql/scope.ts';
import { readCoordinate } from '../names/model.ts';

export interface MissingSource {
	/** As written in the code, without quotes. */
	readonly name: string;
	/** Its range in the code, in UTF-16 code units. */
	readonly start: number;
	readonly end: number;
	/** Possible coordinates, likeliest first. */
	readonly candidates: readonly string[];
}

export interface CodeNames {
	readonly missing: readonly MissingSource[];
	/** Sources the code doesn't read, as written in their field. */
	readonly unused: readonly string[];
}

/** Maximum coordinates offered per name. */
const maxCandidates = 3;

/**
 * Compares the datasets SQL reads with its sources. A name without an owner means the source, or else the known
 * dataset, of that name.
 * @param known coordinates of known datasets besides the sources
 * @param guessed also offers coordinates of unknown datasets, for services that don't list datasets
 */
export function compareNames(
	payload: string,
	sources: readonly string[],
	known: readonly string[],
	me: string,
	guessed: boolean,
): CodeNames {
	if (payload.trim() === '') return { missing: [], unused: [] };
	const read = datasetsRead(readSql(payload).queries);
	const named = sources.flatMap((text) => {
		const { coordinate } = readCoordinate(text, me);
		return coordinate === null ? [] : { text, parts: [coordinate.owner, coordinate.namespace, coordinate.datasetName] };
	});
	const used = new Set<string>();
	const missing = new Map<string, MissingSource>();
	for (const { path, start, end } of read) {
		if (path === null || path.length < 2 || path.length > 3) continue;
		const meant = named.filter(({ parts }) => isNamed(parts, path));
		for (const { text } of meant) used.add(text);
		const name = path.join('.');
		if (meant.length > 0 || missing.has(foldSql(name))) continue;
		missing.set(foldSql(name), { name, start, end, candidates: candidatesFor(path, known, me, guessed) });
	}
	return {
		missing: [...missing.values()],
		// Code that reads nothing is still being written.
		unused: read.length === 0 ? [] : named.map(({ text }) => text).filter((text) => !used.has(text)),
	};
}

const isNamed = (parts: readonly string[], path: readonly string[]): boolean =>
	path.every((value, index) => foldSql(value) === foldSql(parts[parts.length - path.length + index] ?? ''));

function candidatesFor(path: readonly string[], known: readonly string[], me: string, guessed: boolean): string[] {
	const found = known.filter((value) => isNamed(splitNames(value), path));
	const isOwn = (value: string) => value.startsWith(`${me}/`);
	if (found.length > 0) {
		return found.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))).slice(0, maxCandidates);
	}
	const read = readCoordinate(joinNames(path), me).coordinate;
	return guessed && read !== null ? [formatCoordinate(read)] : [];
}
