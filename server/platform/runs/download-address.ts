import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { OutputLink } from '#contract/build-run.ts';
import { forbidden, type ServiceError } from '../core/service-error.ts';
import { isSigned } from '../state/keys.ts';
import type { Platform } from '../state/platform.ts';

/** What a download address says, and what its signature covers. */
export interface DownloadClaim {
	readonly sha256: string;
	readonly runId: string;
	readonly output: string;
	/** The token that asked for the address: it lives no longer than that. */
	readonly tokenId: string;
	readonly fileName: string;
	readonly expiresAt: Date;
}

const Query = z.object({
	run: z.uuid(),
	output: z.string(),
	token: z.uuid(),
	name: z.string(),
	expires: z.string().check(z.regex(/^\d{13}$/)),
	signature: z.string(),
});
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A time-limited address of an object, made from the service's public address. */
export function downloadAddress(platform: Pick<Platform, 'keys' | 'settings'>, claim: DownloadClaim): OutputLink {
	const query = new URLSearchParams({
		run: claim.runId,
		output: claim.output,
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

/** @throws ServiceError FORBIDDEN when an address was not signed by this service, was changed, or has expired */
export function readDownloadAddress(
	platform: Pick<Platform, 'keys' | 'now'>,
	sha256: string,
	query: Readonly<Record<string, string>>,
): DownloadClaim {
	const parsed = Query.safeParse(query);
	if (!parsed.success || !Sha256.safeParse(sha256).success) throw notSigned();
	const { run, output, token, name, expires, signature } = parsed.data;
	const claim = {
		sha256,
		runId: run,
		output,
		tokenId: token,
		fileName: name,
		expiresAt: new Date(Number(expires)),
	};
	const secrets = platform.keys.linkSecrets(platform.now());
	const signed = isSigned(Buffer.from(signature), secrets, (secret) => Buffer.from(sign(secret, claim)));
	if (!signed) throw notSigned();
	if (claim.expiresAt <= platform.now()) {
		throw forbidden(
			`This download address expired at ${claim.expiresAt.toISOString()}. Ask for a new one at the run's outputs.`,
		);
	}
	return claim;
}

function sign(secret: Buffer, claim: DownloadClaim): string {
	const { sha256, runId, output, tokenId, fileName, expiresAt } = claim;
	const text = JSON.stringify([sha256, runId, output, tokenId, fileName, expiresAt.getTime()]);
	return createHmac('sha256', secret).update(text).digest('base64url');
}

const notSigned = (): ServiceError =>
	forbidden('This is not a download address of this service, or it was changed on its way.');
