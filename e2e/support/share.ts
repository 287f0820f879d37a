import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Run every time: what people do all day, and whatever could cost them their work. */
const always = [
	'agents-sample',
	'build-specs',
	'draft-loss',
	'exact-values',
	'independent',
	'ingest',
	'main-job',
	'sign-in',
];

/** Number of days in which all others have been run. */
export const turns = 10;

/**
 * The journey files of a test run: some always, and today's share of the others. Together they take longer than people wait for tests.
 * @param turn 0 to `turns` - 1
 */
export function journeysOfTurn(
	turn: number,
	files = readdirSync('e2e', { recursive: true, encoding: 'utf8' }),
): string[] {
	const names = files.filter((file) => file.endsWith('.test.ts')).map((file) => path.basename(file, '.test.ts'));
	const missing = always.filter((alway) => !names.includes(alway));
	if (missing.length > 0) throw new Error(`There are no journeys ${missing.join(', ')}: mend e2e/support/share.ts.`);
	const others = names.filter((name) => !always.includes(name)).sort();
	return [...always, ...others.filter((_, at) => at % turns === turn)].map((name) => `**/${name}.test.ts`);
}

/** The current turn: TEST_TURN (from 1), or else that of the day. */
export function turnOfToday(): number {
	const asked = process.env.TEST_TURN;
	if (asked === undefined || asked === '') return Math.floor(Date.now() / 86_400_000) % turns;
	const turn = Number(asked) - 1;
	if (!Number.isInteger(turn) || turn < 0 || turn >= turns)
		throw new Error(`TEST_TURN is "${asked}": it wants a number from 1 to ${turns}.`);
	return turn;
}
