import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';

/** A service with an endless run. It prints its runners' process ids, read from the system, once the run is going. */
const service = (dir: string) => `
	import { execFileSync } from 'node:child_process';
	import { chooseIsolation } from ${JSON.stringify(fileURLToPath(new URL('../isolation/choose.ts', import.meta.url)))};
	import { createEngine } from ${JSON.stringify(fileURLToPath(new URL('./engine.ts', import.meta.url)))};
	const settings = { deadlineMs: 60000, memoryBytes: 2 ** 30, maxOutputBytes: 1e6, concurrency: 1, waiting: 1, threads: 1, isolation: 'auto' };
	const isolation = await chooseIsolation('auto', ${JSON.stringify(dir)});
	const engine = createEngine({ settings, dir: ${JSON.stringify(dir)}, isolation, log: console });
	await engine.run({ sources: [], sql: 'SELECT 1' });
	engine.run({
		sources: [],
		sql: 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t',
		onLog: () => console.log(below(process.pid).join(' ')),
	});
	function below(pid) {
		const all = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\\n').map((line) => line.trim().split(/\\s+/));
		const children = all.filter(([, parent]) => parent === String(pid)).map(([child]) => child);
		return children.flatMap((child) => [child, ...below(child)]);
	}
`;

it.runIf(process.platform === 'linux')('runners end when the service is killed', async () => {
	const dir = mkdtempSync(join(tmpdir(), 'parent-'));
	const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
	const code = ['--import', tsx, '--input-type=module', '-e', service(join(dir, 'runs'))];
	const parent = spawn(process.execPath, code, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [line] = await once(createInterface(parent.stdout), 'line');
	const runners = String(line).trim().split(' ').map(Number);
	expect(runners.filter(isAlive).length).toBeGreaterThan(0);
	parent.kill('SIGKILL');
	await once(parent, 'exit');
	await vi.waitFor(() => expect(runners.filter(isAlive)).toEqual([]), { timeout: 5_000 });
	rmSync(dir, { recursive: true, force: true });
});

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
