import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { OutputLink } from '#contract/build-run.ts';
import { longestAddressSeconds } from '../../store/objects/types.ts';
import type { Caller } from '../core/caller.ts';
import { forbidden, type ServiceError } from '../core/service-error.ts';
import { isSigned } from '../state/keys.ts';
import type { Platform } from '../state/platform.ts';

export interface DownloadClaim {
	readonly sha256: string;
	/** What the object belongs to, for checking read access again. */
	readonly of: OfOutput | OfResult;
	/** The token that requested the URL, which expires with it. */
	readonly tokenId: string;
	readonly fileName: string;
	readonly expiresAt: Date;
}

export interface OfOutput {
	readonly runId: string;
	readonly output: string;
}
export interface OfResult {
	readonly resultId: string;
}

const Query = z.object({
	run: z.optional(z.uuid()),
	output: z.optional(z.string()),
	result: z.optional(z.uuid()),
	token: z.uuid(),
	name: z.string(),
	expires: z.string().check(z.regex(/^\d{13}$/)),
	signature: z.string(),
});
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * A time-limited URL of an object. It expires no later than the token that requested it. A URL of the object store itself can't be revoked, so it's
 * short-lived.
 */
export async function linkObject(
	platform: Platform,
	caller: Caller,
	{ sha256, of, fileName }: Pick<DownloadClaim, 'sha256' | 'of' | 'fileName'>,
): Promise<OutputLink> {
	const now = platform.now().getTime();
	const most = Math.min(now + platform.settings.linkSeconds * 1000, caller.tokenExpiresAt.getTime());
	const ends = Math.min(most, now + longestAddressSeconds * 1000);
	const wanted = { fileName, seconds: Math.max(1, Math.floor((ends - now) / 1000)) };
	const downloadUrl = await platform.objects.address(sha256, wanted);
	if (downloadUrl !== null) return { downloadUrl, expiresAt: new Date(ends).toISOString() };
	return downloadAddress(platform, { sha256, of, tokenId: caller.tokenId, fileName, expiresAt: new Date(most) });
}

/** Based on the service's public URL. */
function downloadAddress(platform: Pick<Platform, 'keys' | 'settings'>, claim: DownloadClaim): OutputLink {
	const query = new URLSearchParams({
		...('runId' in claim.of ? { run: claim.of.runId, output: claim.of.output } : { result: claim.of.resultId }),
		token: claim.tokenId,
		name: claim.fileName,
		expires: String(claim.expiresAt.getTime()),
		signature: sign(platform.keys.links, claim),
	});
	return {
		downloadUrl: `${platform.settings.publicUrl}/objects/${claim.sha256}?${query}`,
		expiresAt: claim.expiresAt.toISOString(),
	};
}

/** @throws ServiceError FORBIDDEN if a URL wasn't signed by this service, was changed, or has expired */
export function readDownloadAddress(
	platform: Pick<Platform, 'keys' | 'now'>,
	sha256: string,
	query: Readonly<Record<string, string>>,
): DownloadClaim {
	const parsed = Query.safeParse(query);
	if (!parsed.success || !Sha256.safeParse(sha256).success) throw notSigned();
	const { run, output, result, token, name, expires, signature } = parsed.data;
	const of = run === undefined || output === undefined ? null : { runId: run, output };
	const owner = result === undefined ? of : { resultId: result };
	if (owner === null) throw notSigned();
	const claim = {
		sha256,
		of: owner,
		tokenId: token,
		fileName: name,
		expiresAt: new Date(Number(expires)),
	};
	const secrets = platform.keys.linkSecrets(platform.now());
	const signed = isSigned(Buffer.from(signature), secrets, (secret) => Buffer.from(sign(secret, claim)));
	if (!signed) throw notSigned();
	if (claim.expiresAt <= platform.now()) {
		throw forbidden('This download link has expired. Request a new one.');
	}
	return claim;
}

function sign(secret: Buffer, claim: DownloadClaim): string {
	const { sha256, of, tokenId, fileName, expiresAt } = claim;
	const owner = 'runId' in of ? [of.runId, of.output] : ['result', of.resultId];
	const text = JSON.stringify([sha256, ...owner, tokenId, fileName, expiresAt.getTime()]);
	return createHmac('sha256', secret).update(text).digest('base64url');
}

const notSigned = (): ServiceError =>
	forbidden('This download link isn’t valid. Copy the whole link, or request a new one.');
