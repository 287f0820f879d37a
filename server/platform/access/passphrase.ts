import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's figures for scrypt: 32 MiB and about a tenth of a second for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const keyBytes = 32;

export const passphraseLength = { least: 8, most: 1_000 } as const;

/** How a passphrase is kept: `scrypt$N$r$p$salt$hash`. */
export async function hashPassphrase(passphrase: string): Promise<string> {
	const salt = randomBytes(16);
	const hash = await derive(passphrase, salt, cost);
	return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether a passphrase is the one that was kept; where none is, it takes as long to say no. */
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

/** The same characters typed on another system are the same passphrase. */
const derive = (passphrase: string, salt: Buffer, given: Pick<ScryptOptions, 'N' | 'r' | 'p'>): Promise<Buffer> =>
	new Promise((resolve, reject) => {
		const options = { ...given, maxmem: 256 * 1024 ** 2 };
		scrypt(passphrase.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
			error === null ? resolve(key) : reject(error),
		);
	});
