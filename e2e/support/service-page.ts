import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { Service } from './service.ts';

export const passphrase = 'a passphrase for journeys';

/** Sets a user's passphrase, with the command-line tool. */
export async function givePassphrase(service: Service, user: string): Promise<void> {
	const file = path.join(service.dataDir, `passphrase-${user}`);
	await writeFile(file, `${passphrase}\n`);
	const argv = ['dist/server/user.js', 'passphrase', user, '--passphrase-file', file, '--data-dir', service.dataDir];
	const child = spawn(process.execPath, argv, {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, ...service.env },
	});
	const [status] = await once(child, 'close');
	await rm(file);
	expect(status).toBe(0);
}

/** Signs in on the service's own page. */
export async function signInThere(page: Page, user: string): Promise<void> {
	await page.getByLabel('Username').fill(user);
	await page.getByLabel('Passphrase').fill(passphrase);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Invalidates all earlier tokens by restarting the service with new keys. */
export async function endAllSignIns(service: Service, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
	await service.kill();
	const argv = ['dist/server/keys.js', 'rotate', '--forget', '--data-dir', service.dataDir];
	await promisify(execFile)(process.execPath, argv, { env: { ...process.env, ...service.env } });
	await meanwhile();
	await service.start();
}
