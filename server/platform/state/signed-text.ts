import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isSigned, type Keys } from './keys.ts';

/**
 * Texts that say nothing secret, but can't be made elsewhere: `body.signature`, with JSON as the body.
 * @param purpose its own for each kind, so that nothing else that the key signs passes for one
 */
export function signedTexts<Schema extends z.ZodMiniType>(purpose: string, schema: Schema) {
	const sign = (secret: Buffer, body: string): Buffer =>
		createHmac('sha256', secret).update(`${purpose}\0`).update(body).digest();
	return {
		make({ links }: Pick<Keys, 'links'>, value: z.input<Schema>): string {
			const body = Buffer.from(JSON.stringify(value)).toString('base64url');
			return `${body}.${sign(links, body).toString('base64url')}`;
		},
		/** What it says, and the secret that signed it, which keys that were rotated meanwhile may have replaced; null where it wasn't made here. */
		read(
			keys: Pick<Keys, 'linkSecrets'>,
			text: string,
			now: Date,
		): { readonly value: z.output<Schema>; readonly secret: Buffer } | null {
			const [body = '', signature = ''] = text.split('.');
			const given = Buffer.from(signature, 'base64url');
			const secret = keys.linkSecrets(now).find((one) => isSigned(given, [one], (key) => sign(key, body)));
			if (secret === undefined) return null;
			return { value: z.parse(schema, JSON.parse(Buffer.from(body, 'base64url').toString())), secret };
		},
	};
}
