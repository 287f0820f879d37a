import { Hono } from 'hono';
import { smallBody } from '../../server/http/base/body.ts';
import type { Env } from '../../server/http/base/service-app.ts';
import { knownHost, knownOrigin, plainPath, requestId, serviceClock } from '../../server/http/middleware/guard.ts';
import { createTestService } from '../../server/testing/service.ts';
import { median, type Row } from '../table.ts';

/** Minimum throughput, as a share of the floor's requests in the same time. */
const least = 0.7;
const requests = 2_000;

/** The current user, requested with a token, compared with the same framework and middleware doing no work. Without a network in between. */
export async function measureGet({ quick }: { quick: boolean }): Promise<Row[]> {
	const service = await createTestService();
	try {
		const { settings } = service;
		const address = `${settings.publicUrl}/api/v1/user/me`;
		const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
		const answer = await service.app.fetch(new Request(address, { headers }));
		if (!answer.ok) throw new Error(await answer.text());
		const body: unknown = await answer.json();
		const floor = new Hono<Env>();
		floor.use(
			requestId,
			serviceClock(() => new Date()),
			plainPath,
			knownHost(settings),
			knownOrigin(settings),
			smallBody(settings.maxBodyBytes),
		);
		floor.get('/api/v1/user/me', (c) => c.json(body as object));
		const rate = async (app: { fetch(request: Request): Response | Promise<Response> }): Promise<number> => {
			const began = performance.now();
			for (let index = 0; index < requests; index += 1)
				await (await app.fetch(new Request(address, { headers }))).text();
			return (requests / (performance.now() - began)) * 1_000;
		};
		const [ours, theirs]: [number[], number[]] = [[], []];
		for (let round = 0; round <= (quick ? 5 : 15); round += 1) {
			const [mine, bare] = [await rate(service.app), await rate(floor)];
			// Excludes the first round, which compiles code.
			if (round === 0) continue;
			ours.push(mine);
			theirs.push(bare);
		}
		const ratio = median(ours.map((our, index) => our / (theirs[index] ?? our)));
		return [
			{
				what: 'GET of the current user, with a token, one after another',
				measured: `${Math.round(median(ours)).toLocaleString('en-US')} a second, ${ratio.toFixed(2)} ×`,
				floor: `${Math.round(median(theirs)).toLocaleString('en-US')} a second`,
				claim: `≥ ${least} × the framework alone`,
				holds: ratio >= least,
			},
		];
	} finally {
		await service.close();
	}
}
