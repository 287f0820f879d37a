import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inTurns, journeysOfTurn, turns } from '../e2e/support/share.ts';
import { slowTests, slowTestsNotInTurn } from './slow-tests.ts';

const files = [
	...new Set(
		readdirSync('e2e', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.test.ts'))
			.map((file) => `**/${path.basename(file)}`),
	),
].sort();
const walked = Array.from({ length: turns }, (_, turn) => journeysOfTurn(turn));
const always = files.filter((file) => walked.every((turn) => turn.includes(file)));

it('runs every journey in each run, or in exactly one of the turns', () => {
	const once = walked.flat().filter((file) => !always.includes(file));
	expect(always.length).toBeGreaterThan(0);
	expect([...always, ...once].sort()).toEqual(files);
});

it('reports listed journeys that don’t exist', () => {
	expect(() => journeysOfTurn(0, ['build-specs.test.ts'])).toThrow(/don’t exist: agents-sample, .* Update e2e/);
});

it('runs every slow test in exactly one of the turns, and lists none that doesn’t exist', () => {
	const run = Array.from({ length: turns }, (_, turn) => slowTestsNotInTurn(turn)).flatMap((left) =>
		slowTests.filter((file) => !left.includes(file)),
	);
	expect(run.sort()).toEqual([...slowTests].sort());
	expect(slowTests.filter((file) => !existsSync(file))).toEqual([]);
});

it('gives all turns about the same amount of work', () => {
	const seconds = (name: string) => Number(name);
	const names = Array.from({ length: 10 * turns }, (_, index) => `${(index % 9) + 1}`);
	const sums = inTurns(names, seconds).map((share) => share.reduce((sum, name) => sum + seconds(name), 0));
	expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(9);
	expect(inTurns(names, seconds).flat().sort()).toEqual([...names].sort());
});
