import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import * as z from 'zod/mini';
import { tokenLifetime } from '#contract/token.ts';
import { DataFolderError } from '../../store/catalog/lock.ts';
import { errorCode, nullIfMissing } from '../../store/error-code.ts';

/** A key that verifies what the service signed. */
export interface VerifyingKey {
	/** Its thumbprint (RFC 7638), which newer tokens name. */
	readonly id: string;
	readonly key: CryptoKey;
	readonly jwk: PublicJwk;
}

/** The service's secrets, which never leave the data folder, or the catalog if replicas share them. */
export type Keys = Awaited<ReturnType<typeof openKeysAt>>;

export interface KeyStore {
	/** Null if there are none yet. */
	read(): Promise<KeyFile | null>;
	/** Stores the first keys, unless another process was faster; returns what is stored. */
	make(content: KeyFile): Promise<KeyFile>;
	replace(content: KeyFile): Promise<void>;
}

const PublicJwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() });
type PublicJwk = z.infer<typeof PublicJwk>;
const PrivateJwk = z.extend(PublicJwk, { d: z.string() });
const Secret = z.string().check(z.minLength(40));
export const KeyFile = z.object({
	signing: PrivateJwk,
	links: Secret,
	/** Newest first. */
	earlier: z._default(z.array(z.object({ signing: PublicJwk, links: Secret, until: z.iso.datetime() })), []),
});
export type KeyFile = z.infer<typeof KeyFile>;

/** Maximum lifetime of a download URL: see the setting `link-seconds`. */
const longestLinkMs = 86_400_000;
const longestTokenMs = tokenLifetime.most * 1_000;

/** Loads the keys of a data folder, creating them if there are none yet. */
export async function openKeys(dataDir: string): Promise<Keys> {
	await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
	return openKeysAt(keysInDataFolder(dataDir));
}

export const keysInDataFolder = (dataDir: string): KeyStore => keysInFile(join(dataDir, 'keys', 'keys.json'));

/** Loads the keys from any store, creating them if there are none yet. */
export async function openKeysAt(store: KeyStore) {
	let content = (await store.read()) ?? (await store.make({ ...(await newKeys()), earlier: [] }));
	let loaded = await load(content);
	return {
		/** Loads them again, in case another process changed them. */
		async reload() {
			const found = await store.read();
			if (found !== null) [content, loaded] = [found, await load(found)];
		},
		/** Signs tokens: ES256. */
		get signing() {
			return loaded.signing;
		},
		/** Signs download URLs and sign-in codes: HMAC-SHA-256. */
		get links() {
			return loaded.links;
		},
		/** The current key, then earlier ones for as long as tokens they signed may be valid. */
		verifying: (now: Date): VerifyingKey[] => [
			loaded.own,
			...loaded.earlier.filter((candidate) => candidate.until > now),
		],
		/** The current secret, then earlier ones for as long as URLs they signed may be valid. */
		linkSecrets: (now: Date) => [
			loaded.links,
			...loaded.earlier
				.filter((candidate) => candidate.until.getTime() - longestTokenMs + longestLinkMs > now.getTime())
				.map((item) => item.secret),
		],
		/** Signs with new keys from now on; signatures of the old ones stay valid until they expire, unless the old keys are forgotten. */
		async rotate(now: Date, forget: boolean) {
			const { d: _, ...signing } = content.signing;
			const until = new Date(now.getTime() + longestTokenMs).toISOString();
			const kept = content.earlier.filter((candidate) => new Date(candidate.until) > now);
			const earlier = forget ? [] : [{ signing, links: content.links, until }, ...kept];
			const next = { ...(await newKeys()), earlier };
			await store.replace(next);
			[content, loaded] = [next, await load(next)];
		},
	};
}

async function load(content: KeyFile) {
	const { d: _, ...publicPart } = content.signing;
	const own = await verifyingKey(publicPart);
	return {
		own,
		signing: { id: own.id, key: await toCryptoKey(content.signing) },
		links: Buffer.from(content.links, 'base64url'),
		earlier: await Promise.all(
			content.earlier.map(async (item) => ({
				...(await verifyingKey(item.signing)),
				secret: Buffer.from(item.links, 'base64url'),
				until: new Date(item.until),
			})),
		),
	};
}

const verifyingKey = async (jwk: PublicJwk): Promise<VerifyingKey> => ({
	id: await calculateJwkThumbprint(jwk),
	key: await toCryptoKey(jwk),
	jwk,
});

const keysInFile = (file: string): KeyStore => ({
	read: () => contentOf(file),
	make: (content) => makeFile(file, content),
	async replace(content) {
		await rename(await writeDraft(file, content), file);
	},
});

async function contentOf(file: string): Promise<KeyFile | null> {
	const text = await readFile(file, 'utf8').catch(nullIfMissing);
	if (text === null) return null;
	try {
		return KeyFile.parse(JSON.parse(text));
	} catch {
		throw new DataFolderError(
			`${file} doesn’t contain the service’s keys. Restore it from a backup. If you delete it instead, everyone has to sign in again.`,
		);
	}
}

async function newKeys(): Promise<Pick<KeyFile, 'signing' | 'links'>> {
	const { privateKey } = await generateKeyPair('ES256', { extractable: true });
	return { signing: PrivateJwk.parse(await exportJWK(privateKey)), links: randomBytes(32).toString('base64url') };
}

async function writeDraft(file: string, content: KeyFile): Promise<string> {
	const draft = `${file}.${randomUUID()}`;
	const handle = await open(draft, 'wx', 0o600);
	await handle.writeFile(`${JSON.stringify(content)}\n`);
	await handle.sync();
	await handle.close();
	return draft;
}

/** Written to a temporary file and linked to its name, so that two processes that start together end up with the same keys. */
async function makeFile(file: string, content: KeyFile): Promise<KeyFile> {
	const draft = await writeDraft(file, content);
	await link(draft, file).catch((error: unknown) => {
		if (errorCode(error) !== 'EEXIST') throw error;
	});
	await rm(draft);
	const made = await contentOf(file);
	if (made === null)
		throw new Error(`The keys in ${file} were deleted while the service was starting. Start the service again.`);
	return made;
}

/** Whether a signature matches any of the secrets. @param sign the expected signature for a secret */
export const isSigned = (signature: Buffer, secrets: readonly Buffer[], sign: (secret: Buffer) => Buffer): boolean =>
	secrets.some((secret) => {
		const expected = sign(secret);
		return signature.length === expected.length && timingSafeEqual(signature, expected);
	});

async function toCryptoKey(jwk: Record<string, string>): Promise<CryptoKey> {
	const key = await importJWK(jwk, 'ES256');
	if (key instanceof Uint8Array) throw new Error('The signing key isn’t an elliptic-curve key.');
	return key;
}
