import type { Page } from '@playwright/test';

type Answer = Record<string, unknown>;

/** Calls the API with the token of a signed-in page, like another client of the same person. */
export async function apiOf(page: Page) {
	const token = await page.evaluate(() => {
		const kept = Object.entries(sessionStorage).find(([key]) => key.includes('/session/'));
		return (JSON.parse(kept?.[1] ?? '{}') as { token?: string }).token ?? '';
	});
	const base = new URL('/api/v1', page.url()).href;
	const send = (method: string, to: string, body?: unknown) =>
		fetch(`${base}${to}`, {
			method,
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	return {
		statusOf: async (method: string, to: string): Promise<number> => (await send(method, to)).status,
		/** The response's body, empty if there is none. @throws Error if it isn't a success */
		ask: async <T = Answer>(method: string, to: string, body?: unknown): Promise<T> => {
			const answer = await send(method, to, body);
			const text = await answer.text();
			if (!answer.ok) throw new Error(`${method} ${to}: ${answer.status} ${text}`);
			return (text === '' ? {} : JSON.parse(text)) as T;
		},
	};
}
