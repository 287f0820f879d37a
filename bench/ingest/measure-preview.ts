import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createBreathe } from '../../server/platform/ingest/breathe.ts';
import { noRules } from '../../server/platform/ingest/hints.ts';
import { normalise } from '../../server/platform/ingest/normalise/normalise.ts';
import type { Row } from '../table.ts';

const records = 5_000;
/** Longest that other requests may wait for a preview at a time, ms. */
const mostBlockedMs = 50;

/** A preview of 5,000 records with 10 fields by rules alone, and how long it holds everybody else up. */
export async function measurePreview(): Promise<Row[]> {
	const data = Array.from({ length: records }, (_, n) => messy(n));
	const warm = createBreathe(new AbortController().signal);
	await normalise(data.slice(0, 50), {}, noRules, warm);
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const start = performance.now();
	const floorText = JSON.stringify(data);
	JSON.parse(floorText);
	const floor = performance.now() - start;
	await new Promise((resolve) => setImmediate(resolve));
	delay.reset();
	const from = performance.now();
	const { changes } = await normalise(data, {}, noRules, createBreathe(new AbortController().signal));
	const took = performance.now() - from;
	delay.disable();
	const touched = changes.filter((it) => it.length > 0).length;
	const longest = delay.max / 1e6;
	return [
		{
			what: `preview, ${records.toLocaleString('en')} records × 10 fields by rules (${touched.toLocaleString('en')} touched)`,
			measured: `${Math.round(took)} ms`,
			floor: `${Math.round(floor)} ms (JSON there and back)`,
			claim: '',
			holds: null,
		},
		{
			what: 'longest that it holds up other requests',
			measured: `${Math.round(longest)} ms`,
			floor: '',
			claim: `≤ ${mostBlockedMs} ms`,
			holds: longest <= mostBlockedMs,
		},
	];
}

const countries = ['Deutschland', 'France', 'Italy', 'Spain', 'Frankreich', 'Poland'];

/** No two records alike, so that nothing is read from what was read before. */
function messy(n: number): Record<string, unknown> {
	const day = (n % 28) + 1;
	return {
		id: `r${n}`,
		seen: [
			`2024-03-${String(day).padStart(2, '0')}`,
			`${day}.03.${1900 + (n % 120)}`,
			`${day} March ${1900 + (n % 120)}`,
		][n % 3],
		weight: n % 2 === 0 ? `${n},5 kg` : `1.${String(n % 1_000).padStart(3, '0')},25 kg`,
		price: `${n}.50`,
		phone: `+49 30 ${901_000 + n}`,
		country: countries[n % countries.length],
		ok: n % 2 === 0 ? 'yes' : 'true',
		time: `${n % 12}:${String(n % 60).padStart(2, '0')} pm`,
		note: `note ${n} `,
		count: n,
	};
}
