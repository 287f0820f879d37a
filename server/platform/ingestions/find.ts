import { and, asc, eq, lte } from 'drizzle-orm';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { ReviewRequest } from '#contract/file-ingestion.ts';
import { Uuid } from '#contract/ids.ts';
import { type FileReading, type Ingestion, type IngestionDetail, maxChunks } from '#contract/ingest.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { ingestionChunks, ingestions } from '../../store/catalog/schema/ingestions.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { coordinateIn, mayRead } from '../access/dataset-access.ts';
import { type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { forbidden, notFound } from '../core/service-error.ts';
import { undoneOf } from './undone.ts';

export type IngestionRow = typeof ingestions.$inferSelect;

export interface FoundIngestion {
	readonly row: IngestionRow;
	readonly target: DatasetCoordinate;
	readonly by: string;
}

/** An ingestion of the caller's, or into its namespaces, whose dataset the token may read. @throws ServiceError NOT_FOUND */
export async function findIngestion(db: Db, caller: Caller, id: string): Promise<FoundIngestion> {
	const missing = notFound(`Ingestion ${id} doesn’t exist, or you don’t have access to it.`);
	if (!Uuid.safeParse(id).success) throw missing;
	const [found] = await db
		.select({ row: ingestions, by: users.username })
		.from(ingestions)
		.innerJoin(users, eq(users.id, ingestions.userId))
		.where(eq(ingestions.id, id));
	if (found === undefined) throw missing;
	const [namespace] = await visibleNamespaces(db, caller, eq(namespaces.id, found.row.namespaceId));
	if (namespace === undefined || !maySee(caller, namespace, found.row)) throw missing;
	return { ...found, target: coordinateIn(namespace, found.row.dataset) };
}

/** One that the caller started: nobody else may send to it or end it. @throws ServiceError NOT_FOUND, FORBIDDEN */
export async function findOwn(db: Db, caller: Caller, id: string): Promise<FoundIngestion> {
	const found = await findIngestion(db, caller, id);
	if (found.row.userId !== caller.userId) {
		throw forbidden(
			`${found.by} started this ingestion, so only they can change, commit or cancel it. Start your own instead.`,
		);
	}
	if (!tokenAllows(caller, 'write', found.target)) {
		throw forbidden('Your access token can’t write to this dataset. Use a token with write access.');
	}
	return found;
}

export const maySee = (caller: Caller, namespace: VisibleNamespace, row: IngestionRow): boolean =>
	(row.userId === caller.userId || namespace.role === 'owner') && mayRead(caller, namespace, row.dataset);

/** @param committing whether it's just being written @param isUndone see `undoneOf` */
export function present({ row, target, by }: FoundIngestion, committing: boolean, isUndone: boolean): Ingestion {
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
		fileName: row.file?.name ?? null,
		fileBytes: row.file?.bytes ?? null,
		...(row.plan?.isOneRequest === true ? { isOneRequest: true } : {}),
		...(isUndone ? { isUndone } : {}),
		effect: row.effect,
		error: row.error,
		by,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
		finishedAt: row.finishedAt?.toISOString() ?? null,
		seenAt: row.seenAt?.toISOString() ?? null,
	};
}

/** @param reading how far its file has been read, if it's being read */
export async function presentDetail(
	db: Db,
	found: FoundIngestion,
	committing: boolean,
	reading?: FileReading,
): Promise<IngestionDetail> {
	const { mapping, misfits, columns, rejectedRows, plan } = found.row;
	const { chunk, sha256, rows, bytes, ingestionId } = ingestionChunks;
	const undone = await undoneOf(db, [found.row]);
	const received = await db
		.select({ chunk, sha256, rows, bytes })
		.from(ingestionChunks)
		.where(and(eq(ingestionId, found.row.id), lte(chunk, maxChunks)))
		.orderBy(asc(chunk));
	return {
		...present(found, committing, undone.has(found.row.id)),
		mapping,
		misfits,
		decided: decidedOf(found.row),
		received,
		columns,
		rejectedRows,
		remarks: [...(plan?.remarks ?? [])],
		...(plan?.changes === undefined ? {} : { changes: plan.changes }),
		...(reading === undefined ? {} : { reading }),
	};
}

function decidedOf({ mode, key, plan }: IngestionRow): ReviewRequest {
	const columns = plan?.columns?.map(({ misfits: _misfits, fixes: _fixes, ...column }) => column);
	return {
		mode,
		...(key === null ? {} : { key }),
		...(plan === null ? {} : { options: plan.options }),
		...(plan?.recipe === undefined ? {} : { recipe: plan.recipe }),
		...(columns === undefined ? {} : { columns }),
	};
}
