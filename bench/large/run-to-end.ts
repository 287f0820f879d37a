import type { BuildRun } from '../../contract/build-run.ts';
import type { BuildSpec } from '../../contract/build-spec.ts';
import type { Service } from '../../e2e/support/service.ts';
import { tokenOf } from '../../e2e/support/token.ts';

/** Readings of several hundred stations, one row per second. */
export const readings = (
	rows: number,
): string => `select range as id, timestamp '2020-01-01' + to_seconds(range) as taken,
	'station ' || (hash(range) % 400) as station, round(20 + 10 * sin(range / 13750.0) + (hash(range + 1) % 1000) / 500.0, 2) as celsius
from range(${rows})`;

export type Ask = <T>(method: string, place: string, body?: unknown) => Promise<T>;

export async function signedIn(service: Service): Promise<Ask> {
	const token = await tokenOf(service.signInAddress());
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	return async (method, place, body) => {
		const answer = await fetch(`${service.url}/api/v1${place}`, {
			method,
			headers,
			body: body === undefined ? null : JSON.stringify(body),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${text.slice(0, 500)}`);
		return JSON.parse(text);
	};
}

/** Builds a dataset, or previews if it has no name, and waits until the run has ended. */
export async function runToEnd(
	ask: Ask,
	name: string | null,
	payload: string,
	sources: readonly string[],
): Promise<BuildRun> {
	const coordinate = (datasetName: string) => ({ owner: 'demo', namespace: 'geography', datasetName });
	const definition = { sources: sources.map(coordinate), code: { payload } };
	const start = async (): Promise<BuildRun> => {
		if (name === null) return ask('POST', '/preview-runs', definition);
		const spec = await ask<BuildSpec>('POST', '/build-specs', { ...definition, destination: coordinate(name) });
		return ask('POST', `/build-specs/${spec.id}/build-runs`);
	};
	const began = performance.now();
	let run = await start();
	while (run.state === 'queued' || run.state === 'running') {
		// Polling too often would take a processor away from a long run.
		const pause = Math.min(100, Math.max(5, (performance.now() - began) / 50));
		await new Promise((resolve) => setTimeout(resolve, pause));
		run = await ask<BuildRun>('GET', `/build-runs/${run.id}`);
	}
	if (run.state !== 'succeeded') throw new Error(`${name ?? 'A preview'}: ${run.error?.message ?? run.state}`);
	return run;
}

export async function timed(act: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}
