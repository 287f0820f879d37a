import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tokenOf } from '../../e2e/support/token.ts';

/** The built service in a separate process that reports how long it blocks its event loop. */
export interface WatchedService {
	/** Calls an operation of the API, with a token. @throws if it's refused */
	ask(method: string, place: string, body: string | Uint8Array<ArrayBuffer>, type: string): Promise<string>;
	/** Runs something, and returns the longest time that the service's thread worked between two turns of its event loop during it, ms. */
	watch(act: () => Promise<unknown>): Promise<number>;
	dispose(): Promise<void>;
}

export async function startWatchedService(): Promise<WatchedService> {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'dataset-console-'));
	const child = fork('dist/server/main.js', ['--port', '0', '--data-dir', dataDir], {
		execArgv: ['--import', pathToFileURL(path.resolve('bench/ingest/loop-delay.mjs')).href],
		silent: true,
		env: { ...process.env, NODE_ENV: 'production' },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (text) => {
			output += text;
		});
	}
	while (!/#code=\S+/.test(output)) {
		if (child.exitCode !== null) throw new Error(`The service ended:\n${output}`);
		await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
	}
	const [address = ''] = /https?:\/\/\S+#code=\S+/.exec(output) ?? [];
	const { origin } = new URL(address);
	const token = await tokenOf(address);

	return {
		async ask(method, place, body, type) {
			const headers = { authorization: `Bearer ${token}`, 'content-type': type };
			const answer = await fetch(`${origin}/api/v1${place}`, { method, headers, body });
			const text = await answer.text();
			if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${text.slice(0, 500)}`);
			return text;
		},
		async watch(act) {
			child.send('watch the loop');
			await act();
			child.send('tell of the loop');
			const [report] = (await once(child, 'message')) as [{ longestMs: number }];
			return report.longestMs;
		},
		async dispose() {
			child.kill('SIGTERM');
			await once(child, 'exit');
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
