import { createHash } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { type ColumnValues, parts } from '../../store/catalog/schema/parts.ts';
import { runSources, runs } from '../../store/catalog/schema/runs.ts';
import { batches } from '../core/batches.ts';

/** A piece of a dataset's rows: a Parquet object and its statistics. */
export interface Part {
	readonly sha256: string;
	/** Null if not read yet, as for rows in a single object. */
	readonly known: {
		readonly rows: number;
		readonly bytes: number;
		readonly columns: Readonly<Record<string, ColumnValues>>;
	} | null;
}

export type KnownPart = Part & { readonly known: NonNullable<Part['known']> };

/** Stored rows that nothing references yet. */
export interface StoredRows {
	/** Their identifier: the object of a single part, or the key in `parts`. */
	readonly sha256: string;
	readonly rows: number;
	readonly bytes: number;
	/** In order; none if they are a single object. */
	readonly parts: readonly KnownPart[];
}

/** Combines several parts to the rows of one dataset (docs/decisions/0015-rows-in-parts.md). */
export function rowsOfParts(all: readonly KnownPart[]): StoredRows {
	const name = createHash('sha256').update(all.map((part) => `${part.sha256}\n`).join(''));
	const sum = (of: (known: KnownPart['known']) => number) => all.reduce((total, part) => total + of(part.known), 0);
	return { sha256: name.digest('hex'), rows: sum((item) => item.rows), bytes: sum((item) => item.bytes), parts: all };
}

/** Records which parts make up rows, in the transaction in which something references them. */
export async function putParts(tx: Db, { sha256, parts: all }: Pick<StoredRows, 'sha256' | 'parts'>): Promise<void> {
	const rows = all.map((part, position) => ({ content: sha256, position, sha256: part.sha256, ...part.known }));
	for (const batch of batches(rows, 100)) {
		await tx
			.insert(parts)
			.values(batch)
			// If the same rows exist, they may be about to be dropped; `dropParts` waits for this and checks again.
			.onConflictDoUpdate({ target: [parts.content, parts.position], set: { content: sha256 } });
	}
}

/** The parts of rows, by identifier; rows in a single object are one part. */
export async function partsOf(db: Db, names: readonly string[]): Promise<Map<string, Part[]>> {
	const found = new Map<string, Part[]>();
	if (names.length === 0) return found;
	const rows = await db
		.select()
		.from(parts)
		.where(inArray(parts.content, [...new Set(names)]))
		.orderBy(asc(parts.content), asc(parts.position));
	for (const { content, sha256, rows: count, bytes, columns } of rows) {
		found.set(content, [...(found.get(content) ?? []), { sha256, known: { rows: count, bytes, columns } }]);
	}
	for (const sha256 of names) if (!found.has(sha256)) found.set(sha256, [{ sha256, known: null }]);
	return found;
}

export async function objectsOf(db: Db, names: readonly string[]): Promise<string[]> {
	const found = [...(await partsOf(db, names)).values()].flat();
	return [...new Set(found.map((part) => part.sha256))];
}

/** Forgets the parts of rows that no dataset, version or active run references, but not their objects. @param names all rows if absent */
export async function dropParts(tx: Db, names?: readonly string[]): Promise<void> {
	const among = names === undefined ? undefined : inArray(parts.content, [...names]);
	if (names?.length === 0) return;
	const first = await tx
		.select({ content: parts.content })
		.from(parts)
		.where(and(eq(parts.position, 0), among))
		.for('update');
	const all = first.map((item) => item.content);
	if (all.length === 0) return;
	const named = new Set(
		[
			...(await tx.select({ content: datasets.sha256 }).from(datasets).where(inArray(datasets.sha256, all))),
			...(await tx
				.select({ content: datasetVersions.sha256 })
				.from(datasetVersions)
				.where(inArray(datasetVersions.sha256, all))),
			...(await tx
				.select({ content: runSources.sha256 })
				.from(runSources)
				.innerJoin(runs, eq(runs.id, runSources.runId))
				.where(and(inArray(runSources.sha256, all), inArray(runs.state, ['queued', 'running'])))),
		].map((item) => item.content),
	);
	const gone = all.filter((value) => !named.has(value));
	if (gone.length > 0) await tx.delete(parts).where(inArray(parts.content, gone));
}
