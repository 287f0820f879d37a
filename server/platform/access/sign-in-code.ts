import { createHmac, randomBytes } from 'node:crypto';
import { unauthorized } from '../core/service-error.ts';
import { isSigned, type Keys } from '../state/keys.ts';

const codeMinutes = 15;

/** Contents of a code: an id, the second at which it expires, a signature, and the username. */
const idBytes = 16;
const endBytes = 4;
const signatureBytes = 16;

/** A one-time sign-in URL, valid for 15 minutes. The code is in the fragment, which isn't sent to servers, and fits on one terminal line. */
export function signInAddress(keys: Pick<Keys, 'links'>, publicUrl: string, username: string, now: Date): string {
	const end = Buffer.alloc(endBytes);
	end.writeUInt32BE(Math.floor(now.getTime() / 1000) + codeMinutes * 60);
	const head = Buffer.concat([randomBytes(idBytes), end]);
	const name = Buffer.from(username);
	const code = Buffer.concat([head, sign(keys.links, head, name), name]);
	return `${publicUrl}/sign-in#code=${code.toString('base64url')}`;
}

/** Parses a code; its id is a UUID made of random bytes. @throws ServiceError UNAUTHORIZED if it's malformed, not ours, or expired */
export function readSignInCode(keys: Pick<Keys, 'linkSecrets'>, code: string, now: Date) {
	const bytes = Buffer.from(code, 'base64url');
	const head = bytes.subarray(0, idBytes + endBytes);
	const signature = bytes.subarray(head.length, head.length + signatureBytes);
	const name = bytes.subarray(head.length + signatureBytes);
	if (!isSigned(signature, keys.linkSecrets(now), (secret) => sign(secret, head, name))) {
		throw refused('This isn’t a sign-in link for this service.');
	}
	const expiresAt = new Date(head.readUInt32BE(idBytes) * 1000);
	if (expiresAt <= now) throw refused(`This sign-in link has expired. Links are valid for ${codeMinutes} minutes.`);
	return { id: uuid(head.subarray(0, idBytes)), username: name.toString(), expiresAt };
}

export const askForAnother =
	'To get a new link, run "npm run sign-in" where the service was started, or ask your admin.';

const refused = (why: string) => unauthorized(`${why} ${askForAnother}`);

/** Half of an HMAC-SHA-256 with a separate purpose, so that nothing else signed with this key can pass as a code. */
const sign = (secret: Buffer, head: Buffer, name: Buffer): Buffer =>
	createHmac('sha256', secret).update('sign-in\0').update(head).update(name).digest().subarray(0, signatureBytes);

const uuid = (bytes: Buffer): string =>
	bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
