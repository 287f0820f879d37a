import { and, eq, inArray } from 'drizzle-orm';
import { runs } from '../../store/catalog/schema/runs.ts';
import { deadAfterMs, type Membership } from '../state/membership.ts';
import type { Platform } from '../state/platform.ts';
import { beat, claim, handOver, maxLost, releaseDeadClaims, releaseOrphans } from './claims.ts';
import { pruneObjects } from './retention.ts';
import { type Takeover, takeOver } from './take-over.ts';

const beatEveryMs = 1_000;

/** Joins the replicas: sends heartbeats, executes claimed runs, and receives the others' messages. */
export async function startWorkerLoop(platform: Platform, member: Membership) {
	const { catalog, settings, log } = platform;
	const report = (message: string) => (error: unknown) => log.error(message, error);
	if (catalog.listen === null) throw new Error('Replicas need a catalog in PostgreSQL.');
	const carried = new Set<string>();
	let leaving = false;
	let beatAt = Date.now();
	let claiming: Promise<void> = Promise.resolve();

	const claimAll = async (): Promise<void> => {
		while (!leaving && carried.size < settings.engine.concurrency) {
			const row = await catalog.write((tx) => claim(tx, member.id));
			if (row === null) return;
			carried.add(row.id);
			void takeOver(platform, row, fromCopy)
				.then((begun) => begun?.ended)
				.catch(report(`Run ${row.id} failed`))
				.finally(() => {
					carried.delete(row.id);
					// Another build of the same dataset may have been waiting for this one, in any replica.
					if (!leaving) member.wake();
				});
		}
	};
	const freeOwn = async (): Promise<void> => {
		if ((await catalog.write((tx) => releaseOrphans(tx, member.id, [...carried]))) > 0) notify('runs');
	};
	const wake = (): void => {
		claiming = claiming.then(claimAll).catch(report('Couldn’t claim a run.'));
	};

	const hear = (message: string): void => {
		const [about, id = ''] = message.split(' ');
		if (about === 'runs') wake();
		else if (about === 'stop') void platform.running.stop(id);
		else if (about === 'gone') {
			platform.objects.forget(id).catch(report(`Couldn’t delete the local copy of object ${id}.`));
		} else if (about === 'token') {
			platform.tokens.forget(id);
			platform.revocations.token(id);
		} else if (about === 'user') {
			platform.tokens.forgetAll();
			platform.revocations.user(id);
		} else if (about === 'keys') {
			platform.tokens.forgetAll();
			platform.keys.reload().catch(report('Couldn’t load the new signing keys.'));
		}
	};

	const listener = catalog.listen({
		onMessage: hear,
		onDisconnected: () => log.error('Lost the database connection, so messages from other replicas aren’t received.'),
		onConnected() {
			// Messages may have been missed: drop everything they may have invalidated.
			platform.tokens.forgetAll();
			platform.revocations.everyone();
			platform.keys.reload().catch(report('Couldn’t reload the signing keys.'));
			pruneObjects(platform).catch(report('Couldn’t delete the local copies of deleted objects.'));
			wake();
		},
	});
	const notify = (message: string): void => {
		catalog.notify(message).catch(report('Couldn’t notify other replicas.'));
	};
	member.join({ isConnected: listener.isConnected, wake, notify });

	/** Heartbeats are urgent, so that a busy replica isn't mistaken for a dead one. */
	const { db, write } = catalog.urgent;
	const live = async (): Promise<void> => {
		await beat(db, member.id);
		// After such a silence, this replica counts as dead, and others have taken over its runs.
		const wasSilent = Date.now() - beatAt > deadAfterMs;
		if (wasSilent) await platform.running.stopAll('lost');
		beatAt = Date.now();
		if ((await write((tx) => releaseDeadClaims(tx, wasSilent))) > 0) notify('runs');
		// Waits for claims in progress, whose runs aren't registered as running yet.
		claiming = claiming.then(freeOwn).catch(report('Couldn’t release this replica’s runs.'));
		const isActive = and(eq(runs.copyId, member.id), inArray(runs.state, ['queued', 'running']));
		const canceled = await db
			.select({ id: runs.id })
			.from(runs)
			.where(and(isActive, eq(runs.cancelAsked, true)));
		for (const { id } of canceled) void platform.running.stop(id);
		wake();
	};
	await live();
	let living: Promise<void> = Promise.resolve();
	const timer = setInterval(() => {
		living = living.then(live).catch(report('Couldn’t send this replica’s heartbeat.'));
	}, beatEveryMs);

	return {
		/** Ends the runs here, which other replicas then take over, and leaves. */
		async leave() {
			leaving = true;
			clearInterval(timer);
			await Promise.all([living, claiming]);
			await platform.running.stopAll('handed-over');
			await catalog.write((tx) => handOver(tx, member.id));
			await catalog.notify('runs');
			await listener.close();
		},
	};
}

const fromCopy: Takeover = {
	maxLost,
	restartMessage: 'This run’s replica stopped. Another replica is restarting the run.',
	giveUpMessage: `${maxLost} replicas of the service stopped during this run. The run may be the cause, so the service won’t restart it. Try fewer rows, or ask your admin to check the service logs.`,
};
