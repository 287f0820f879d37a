import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Walked by every run of the tests: what people do all day, and what would cost them their work. */
const always = [
	'agents-sample',
	'build-specs',
	'draft-loss',
	'exact-values',
	'independent',
	'ingest',
	'main-job',
	'screenshots',
	'sign-in',
];

/** In how many days the others have all been walked. */
export const turns = 7;

/**
 * The files of journeys that a run of the tests walks: some always, and of the others those whose turn it is. All of them
 * take longer than people wait for their tests.
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

/** Whose turn it is: TEST_TURN, from 1, or else that of the day. */
export function turnOfToday(): number {
	const asked = process.env.TEST_TURN;
	if (asked === undefined || asked === '') return Math.floor(Date.now() / 86_400_000) % turns;
	const turn = Number(asked) - 1;
	if (!Number.isInteger(turn) || turn < 0 || turn >= turns)
		throw new Error(`TEST_TURN is "${asked}": it wants a number from 1 to ${turns}.`);
	return turn;
}
