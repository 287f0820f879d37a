import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { residentBytes } from '../large/memory.ts';
import type { Row } from '../table.ts';

/** What an idle service may hold, and one that has just made the sample. */
const most = 250;
/** From the start until what was needed for it has been let go, ms. */
const restMs = 75_000;

/** What the built service and its waiting runners hold when nobody asks for anything, after its first start and its second. */
export async function measureIdle(): Promise<Row[]> {
	if (process.platform !== 'linux') return [];
	const dataDir = await mkdtemp(path.join(tmpdir(), 'dataset-console-'));
	try {
		const rows: Row[] = [];
		for (const start of ['first', 'second']) {
			const child = await startBuilt(dataDir);
			await after(restMs);
			const { service, runners } = residentBytes({ dataDir });
			child.kill('SIGTERM');
			await once(child, 'exit');
			rows.push({
				what: `idle service, ${restMs / 1_000} s after its ${start} start`,
				measured: `${megabytes(service)} MB; runners waiting: ${runners.map(megabytes).join(', ')} MB`,
				floor: '',
				claim: `≤ ${most} MB`,
				holds: megabytes(service) <= most,
			});
		}
		return rows;
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
}

async function startBuilt(dataDir: string): Promise<ChildProcess> {
	const child = fork('dist/server/main.js', ['--port', '0', '--data-dir', dataDir], {
		silent: true,
		execArgv: [],
		env: { ...process.env, NODE_ENV: 'production' },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (text) => {
			output += text;
		});
	}
	while (!output.includes('#code=')) {
		if (child.exitCode !== null) throw new Error(`The service ended:\n${output}`);
		await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
	}
	return child;
}

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
