import { describe, expect, test } from 'vitest';
import { exitCodeOf, type Row } from '../bench/table.ts';
import { endOf, rowOf } from '../proof/claims.ts';
import { verdictOf, whyNotWith } from '../proof/guards/outcome.ts';
import { readJourneys, readUnits } from '../proof/test-results.ts';
import { tooLittle } from '../server/testing/soak/soak.ts';

const journeys = (status: string, ok: boolean) =>
	readJourneys(
		JSON.stringify({
			suites: [{ file: 'console/axe.test.ts', specs: [{ title: 'axe', ok, tests: [{ status, annotations: [] }] }] }],
		}),
	);
const units = (status: string) =>
	readUnits(JSON.stringify({ testResults: [{ name: 'a.test.ts', assertionResults: [{ fullName: 'a', status }] }] }));

describe('a claim', () => {
	const claim = { claim: 'nothing is found', files: ['e2e/console/axe.test.ts'] };

	test('holds only if its journeys passed, not if one failed, was skipped or is missing', () => {
		expect(rowOf(claim, journeys('expected', true)).holds).toBe(true);
		expect(rowOf(claim, journeys('unexpected', false)).cells).toContain('1 FAILED');
		expect(rowOf(claim, journeys('skipped', true)).cells).toContain('NOT RUN: axe');
		expect(rowOf(claim, []).cells).toContain('NOT RUN: e2e/console/axe.test.ts, no test has a matching name');
		expect(rowOf({ ...claim, files: [] }, []).holds).toBe(false);
	});

	test('doesn’t hold if one of its tests was skipped', () => {
		const ofUnits = { claim: 'a', files: ['a.test.ts'] };
		expect(['passed', 'failed', 'pending', 'todo'].map((value) => rowOf(ofUnits, units(value)).holds)).toEqual([
			...[true, false, false, false],
		]);
	});

	test('also requires the test program to exit without an error', () => {
		const ran = { program: 'vitest run', results: units('passed') };
		expect(([0, 1, null] as const).map((code) => endOf({ ...ran, code }).holds)).toEqual([true, false, false]);
	});
});

describe('tests of a protection', () => {
	const passed = { failed: [], ran: true, code: 0 };
	const failed = { failed: ['a'], ran: true, code: 1 };
	const hung = { failed: [], ran: false, code: null };
	const absent = { failed: [], ran: false, code: 1 };

	test('must pass with everything in place, without other errors', () => {
		const all = [passed, failed, hung, absent, { ...passed, code: 1 }];
		expect(all.map((item) => whyNotWith(item) === null)).toEqual([true, false, false, false, false]);
	});

	test('must fail without it, and may hang only where that is allowed', () => {
		expect([passed, failed, hung, absent].map((item) => verdictOf(item).noticed)).toEqual([false, true, false, false]);
		expect(verdictOf(hung).words).toBe('DID NOT END');
		expect(verdictOf(hung, true).noticed).toBe(true);
	});
});

test('a soak run counts only if all kills happened, everything was written, and something was built', () => {
	const written = { acknowledged: 1, kept: 0, dropped: 0 };
	const enough = { kills: 3, writes: new Map([['rows', written]]), runs: 1, objects: 0 };
	expect(tooLittle(enough, 3)).toBeNull();
	expect(tooLittle(enough, 4)).toBe('Not enough was tested: 3 of 4 kills.');
	expect(tooLittle({ ...enough, writes: new Map([['rows', { ...written, acknowledged: 0 }]]), runs: 0 }, 3)).toBe(
		'Not enough was tested: nothing written: rows; no build run.',
	);
});

describe('a measured line', () => {
	const line = (holds: boolean | null, limit?: boolean): Row => ({
		...{ what: '', measured: '', floor: '', claim: '', holds },
		limit: limit === undefined ? limit : { words: '', holds: limit },
	});

	test('that misses its claim sets the exit code, depending on its limit', () => {
		expect(exitCodeOf([line(true), line(null), line(true, false)])).toBe(0);
		expect(exitCodeOf([line(true), line(false, true)])).toBe(1);
		expect(exitCodeOf([line(false, true), line(false, false)])).toBe(2);
		expect(exitCodeOf([line(false)])).toBe(2);
	});
});
