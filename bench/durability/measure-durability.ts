import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken } from '../../server/platform/access/tokens.ts';
import { findUser } from '../../server/platform/access/users.ts';
import { openService, type Service } from '../../server/service.ts';
import { readSettings } from '../../server/settings/read-settings.ts';
import { median, type Row } from '../table.ts';

/** A catalog write syncs one file. A new object syncs its file and its folder, which may itself be new. */
const most = { catalog: 3, object: 4 };
const objectBytes = 100_000;

/**
 * The cost of having each write on disk before it's acknowledged, compared with the disk's own sync of the same number of
 * bytes.
 */
export async function measureDurability({ quick }: { quick: boolean }): Promise<Row[]> {
	const folder = await mkdtemp(join(tmpdir(), 'durability-'));
	const file = await open(join(folder, 'floor'), 'w');
	const [safe, fast] = [await openAt(join(folder, 'safe'), 'safe'), await openAt(join(folder, 'fast'), 'fast')];
	try {
		const [catalog, object] = [timesOf(), timesOf()];
		const writes = quick ? 40 : 200;
		for (let index = -5; index < writes; index += 1) {
			const page = randomBytes(8_192);
			const content = randomBytes(objectBytes);
			const rounds = [
				[catalog.floor, () => syncTo(page)],
				[catalog.safe, () => safe.describe(index)],
				[catalog.fast, () => fast.describe(index)],
				[object.floor, () => syncTo(content)],
				[object.safe, () => safe.store(content)],
				[object.fast, () => fast.store(content)],
			] as const;
			for (const [times, work] of rounds) {
				const began = performance.now();
				await work();
				// Excludes the first run, which compiles code.
				if (index >= 0) times.push(performance.now() - began);
			}
		}
		return [
			rowOf('saving a description', catalog, most.catalog),
			rowOf('storing an object of 100 kB', object, most.object),
		];
	} finally {
		await Promise.all([safe.service.close(), fast.service.close(), file.close()]);
		await rm(folder, { recursive: true, force: true });
	}

	async function syncTo(bytes: Buffer): Promise<void> {
		await file.write(bytes);
		await file.datasync();
	}

	async function openAt(dataDir: string, durability: string) {
		const argv = ['--data-dir', dataDir, '--durability', durability, '--run-waiting', '0', '--scrub-days', '0'];
		const { settings } = readSettings(argv, {});
		const service = await openService({ settings, sweeps: false });
		const headers = { authorization: `Bearer ${await tokenOf(service)}`, 'content-type': 'application/json' };
		const address = `${settings.publicUrl}/api/v1/schema/demo/geography/countries/description`;
		return {
			service,
			async describe(at: number) {
				const body = JSON.stringify({ description: `Countries, ${at}` });
				const answer = await service.app.fetch(new Request(address, { method: 'PUT', headers, body }));
				if (!answer.ok) throw new Error(await answer.text());
			},
			async store(content: Buffer) {
				const given = join(dataDir, 'given');
				await writeFile(given, content);
				await service.platform.objects.adopt(given);
			},
		};
	}
}

async function tokenOf({ platform }: Service): Promise<string> {
	const user = await findUser(platform.catalog.db, 'demo');
	const wanted = { userId: user?.id ?? '', name: 'Bench', permissions: null, seconds: 3_600 };
	return (await platform.catalog.write((tx) => issueToken(platform, tx, wanted))).token;
}

const timesOf = () => ({ floor: [] as number[], safe: [] as number[], fast: [] as number[] });

function rowOf(what: string, times: ReturnType<typeof timesOf>, most: number): Row {
	const [floor, safe, fast] = [median(times.floor), median(times.safe), median(times.fast)];
	const ms = (value: number): string => `${value.toFixed(1)} ms`;
	return {
		what: `${what}, on disk before it is acknowledged`,
		measured: `safe ${ms(safe)}, fast ${ms(fast)}`,
		floor: `${ms(floor)} for one disk sync`,
		claim: `safe ≤ fast + ${most} syncs + 2 ms`,
		holds: safe <= fast + most * floor + 2,
	};
}
