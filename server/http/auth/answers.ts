import { ServiceError } from '../../platform/core/service-error.ts';
import { readText } from '../base/body.ts';
import type { ServiceContext } from '../base/service-app.ts';
import { policyOf } from './page.ts';

export const maxFormBytes = 16_384;

export type PageStatus = 200 | 400 | 401 | 403 | 429 | 502;

export function answerPage(c: ServiceContext, html: string, returnOrigin: string | null, status: PageStatus): Response {
	c.header('Cache-Control', 'no-store');
	c.header('Content-Security-Policy', policyOf(returnOrigin));
	// The form needs its own origin in the request; other sites get nothing.
	c.header('Referrer-Policy', 'same-origin');
	c.header('Cross-Origin-Resource-Policy', 'same-origin');
	return c.html(html, status);
}

export function goBack(c: ServiceContext, address: string): Response {
	c.header('Cache-Control', 'no-store');
	return c.redirect(address, 303);
}

export async function readForm(c: ServiceContext): Promise<URLSearchParams> {
	const type = c.req.header('content-type') ?? '';
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
		throw new ServiceError('VALIDATION_FAILED', 'Send the form as application/x-www-form-urlencoded.');
	}
	return new URLSearchParams(await readText(c.req.raw, maxFormBytes));
}
