import type { TestService } from './service.ts';

/** Follows URLs as a browser does, with cookies per origin; the service's own URLs are called without a port. */
export interface TestBrowser {
	get(address: string): Promise<Response>;
	post(address: string, fields: Record<string, string>): Promise<Response>;
	/** Follows redirects up to a URL that matches, which isn't requested. */
	follow(address: string, isEnd: (address: URL) => boolean): Promise<URL>;
	/** A browser with the same cookies. */
	copy(): TestBrowser;
}

export function createBrowser(service: TestService, cookies = new Map<string, Map<string, string>>()): TestBrowser {
	async function send(address: string, init: RequestInit = {}): Promise<Response> {
		const { origin } = new URL(address);
		const kept = cookies.get(origin) ?? new Map<string, string>();
		cookies.set(origin, kept);
		const headers = new Headers(init.headers);
		if (kept.size > 0) headers.set('cookie', [...kept].map(([name, value]) => `${name}=${value}`).join('; '));
		const request = new Request(address, { ...init, headers, redirect: 'manual' });
		const isOurs = origin === service.settings.publicUrl;
		const answer = await (isOurs ? service.app.fetch(request) : fetch(request));
		for (const line of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === '') kept.delete(name);
			else kept.set(name, value);
		}
		return answer;
	}
	const browser: TestBrowser = {
		get: (address) => send(address),
		post: (address, fields) =>
			send(address, {
				method: 'POST',
				body: new URLSearchParams(fields),
				headers: { origin: new URL(address).origin },
			}),
		async follow(address, isEnd) {
			let at = new URL(address);
			while (!isEnd(at)) {
				const answer = await send(at.href);
				const location = answer.headers.get('location');
				if (location === null) throw new Error(`${at.href} leads nowhere: ${answer.status} ${await answer.text()}`);
				at = new URL(location, at);
			}
			return at;
		},
		copy: () => createBrowser(service, new Map([...cookies].map(([origin, kept]) => [origin, new Map(kept)]))),
	};
	return browser;
}
