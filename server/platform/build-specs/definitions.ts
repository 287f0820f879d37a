import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import type { BuildSpecEdit, Definition } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecs } from '../../store/catalog/schema/build-specs.ts';
import { findReadable, unreadable } from '../access/dataset-access.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import { invalid } from '../core/service-error.ts';
import { unstorableAt } from '../core/storable.ts';

/** Checks what a schema can't express; sources and destination need not exist yet. @throws ServiceError VALIDATION_FAILED */
export function assertDefinition(definition: Definition): void {
	const problems = [...doubledSources(definition.sources), ...unstorable(definition.code.payload)];
	if (problems.length > 0) throw invalid(problems);
}

/** The part of a BuildSpec that runs. */
export const definitionOf = ({ sources, destination, code: { payload } }: BuildSpecEdit): BuildSpecEdit => ({
	sources,
	destination,
	code: { payload },
});

export const sameDefinition = (a: BuildSpecEdit, b: BuildSpecEdit): boolean =>
	isDeepStrictEqual(definitionOf(a), definitionOf(b));

/** Looks up a definition's sources for a caller; missing and unreadable ones are reported as problems. */
export async function resolveSources(db: Db, caller: Caller, sources: readonly DatasetCoordinate[]) {
	/** In the definition's order, with its spelling of the coordinates. */
	const found: ReadableDataset[] = [];
	const problems: Problem[] = [];
	for (const [index, coordinate] of sources.entries()) {
		const dataset = await findReadable(db, caller, coordinate);
		if (dataset === null)
			problems.push({ code: 'NOT_FOUND', path: `sources.${index}`, message: await missing(db, caller, coordinate) });
		else found.push({ ...dataset, coordinate });
	}
	return { found, problems };
}

/** Why a source can't be read: if a BuildSpec of the caller's writes it, it only needs to be built. */
async function missing(db: Db, caller: Caller, coordinate: DatasetCoordinate): Promise<string> {
	const [spec] = await db
		.select({ id: buildSpecs.id })
		.from(buildSpecs)
		.where(
			and(
				eq(buildSpecs.ownerId, caller.userId),
				eq(buildSpecs.destinationKey, coordinateKey(coordinate)),
				isNull(buildSpecs.removedAt),
			),
		)
		.limit(1);
	return spec === undefined
		? unreadable(coordinate)
		: `${formatCoordinate(coordinate)} doesn’t exist. Build its BuildSpec first.`;
}

function doubledSources(sources: readonly DatasetCoordinate[]): Problem[] {
	const seen = new Set<string>();
	return sources.flatMap((source, index) => {
		const key = coordinateKey(source);
		if (seen.has(key)) {
			const message = `${formatCoordinate(source)} is listed twice in the sources. Remove the duplicate.`;
			return [{ code: 'DUPLICATE', path: `sources.${index}`, message }];
		}
		seen.add(key);
		return [];
	});
}

/** The catalog can't store NUL or lone surrogates; they are refused rather than changed. */
function unstorable(payload: string): Problem[] {
	const at = unstorableAt(payload);
	if (at < 0) return [];
	const line = payload.slice(0, at).split('\n').length;
	const what = payload[at] === '\0' ? 'a NUL character' : 'an unpaired surrogate';
	return [
		{ code: 'INVALID_VALUE', path: 'code.payload', message: `The code contains ${what} on line ${line}. Remove it.` },
	];
}
