import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const oidcClient = { id: 'datasets', secret: 'a secret of tests' } as const;

/** A real OpenID Connect provider in a separate process. Its accounts are in `oidc-provider.mjs`. */
export interface OidcProvider {
	readonly issuer: string;
	/** Restarts it on the same port, without its earlier state. */
	restart(clockOff?: number): Promise<void>;
	stop(): Promise<void>;
}

/** @param clockOff how far its clock is ahead, ms */
export async function startOidcProvider(redirectUris: readonly string[], clockOff = 0): Promise<OidcProvider> {
	const port = await unusedPort();
	let child = await start(port, redirectUris, clockOff);
	const stop = async () => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill();
		await once(child, 'exit');
	};
	return {
		issuer: `http://127.0.0.1:${port}`,
		stop,
		async restart(off = 0) {
			await stop();
			child = await start(port, redirectUris, off);
		},
	};
}

async function start(port: number, redirectUris: readonly string[], clockOff: number) {
	const clock = pathToFileURL(path.resolve('e2e/support/shifted-clock.mjs'));
	clock.searchParams.set('ms', String(clockOff));
	const shifted = clockOff === 0 ? [] : ['--import', clock.href];
	const options = JSON.stringify({ port, redirectUris, secret: oidcClient.secret });
	const child = spawn(process.execPath, [...shifted, 'server/testing/oidc-provider.mjs', options], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let errors = '';
	child.stderr.on('data', (chunk: Buffer) => {
		errors += chunk;
	});
	await new Promise<void>((resolve, reject) => {
		child.stdout.once('data', () => resolve());
		child.once('exit', (code) => reject(new Error(`The provider ended with ${code}:\n${errors}`)));
	});
	return child;
}

async function unusedPort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('No port was given.');
	return address.port;
}
