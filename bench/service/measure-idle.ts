import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { residentBytes } from '../large/memory.ts';
import type { Row } from '../table.ts';

/** Memory limit of an idle service, and of one that has just created the sample. */
const most = 250;
/** Time after the start until memory needed only for starting is released, ms. */
const restMs = 75_000;

/** Memory of the built service and its warm runners when idle, after its first and second start. */
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
