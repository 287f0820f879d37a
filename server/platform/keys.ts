import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK } from 'jose';
import * as z from 'zod/mini';

/** The service's secrets. They never leave the data folder. */
export interface Keys {
	/** Signs tokens: ES256. */
	readonly signing: CryptoKey;
	readonly verifying: CryptoKey;
	/** Signs download addresses and sign-in codes: HMAC-SHA-256. */
	readonly links: Buffer;
}

const PrivateJwk = z.object({
	kty: z.literal('EC'),
	crv: z.literal('P-256'),
	x: z.string(),
	y: z.string(),
	d: z.string(),
});
const KeyFile = z.object({ signing: PrivateJwk, links: z.string().check(z.minLength(40)) });

/** Reads the keys of a data folder, making them where there are none yet. */
export async function openKeys(dataDir: string): Promise<Keys> {
	const folder = join(dataDir, 'keys');
	const file = join(folder, 'keys.json');
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const content = (await contentOf(file)) ?? (await makeKeys(file));
	const { d: _, ...publicPart } = content.signing;
	return {
		signing: await toCryptoKey(content.signing),
		verifying: await toCryptoKey(publicPart),
		links: Buffer.from(content.links, 'base64url'),
	};
}

async function contentOf(file: string): Promise<z.infer<typeof KeyFile> | null> {
	let text: string;
	try {
		text = await readFile(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
	try {
		return KeyFile.parse(JSON.parse(text));
	} catch {
		throw new Error(
			`${file} does not hold the service's keys. Put it back, or remove it: then everybody signs in anew.`,
		);
	}
}

/** Written aside and linked into place, so that two processes that start at once end with the same keys. */
async function makeKeys(file: string): Promise<z.infer<typeof KeyFile>> {
	const { privateKey } = await generateKeyPair('ES256', { extractable: true });
	const content = KeyFile.parse({
		signing: await exportJWK(privateKey),
		links: randomBytes(32).toString('base64url'),
	});
	const draft = `${file}.${randomUUID()}`;
	const handle = await open(draft, 'wx', 0o600);
	await handle.writeFile(`${JSON.stringify(content)}\n`);
	await handle.sync();
	await handle.close();
	try {
		await link(draft, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	await rm(draft);
	const made = await contentOf(file);
	if (made === null) throw new Error(`The keys in ${file} were removed while the service started.`);
	return made;
}

async function toCryptoKey(jwk: Record<string, string>): Promise<CryptoKey> {
	const key = await importJWK(jwk, 'ES256');
	if (key instanceof Uint8Array) throw new Error('The signing key is not an elliptic-curve key.');
	return key;
}
