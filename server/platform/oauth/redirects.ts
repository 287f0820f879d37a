import { redirectPath } from '#contract/console-client.ts';
import type { Settings } from '../../settings.ts';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The addresses that an authorisation may lead back to, compared character by character: the sign-in page of the service's
 * own console, under each of loopback's names where it is reached there, and of the consoles that the settings list.
 */
export function redirectAddresses({
	publicUrl,
	consoleOrigins,
	consoleUrls,
}: Pick<Settings, 'publicUrl' | 'consoleOrigins' | 'consoleUrls'>): string[] {
	const { hostname, port, protocol, pathname } = new URL(publicUrl);
	const base = pathname.replace(/\/$/, '');
	const own = loopbackNames.includes(hostname)
		? loopbackNames.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}${base}`)
		: [publicUrl];
	return [...own, ...consoleOrigins, ...consoleUrls].map((it) => it + redirectPath);
}
