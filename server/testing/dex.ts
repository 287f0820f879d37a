import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Dex, a third-party OpenID Connect provider: the program in TEST_DEX, or else one on the PATH; null if there is neither. */
export function findDex(): string | null {
	const named = process.env.TEST_DEX;
	if (named) return named;
	const name = process.platform === 'win32' ? 'dex.exe' : 'dex';
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

export const dexClient = { id: 'datasets', secret: 'a secret of tests' } as const;
/** A user with a password in Dex. */
export const dexUser = { username: 'ann', email: 'ann@example.org', password: 'password' } as const;

export async function startDex(
	program: string,
	redirectUri: string,
): Promise<{ issuer: string; stop(): Promise<void> }> {
	const port = await unusedPort();
	const issuer = `http://127.0.0.1:${port}/dex`;
	const folder = mkdtempSync(path.join(tmpdir(), 'dex-'));
	const file = path.join(folder, 'dex.yaml');
	writeFileSync(file, configOf(issuer, port, redirectUri));
	const child = spawn(program, ['serve', file], { stdio: ['ignore', 'pipe', 'pipe'] });
	try {
		await listening(child);
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
	return {
		issuer,
		async stop() {
			if (child.exitCode === null && child.signalCode === null) {
				child.kill();
				await once(child, 'exit');
			}
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** As in docs/sign-in.md. JSON is valid YAML. */
const configOf = (issuer: string, port: number, redirectUri: string): string =>
	JSON.stringify({
		issuer,
		storage: { type: 'memory' },
		web: { http: `127.0.0.1:${port}` },
		oauth2: { skipApprovalScreen: true },
		staticClients: [{ ...dexClient, name: 'Datasets', redirectURIs: [redirectUri] }],
		enablePasswordDB: true,
		staticPasswords: [
			{
				email: dexUser.email,
				// bcrypt of the password.
				hash: '$2a$10$2b2cU8CPhOTaGrs1HRQuAueS7JTT5ZHsHSzYiFPm1leZck7Mc8T4W',
				username: dexUser.username,
				userID: '08a8684b-db88-4b73-90a9-3cd1661f5466',
			},
		],
	});

function listening(child: ChildProcess): Promise<void> {
	let output = '';
	return new Promise((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk;
			if (output.includes('listening on')) resolve();
		};
		child.stdout?.on('data', read);
		child.stderr?.on('data', read);
		child.once('error', reject);
		child.once('exit', (code) => reject(new Error(`Dex ended with ${code}:\n${output}`)));
	});
}

async function unusedPort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address !== null ? address.port : 0;
}
