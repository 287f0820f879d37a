import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's parameters for scrypt: 32 MiB and about a tenth of a second per guess. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const keyBytes = 32;

export const passphraseLength = { least: 8, most: 1_000 } as const;

/** Hashes a passphrase: `scrypt$N$r$p$salt$hash`. */
export async function hashPassphrase(passphrase: string): Promise<string> {
	const salt = randomBytes(16);
	const hash = await derive(passphrase, salt, cost);
	return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Compares a passphrase with its hash; without a hash, takes as long to return false. */
export async function checkPassphrase(passphrase: string, kept: string | null): Promise<boolean> {
	const [, N, r, p, salt, hash] = (kept ?? '').split('$');
	if (hash === undefined || salt === undefined) {
		await derive(passphrase, Buffer.alloc(16), cost);
		return false;
	}
	const expected = Buffer.from(hash, 'base64url');
	const given = await derive(passphrase, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
	return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Normalizes, because other systems may encode the same characters differently. */
const derive = (passphrase: string, salt: Buffer, given: Pick<ScryptOptions, 'N' | 'r' | 'p'>): Promise<Buffer> =>
	new Promise((resolve, reject) => {
		const options = { ...given, maxmem: 256 * 1024 ** 2 };
		scrypt(passphrase.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
			error === null ? resolve(key) : reject(error),
		);
	});
