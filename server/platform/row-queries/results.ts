import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OutputLink } from '#contract/build-run.ts';
import type { StoredResult } from '#contract/rows/queries.ts';
import { rowResults } from '../../store/catalog/schema/row-results.ts';
import { callerOfToken } from '../access/tokens.ts';
import type { Caller } from '../core/caller.ts';
import { notFound } from '../core/service-error.ts';
import { type DownloadClaim, linkObject, type OfResult } from '../runs/download-address.ts';
import { type Download, downloadGone } from '../runs/run-outputs.ts';
import type { Platform } from '../state/platform.ts';
import { areCurrent, lostSource, type ReadTable } from './sources.ts';

export interface QueryResult<A = unknown> {
	readonly answer: A;
	readonly stored: StoredFile | null;
}

export interface StoredFile {
	readonly sha256: string;
	readonly rows: number;
	readonly bytes: number;
	readonly fileName: string;
}

export interface CachedResult<A = unknown> extends QueryResult<A> {
	/** Null if no rows are stored. */
	readonly handle: StoredResult | null;
}

/** The cached result of the same request on the same objects, now also owned by the caller; null if there is none. */
export async function findResult<A>(
	platform: Platform,
	caller: Caller,
	key: string,
	tables: readonly ReadTable[],
): Promise<CachedResult<A> | null> {
	const found = await platform.catalog.db.select().from(rowResults).where(eq(rowResults.key, key)).limit(1);
	const [row] = found;
	if (row === undefined) return null;
	if (row.sha256 !== null && !(await platform.objects.keep(row.sha256))) return null;
	const { answer, sha256, rows, bytes, fileName } = row;
	const stored = sha256 === null ? null : { sha256, rows, bytes, fileName };
	return cacheResult(platform, caller, key, tables, { answer: answer as A, stored });
}

/** Caches a result for the caller. @throws ServiceError NOT_FOUND if the rows it's based on no longer exist */
export async function cacheResult<A>(
	platform: Platform,
	caller: Caller,
	key: string,
	tables: readonly ReadTable[],
	{ answer, stored }: QueryResult<A>,
): Promise<CachedResult<A>> {
	const values = {
		answer,
		sha256: stored?.sha256 ?? null,
		rows: stored?.rows ?? 0,
		bytes: stored?.bytes ?? 0,
		fileName: stored?.fileName ?? '',
		sources: tables.map((table) => table.source),
		contents: [...new Set(tables.map((table) => table.content))],
		usedAt: platform.now(),
	};
	const id = await platform.catalog.write(async (tx) => {
		if (!(await areCurrent(tx, tables))) return null;
		const [row] = await tx
			.insert(rowResults)
			.values({ id: randomUUID(), userId: caller.userId, key, ...values })
			.onConflictDoUpdate({ target: [rowResults.userId, rowResults.key], set: values })
			.returning({ id: rowResults.id });
		return row?.id ?? null;
	});
	if (id === null) throw notFound('The rows were just replaced or deleted. Try again.');
	const handle = stored && { href: `rows/results/${id}`, rows: stored.rows, bytes: stored.bytes };
	return { answer, stored, handle };
}

/** The download URL of the caller's stored result, if the caller may still read its sources. @throws ServiceError NOT_FOUND */
export async function linkResult(platform: Platform, caller: Caller, id: string): Promise<OutputLink> {
	const { sha256, fileName } = await ownResult(platform, caller, id);
	await platform.catalog.write((tx) =>
		tx.update(rowResults).set({ usedAt: platform.now() }).where(eq(rowResults.id, id)),
	);
	return linkObject(platform, caller, { sha256, of: { resultId: id }, fileName });
}

/** Like `findDownload` for outputs. @throws ServiceError NOT_FOUND */
export async function findResultDownload(
	platform: Platform,
	claim: DownloadClaim,
	{ resultId }: OfResult,
): Promise<Download> {
	const caller = await callerOfToken(platform, claim.tokenId);
	if (caller === null) throw downloadGone();
	const { sha256, bytes } = await ownResult(platform, caller, resultId);
	if (sha256 !== claim.sha256) throw downloadGone();
	const data = { what: 'The result of a row query', remedy: 'Run the query again.' };
	return { ...claim, userId: caller.userId, bytes, data: async () => data };
}

async function ownResult(platform: Platform, caller: Caller, id: string) {
	const isOwn = and(eq(rowResults.id, id), eq(rowResults.userId, caller.userId));
	const [row] = await platform.catalog.db.select().from(rowResults).where(isOwn);
	if (row === undefined || row.sha256 === null)
		throw notFound(
			`Result ${id} doesn’t exist or isn’t yours. Unused results are deleted automatically. Run the query again.`,
		);
	const lost = await lostSource(platform, caller, row.sources);
	if (lost !== null)
		throw notFound(
			`This result isn’t available: it’s based on ${lost}, which was deleted or is no longer shared with you. Ask its owner for access.`,
		);
	return { ...row, sha256: row.sha256 };
}
