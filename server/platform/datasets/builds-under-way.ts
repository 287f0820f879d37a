import { and, eq, inArray, or } from 'drizzle-orm';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { shares } from '../../store/catalog/schema/namespaces.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import type { VisibleNamespace } from '../access/namespace-access.ts';
import { conflict } from '../core/service-error.ts';

/**
 * Builds write to a dataset by name, so one in progress would recreate the dataset under the first of these names.
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
	const builds = await tx
		.select({ destination: runs.destination })
		.from(runs)
		.where(and(isActive, or(inArray(runs.destination, keys), and(eq(runs.pipeline, 'git'), mayWrite))));
	if (builds.length === 0) return;
	const written = names.find((name) => builds.some(({ destination }) => destination === coordinateKey(name)));
	const writer = written === undefined ? 'A running pipeline may write' : 'A build is writing';
	throw conflict(`${writer} to ${formatCoordinate(written ?? names[0])}. Wait for the build to end, or cancel it.`);
}
