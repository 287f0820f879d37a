import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serviceOrigins } from './service.ts';

/** The console without its own service, as a process that stops gracefully on request. */
export async function startConsoleAlone(flags: readonly string[]): Promise<{ url: string; stop(): Promise<void> }> {
	const child = spawn(process.execPath, ['dist/server/main.js', '--port', '0', ...flags], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let text = '';
	const url = await new Promise<string>((resolve, reject) => {
		child.once('exit', () => reject(new Error(`The console did not start:\n${text}`)));
		child.stdout.setEncoding('utf8').on('data', (part: string) => {
			text += part;
			const found = /running at (\S+)/.exec(text)?.[1];
			if (found !== undefined) resolve(found);
		});
	});
	serviceOrigins.add(new URL(url).origin);
	return {
		url: `${url}/`,
		stop: async () => {
			const gone = once(child, 'exit');
			child.kill('SIGTERM');
			await gone;
		},
	};
}
