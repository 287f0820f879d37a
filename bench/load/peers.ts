import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { freePort } from '../../server/testing/s3-server.ts';

export interface Peer {
	readonly name: string;
	/** Page with the list of what people saved. */
	readonly list: string;
	/** How many of 25 rows it draws at first in a window of 1440 by 900. */
	readonly rows: number;
	/** Signs a page in and saves one thing for each name. */
	prepare(page: Page, names: readonly string[]): Promise<void>;
	stop(): void;
}

const cache = path.resolve('node_modules/.cache/peers');
const password = 'a-password-for-peers';

/** Starts a program with its data in a new folder, and waits until it answers. */
async function startPeer(
	folder: string,
	program: string,
	args: readonly string[],
	env: Record<string, string>,
	url: string,
) {
	const running = spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
	for (let tries = 0; tries < 240; tries += 1) {
		if (running.exitCode !== null) throw new Error(`${program} ended with ${running.exitCode}.`);
		const isThere = await fetch(url).then(
			({ status }) => status < 500,
			() => false,
		);
		if (isThere) return () => void running.kill('SIGTERM');
		await sleep(500);
	}
	running.kill('SIGTERM');
	throw new Error(`${url} didn't answer within two minutes.`);
}

function emptyFolder(name: string): string {
	const folder = path.join(cache, name, 'data');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return folder;
}

/** SQLPad, from npm, with its list of queries. */
export async function startSqlpad(): Promise<Peer> {
	const home = path.join(cache, 'sqlpad');
	const script = path.join(home, 'node_modules', 'sqlpad', 'server.js');
	if (!existsSync(script)) {
		mkdirSync(home, { recursive: true });
		writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
		const npm = process.env.npm_execpath ?? '';
		execFileSync(process.execPath, [npm, 'install', '--no-audit', '--no-fund', 'sqlpad@3.1.0'], {
			cwd: home,
			stdio: 'inherit',
		});
	}
	const folder = emptyFolder('sqlpad');
	const url = `http://127.0.0.1:${await freePort()}`;
	const email = 'admin@example.org';
	const settings = {
		SQLPAD_DB_PATH: folder,
		SQLPAD_IP: '127.0.0.1',
		SQLPAD_PORT: new URL(url).port,
		SQLPAD_ADMIN: email,
	};
	const stop = await startPeer(folder, process.execPath, [script], settings, url);
	return {
		name: 'SQLPad 3.1',
		list: `${url}/queries`,
		rows: 14,
		stop,
		async prepare(page, names) {
			const { request } = page.context();
			const data = { email, password, passwordConfirmation: password };
			await request.post(`${url}/api/signup`, { data });
			await request.post(`${url}/api/signin`, { data });
			for (const name of names) {
				const answer = await request.post(`${url}/api/queries`, {
					data: { name, queryText: 'select 1', tags: [], connectionId: '', chartConfiguration: {} },
				});
				if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
			}
			await page.context().addInitScript(openQueries);
		},
	};
}

/** Runs in every page before everything else: this list has no address, only a button. */
function openQueries(): void {
	const look = () => {
		const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Queries');
		if (button === undefined) requestAnimationFrame(look);
		else button.click();
	};
	requestAnimationFrame(look);
}

/** Apache Superset, from PyPI, with its list of dashboards. */
export async function startSuperset(): Promise<Peer> {
	const home = path.join(cache, 'superset');
	const program = (name: string) => path.join(home, 'python', 'bin', name);
	if (!existsSync(program('superset'))) {
		mkdirSync(home, { recursive: true });
		execFileSync('python3', ['-m', 'venv', path.join(home, 'python')], { stdio: 'inherit' });
		// Superset doesn't run with the newest cache library, and doesn't declare the last two packages, which it needs.
		const packages = ['apache-superset==6.1.0', 'flask-caching==2.3.1', 'rich', 'cachetools'];
		execFileSync(program('pip'), ['install', '--quiet', ...packages], { stdio: 'inherit' });
	}
	const folder = emptyFolder('superset');
	const settings = path.join(folder, 'superset_config.py');
	writeFileSync(
		settings,
		`SECRET_KEY = "${password}${password}"
SQLALCHEMY_DATABASE_URI = "sqlite:///${folder}/superset.db"
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
`,
	);
	const env = { SUPERSET_CONFIG_PATH: settings, FLASK_APP: 'superset' };
	const run = (...args: string[]) =>
		execFileSync(program('superset'), args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
	run('db', 'upgrade');
	run(
		'fab',
		'create-admin',
		...Object.entries({
			username: 'admin',
			firstname: 'A',
			lastname: 'B',
			email: 'admin@example.org',
			password,
		}).flatMap(([key, value]) => [`--${key}`, value]),
	);
	run('init');
	const url = `http://127.0.0.1:${await freePort()}`;
	const server = ['-b', new URL(url).host, '-k', 'gthread', '--threads', '8', 'superset.app:create_app()'];
	const stop = await startPeer(folder, program('gunicorn'), server, env, `${url}/health`);
	return {
		name: 'Apache Superset 6.1',
		list: `${url}/dashboard/list/`,
		rows: 25,
		stop,
		async prepare(page, names) {
			const { request } = page.context();
			const data = { username: 'admin', password, provider: 'db' };
			const token = (await (await request.post(`${url}/api/v1/security/login`, { data })).json()) as {
				access_token: string;
			};
			for (const dashboard_title of names) {
				const answer = await fetch(`${url}/api/v1/dashboard/`, {
					method: 'POST',
					headers: { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' },
					body: JSON.stringify({ dashboard_title, published: true }),
				});
				if (!answer.ok) throw new Error(`${dashboard_title}: ${answer.status} ${await answer.text()}`);
			}
			await request.post(`${url}/login/`, { form: { username: 'admin', password } });
		},
	};
}
