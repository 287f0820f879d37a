import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isSigned, type Keys } from './keys.ts';

/**
 * Strings that contain nothing secret, but can't be forged: `body.signature`, with JSON as the body.
 * @param purpose different for each kind, so that nothing else signed with the key can pass as one
 */
export function signedTexts<Schema extends z.ZodMiniType>(purpose: string, schema: Schema) {
	const sign = (secret: Buffer, body: string): Buffer =>
		createHmac('sha256', secret).update(`${purpose}\0`).update(body).digest();
	return {
		make({ links }: Pick<Keys, 'links'>, value: z.input<Schema>): string {
			const body = Buffer.from(JSON.stringify(value)).toString('base64url');
			return `${body}.${sign(links, body).toString('base64url')}`;
		},
		/** The content, and the secret that signed it, which key rotation may have replaced; null if it wasn't made here. */
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
