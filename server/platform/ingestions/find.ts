import { and, asc, eq } from 'drizzle-orm';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { Ingestion, IngestionDetail, ReceivedChunk } from '#contract/ingest.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { ingestionChunks, ingestions } from '../../store/catalog/schema/ingestions.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { type Caller, tokenAllows } from '../access/access.ts';
import { type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { notFound, ServiceError } from '../service-error.ts';

export type IngestionRow = typeof ingestions.$inferSelect;

export interface FoundIngestion {
	readonly row: IngestionRow;
	readonly target: DatasetCoordinate;
	/** The user who started it. */
	readonly by: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * An ingestion that the caller may see: its own, and those into its namespaces, as far as the token may read the dataset.
 * @throws ServiceError NOT_FOUND
 */
export async function findIngestion(db: Db, caller: Caller, id: string): Promise<FoundIngestion> {
	const missing = notFound(`There is no ingestion ${id}, or you may not see it.`);
	if (!uuid.test(id)) throw missing;
	const [found] = await db
		.select({ row: ingestions, by: users.username })
		.from(ingestions)
		.innerJoin(users, eq(users.id, ingestions.userId))
		.where(eq(ingestions.id, id));
	if (found === undefined) throw missing;
	const namespace = (await visibleNamespaces(db, caller)).find((it) => it.id === found.row.namespaceId);
	if (namespace === undefined || !maySee(caller, namespace, found.row)) throw missing;
	return { ...found, target: targetOf(namespace, found.row) };
}

/** One that the caller itself started: nobody else sends to it or ends it. @throws ServiceError NOT_FOUND, FORBIDDEN */
export async function findOwn(db: Db, caller: Caller, id: string): Promise<FoundIngestion> {
	const found = await findIngestion(db, caller, id);
	if (found.row.userId !== caller.userId) {
		throw new ServiceError('FORBIDDEN', `This ingestion is ${found.by}’s. Only who started it may go on with it.`);
	}
	if (!tokenAllows(caller, 'write', found.target)) {
		throw new ServiceError('FORBIDDEN', 'The access token that you use may not write this dataset. Use one that may.');
	}
	return found;
}

export const maySee = (caller: Caller, namespace: VisibleNamespace, row: IngestionRow): boolean =>
	(row.userId === caller.userId || namespace.role === 'owner') && tokenAllows(caller, 'read', targetOf(namespace, row));

export const targetOf = (namespace: VisibleNamespace, row: IngestionRow): DatasetCoordinate => ({
	owner: namespace.owner,
	namespace: namespace.name,
	datasetName: row.dataset,
});

/** @param committing whether it is being written just now */
export function present({ row, target, by }: FoundIngestion, committing: boolean): Ingestion {
	return {
		id: row.id,
		state: committing && row.state === 'open' ? 'committing' : row.state,
		target,
		mode: row.mode,
		rows: row.rows,
		rejected: row.rejected,
		chunks: row.chunks,
		bytes: row.bytes,
		version: row.version,
		error: row.error,
		by,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
		finishedAt: row.finishedAt?.toISOString() ?? null,
		seenAt: row.seenAt?.toISOString() ?? null,
	};
}

export async function presentDetail(db: Db, found: FoundIngestion, committing: boolean): Promise<IngestionDetail> {
	const { mapping, misfits, columns, rejectedRows } = found.row;
	const received = await receivedChunks(db, found.row.id);
	return { ...present(found, committing), mapping, misfits, received, columns, rejectedRows };
}

async function receivedChunks(db: Db, id: string): Promise<ReceivedChunk[]> {
	const { chunk, sha256, rows, bytes } = ingestionChunks;
	return db
		.select({ chunk, sha256, rows, bytes })
		.from(ingestionChunks)
		.where(and(eq(ingestionChunks.ingestionId, id)))
		.orderBy(asc(chunk));
}
