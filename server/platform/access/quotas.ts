import { and, eq, gt, inArray, sum } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { ServiceError } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { limited } from '../state/request-limit.ts';

const dayMs = 86_400_000;

/** Limits active and daily runs; call it in the transaction that stores the run. @throws ServiceError RATE_LIMITED */
export async function assertMayRun(tx: Db, { settings, now }: Pick<Platform, 'settings' | 'now'>, userId: string) {
	const { runsAtOnce, runsPerDay } = settings.limits;
	if (runsAtOnce === 0 && runsPerDay === 0) return;
	// One at a time per user: two concurrent counts could both find room.
	await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
	if (runsAtOnce > 0) {
		const active = and(eq(runs.userId, userId), inArray(runs.state, ['queued', 'running']));
		const count = await tx.$count(runs, active);
		if (count >= runsAtOnce) {
			const which = `You have ${count.toLocaleString('en')} active ${count === 1 ? 'run' : 'runs'}`;
			const limit = `The limit per user is ${runsAtOnce.toLocaleString('en')}`;
			throw limited(`${which}. ${limit}. Wait for a run to end, or cancel a run.`, null);
		}
	}
	if (runsPerDay === 0) return;
	const since = new Date(now().getTime() - dayMs);
	const begun = await tx
		.select({ createdAt: runs.createdAt })
		.from(runs)
		.where(and(eq(runs.userId, userId), gt(runs.createdAt, since)))
		.orderBy(runs.createdAt);
	const first = begun[begun.length - runsPerDay];
	if (first === undefined) return;
	const seconds = Math.max(1, Math.ceil((first.createdAt.getTime() + dayMs - now().getTime()) / 1_000));
	const which = begun.length === 1 ? '1 run' : `${begun.length} runs`;
	throw limited(
		`You started ${which} in the last 24 hours. The limit per user is ${runsPerDay.toLocaleString('en')}.`,
		seconds,
	);
}

/** Limits the bytes in an owner's namespaces; checked before rows are sent or built. @throws ServiceError PAYLOAD_TOO_LARGE */
export async function assertMayKeep(
	db: Db,
	{ settings }: Pick<Platform, 'settings'>,
	namespaceId: string,
): Promise<void> {
	const { bytesOfUser } = settings.limits;
	if (bytesOfUser === 0) return;
	const owner = db.select({ id: namespaces.ownerId }).from(namespaces).where(eq(namespaces.id, namespaceId));
	const [found] = await db
		.select({ bytes: sum(datasets.bytes) })
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.where(inArray(namespaces.ownerId, owner));
	const bytes = Number(found?.bytes ?? 0);
	if (bytes < bytesOfUser) return;
	throw new ServiceError(
		'PAYLOAD_TOO_LARGE',
		`The datasets of this namespace’s owner use ${bytes.toLocaleString('en')} bytes. The limit per owner is ${bytesOfUser.toLocaleString('en')} bytes. Delete datasets or wipe namespaces first.`,
	);
}
