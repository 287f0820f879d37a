import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { shares } from '../../store/catalog/schema/namespaces.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import type { VisibleNamespace } from '../access/namespace-access.ts';
import { conflict } from '../core/service-error.ts';

/**
 * A build writes to a name, so it would recreate the dataset under the first of these names.
 * @throws ServiceError CONFLICT if a build is writing to one of these names, or a pipeline may be
 */
export async function assertNotBuilt(
	tx: Db,
	namespace: VisibleNamespace,
	names: readonly [DatasetCoordinate, ...DatasetCoordinate[]],
): Promise<void> {
	const isActive = and(eq(runs.kind, 'build'), inArray(runs.state, ['queued', 'running']));
	const keys = names.map(coordinateKey);
	const editors = tx
		.select({ userId: shares.userId })
		.from(shares)
		.where(and(eq(shares.namespaceId, namespace.id), eq(shares.role, 'editor')));
	// A pipeline's targets are known only while it runs, and may differ from its BuildSpec's destination.
	const mayWrite = or(eq(runs.userId, namespace.ownerId), inArray(runs.userId, editors));
	const [build] = await tx
		.select({ isWriting: sql<boolean>`coalesce(${inArray(runs.destination, keys)}, false)`.as('is_writing') })
		.from(runs)
		.where(and(isActive, or(inArray(runs.destination, keys), and(eq(runs.pipeline, 'git'), mayWrite))))
		.orderBy(desc(sql`is_writing`))
		.limit(1);
	if (build === undefined) return;
	const writer = build.isWriting ? 'A build is writing' : 'A running pipeline may write';
	throw conflict(`${writer} to ${formatCoordinate(names[0])}. Wait for the build to end, or cancel it.`);
}
