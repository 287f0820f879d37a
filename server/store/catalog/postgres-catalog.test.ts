import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { migrationsFolder } from '../../paths.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { openFaultProxy } from '../../testing/fault-proxy.ts';
import { BusyError } from './catalog.ts';
import { openPostgresCatalog } from './postgres-catalog.ts';
import { users } from './schema/users.ts';
import { isUnavailable } from './unavailable.ts';

const open = (url: string) => openPostgresCatalog({ url, migrationsFolder });
const userOf = (name: string) => ({
	id: randomUUID(),
	username: name,
	folded: name,
	name,
	email: '',
	createdAt: new Date(),
});
const signal = (): [Promise<void>, () => void] => {
	let give = (): void => undefined;
	const given = new Promise<void>((resolve) => {
		give = resolve;
	});
	return [given, give];
};
const refusal = async (url: string): Promise<string> => {
	const error = await open(url).catch((item: unknown) => item);
	expect(error).toMatchObject({ name: 'DatabaseError' });
	return (error as Error).message;
};

it('reports an unreachable PostgreSQL server without the password', async () => {
	const words = await refusal('postgres://me:s%3Acret@127.0.0.1:1/data');
	expect(words).toMatch(
		/^The PostgreSQL server in DATABASE_URL \(127\.0\.0\.1, port 1\) can’t be reached\. Start the server/,
	);
	expect(words).not.toMatch(/s:cret|s%3Acret/);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
	it('reports a wrong password, user or database, and what to do', async () => {
		const database = await openTestDatabase();
		const change = (to: Partial<URL>) => Object.assign(new URL(database?.url ?? ''), to).href;
		expect(await refusal(change({ password: 'wr%40ng' }))).toMatch(/rejected "postgres": the password/);
		expect(await refusal(change({ username: 'nobody' }))).toMatch(/rejected "nobody"/);
		expect(await refusal(change({ pathname: '/nowhere' }))).toContain('CREATE DATABASE "nowhere"');
		await database?.drop();
	});

	it('rejects a database that isn’t UTF-8, or where the user can’t create tables', async () => {
		const database = await openTestDatabase();
		const client = await open(database?.url ?? '');
		await client.db.execute(sql.raw(`create database "odd text" encoding 'SQL_ASCII' template template0`));
		await client.db.execute(sql.raw("create role reader login password 'r'"));
		await client.close();
		const other = new URL(database?.url ?? '');
		other.pathname = '/odd text';
		expect(await refusal(other.href)).toContain('uses the encoding SQL_ASCII');
		const foreign = await openTestDatabase();
		const url = Object.assign(new URL(foreign?.url ?? ''), { username: 'reader', password: 'r' }).href;
		expect(await refusal(url)).toContain('doesn’t let "reader" create tables');
		await foreign?.drop();
		await database?.drop();
	});

	it('can be migrated by several services at the same time', async () => {
		const database = await openTestDatabase();
		const url = database?.url ?? '';
		const catalogs = await Promise.all([open(url), open(url), open(url)]);
		for (const { db } of catalogs) expect(await db.select().from(users)).toEqual([]);
		await Promise.all(catalogs.map((catalog) => catalog.close()));
		await database?.drop();
	});

	it('fails only the write whose connection is lost, and continues', async () => {
		const database = await openTestDatabase();
		const catalog = await open(database?.url ?? '');
		const other = await open(database?.url ?? '');
		const user = userOf('ann');
		for (const pause of [null, 50, 0]) {
			const cut = catalog.write(async (tx) => {
				await tx.insert(users).values(user);
				await other.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
					where application_name = 'dataset-console' and state = 'idle in transaction' and datname = current_database()`);
				// Before the client notices, afterwards, and at that very moment.
				if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause));
				await tx.insert(users).values(userOf('bea'));
			});
			await expect(cut).rejects.toSatisfy(isUnavailable);
		}
		expect(await catalog.db.select().from(users)).toEqual([]);
		await catalog.write((tx) => tx.insert(users).values(user));
		expect(await other.db.select({ name: users.username }).from(users)).toEqual([{ name: 'ann' }]);
		await Promise.all([catalog.close(), other.close()]);
		await database?.drop();
	});

	it('recovers after losing many connections at the start of a write', async () => {
		const database = await openTestDatabase();
		const [catalog, other] = [await open(database?.url ?? ''), await open(database?.url ?? '')];
		const count = () => catalog.write((tx) => tx.select().from(users));
		const cutIdle = sql`select pg_terminate_backend(pid) from pg_stat_activity
			where application_name = 'dataset-console' and state = 'idle' and datname = current_database() and pid <> pg_backend_pid()`;
		// More times than there are connections.
		for (let time = 0; time < 15; time += 1) {
			expect(await count()).toEqual([]);
			// Concurrently, so that the write starts on a connection that is just being closed.
			await Promise.allSettled([other.db.execute(cutIdle), count(), count()]);
			await Promise.allSettled([count()]);
		}
		expect(await count()).toEqual([]);
		await Promise.all([catalog.close(), other.close()]);
		await database?.drop();
	});

	it('restarts a write after a deadlock', async () => {
		const database = await openTestDatabase();
		const catalog = await open(database?.url ?? '');
		const both = ['ann', 'bea'].map(userOf);
		await catalog.write((tx) => tx.insert(users).values(both));
		const [met, meet] = signal();
		let locked = 0;
		let begun = 0;
		const rename = (text: string, ids: readonly string[]) =>
			catalog.write(async (tx) => {
				begun += 1;
				for (const id of ids) {
					await tx
						.update(users)
						.set({ name: sql`${users.name} || ${text}` })
						.where(eq(users.id, id));
					locked += 1;
					if (locked === 2) meet();
					await met;
				}
			});
		const ids = both.map((item) => item.id);
		await Promise.all([rename(' 1', ids), rename(' 2', ids.toReversed())]);
		// The write that lost restarts: once, or twice if it read before the other one ended.
		expect([3, 4]).toContain(begun);
		const names = (await catalog.db.select().from(users)).map((item) => item.name);
		// The same order for both, without duplicates.
		expect(new Set(names.map((name) => name.slice(3))).size).toBe(1);
		expect(names[0]).toMatch(/^... (1 2|2 1)$/);
		await catalog.close();
		await database?.drop();
	});

	it('retries a conflicting write, and reports a lasting conflict once', async () => {
		const database = await openTestDatabase();
		const catalog = await open(database?.url ?? '');
		const [looked, look] = signal();
		const found: number[] = [];
		const addOnce = () =>
			catalog.write(async (tx) => {
				const known = await tx.select().from(users);
				found.push(known.length);
				look();
				if (known.length === 0) await tx.insert(users).values(userOf('ann'));
			});
		const { second } = await catalog.write(async (tx) => {
			await tx.insert(users).values(userOf('ann'));
			const second = addOnce();
			await looked;
			return { second };
		});
		await second;
		expect(found).toEqual([0, 1]);
		let begun = 0;
		const again = catalog.write((tx) => {
			begun += 1;
			return tx.insert(users).values(userOf('ann'));
		});
		await expect(again).rejects.toMatchObject({ cause: { code: '23505' } });
		expect(begun).toBe(2);
		await catalog.close();
		await database?.drop();
	});

	it('keeps writes and urgent work going during long exclusive work, which fails as busy', async () => {
		const database = await openTestDatabase();
		const catalog = await openPostgresCatalog({ url: database?.url ?? '', migrationsFolder, patienceMs: 500 });
		const [over, end] = signal();
		const turns = Array.from({ length: 12 }, (_, index) =>
			catalog.exclusive(`key ${index}`, async () => {
				await over;
				return 'done';
			}),
		);
		const settled = Promise.allSettled(turns);
		await expect(Promise.any(turns.map((turn) => turn.then(Promise.reject, (error) => error)))).resolves.toBeInstanceOf(
			BusyError,
		);
		expect(await catalog.write((tx) => tx.select().from(users))).toEqual([]);
		expect(await catalog.db.select().from(users)).toEqual([]);

		const writes = Array.from({ length: 10 }, () => catalog.write(() => over));
		await expect(catalog.write((tx) => tx.select().from(users))).rejects.toSatisfy(isUnavailable);
		await catalog.notify('nothing');
		expect(await catalog.urgent.write((tx) => tx.select().from(users))).toEqual([]);
		end();
		await Promise.all(writes);
		const ends = (await settled).map((promiseSettledResult) =>
			promiseSettledResult.status === 'fulfilled' ? promiseSettledResult.value : promiseSettledResult.reason.name,
		);
		expect(ends.toSorted()).toEqual([...Array(4).fill('BusyError'), ...Array(8).fill('done')]);
		await catalog.close();
		await database?.drop();
	});

	it('stops a statement that takes too long, and continues', async () => {
		const database = await openTestDatabase();
		const catalog = await openPostgresCatalog({ url: database?.url ?? '', migrationsFolder, patienceMs: 500 });
		const other = await open(database?.url ?? '');
		await expect(catalog.db.execute(sql`select pg_sleep(60)`)).rejects.toSatisfy(isUnavailable);
		await other.write(async (tx) => {
			await tx.execute(sql`lock table users`);
			await expect(catalog.write((tx) => tx.insert(users).values(userOf('ann')))).rejects.toSatisfy(isUnavailable);
		});
		const working = sql`state = 'active' and pid <> pg_backend_pid() and datname = current_database()`;
		const activity = other.db.select({ pid: sql`pid` }).from(sql`pg_stat_activity`);
		expect(await activity.where(working)).toEqual([]);
		await catalog.write((tx) => tx.insert(users).values(userOf('ann')));
		await Promise.all([catalog.close(), other.close()]);
		await database?.drop();
	});

	it('gives up on an unresponsive server, and continues when it responds again', async () => {
		const database = await openTestDatabase();
		const url = new URL(database?.url ?? '');
		const proxy = await openFaultProxy(Number(url.port));
		url.port = String(proxy.port);
		const catalog = await openPostgresCatalog({ url: url.href, migrationsFolder, patienceMs: 500 });
		expect(await catalog.db.select().from(users)).toEqual([]);
		proxy.delay(600_000);
		await expect(catalog.db.select().from(users)).rejects.toSatisfy(isUnavailable);
		await expect(catalog.write((tx) => tx.insert(users).values(userOf('ann')))).rejects.toSatisfy(isUnavailable);
		proxy.heal();
		await catalog.write((tx) => tx.insert(users).values(userOf('bea')));
		expect(await catalog.db.select({ name: users.username }).from(users)).toEqual([{ name: 'bea' }]);
		await catalog.close();
		await proxy.close();
		await database?.drop();
	});

	it('doesn’t retry exclusive work, whatever the error', async () => {
		const database = await openTestDatabase();
		const catalog = await open(database?.url ?? '');
		const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
		let done = 0;
		const work = catalog.exclusive('key', async () => {
			done += 1;
			throw deadlock;
		});
		await expect(work).rejects.toBe(deadlock);
		expect(done).toBe(1);
		await catalog.close();
		await database?.drop();
	});

	it.each([
		['sslmode=require', 'doesn’t support TLS'],
		['sslmode=prefer', 'isn’t supported'],
		['sslmode=verify-full&sslrootcert=/nowhere/ca.pem', '/nowhere/ca.pem'],
	])('says what’s wrong with %s', async (query, words) => {
		const database = await openTestDatabase();
		expect(await refusal(`${database?.url}?${query}`)).toContain(words);
		await database?.drop();
	});
});
