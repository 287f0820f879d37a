import { expect, it, vi } from 'vitest';

it('removes a one-time code from the URL before any request', async () => {
	document.body.innerHTML = '<div id="root"></div>';
	history.replaceState(null, '', '/sign-in#code=fresh');
	const addresses: string[] = [];
	const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
		addresses.push(location.href);
		return init?.method === 'POST'
			? new Response(
					'{"error_code": "UNAUTHORIZED", "message": "This sign-in link was already used. Run npm run sign-in."}',
					{ status: 401 },
				)
			: new Response('{"services": []}');
	});
	await import('./main.tsx');
	await vi.waitFor(() => expect(document.body.textContent).toContain('already used'), { timeout: 10_000 });
	expect(addresses.length).toBeGreaterThan(1);
	expect(addresses.filter((address) => address.includes('fresh'))).toEqual([]);
	expect(document.body.textContent).toContain('npm run sign-in');
	fetchSpy.mockRestore();
});
