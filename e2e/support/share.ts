import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Run every time: daily work, and what could lose data. */
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

/** The number of days after which all others have run. */
export const turns = 14;

/** Journeys that take much longer than their number of tests suggests, in seconds on two cores. */
const longJourneys: Readonly<Record<string, number>> = {
	'agents-everyone': 95,
	axe: 60,
	cleaning: 58,
	'hostile-data': 60,
	'ingest-save': 72,
	policy: 60,
	screenshots: 165,
	'small-screens': 60,
};

/**
 * Distributes tests among the turns, so that all turns take about equally long: the longest first, each to the turn with the least work.
 * @param seconds roughly, on two cores
 * @returns the names of each turn
 */
export function inTurns(names: readonly string[], seconds: (name: string) => number): readonly (readonly string[])[] {
	const shares = Array.from({ length: turns }, () => ({ names: [] as string[], seconds: 0 }));
	const longestFirst = names
		.map((name) => ({ name, seconds: seconds(name) }))
		.sort((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
	for (const item of longestFirst) {
		const share = shares.reduce((least, next) => (next.seconds < least.seconds ? next : least));
		share.names.push(item.name);
		share.seconds += item.seconds;
	}
	return shares.map((share) => share.names);
}

/** The number of tests that a file declares; a loop counts as one. */
export const testsIn = (file: string): number =>
	readFileSync(file, 'utf8').match(/^\s*(?:it|test)(?:\.\w+)*\(/gm)?.length ?? 0;

/**
 * The journey files of a test run: some always, and today's share of the others. Together they take longer than people wait for tests.
 * @param turn 0 to `turns` - 1
 */
export function journeysOfTurn(
	turn: number,
	files = readdirSync('e2e', { recursive: true, encoding: 'utf8' }),
): string[] {
	const journeys = new Map(
		files
			.filter((file) => file.endsWith('.test.ts'))
			.map((file) => [path.basename(file, '.test.ts'), path.join('e2e', file)]),
	);
	const missing = always.filter((alway) => !journeys.has(alway));
	if (missing.length > 0)
		throw new Error(`These journeys don’t exist: ${missing.join(', ')}. Update e2e/support/share.ts.`);
	const others = [...journeys.keys()].filter((name) => !always.includes(name));
	const share = inTurns(others, (name) => longJourneys[name] ?? 12 * testsIn(journeys.get(name) ?? ''))[turn] ?? [];
	return [...always, ...share].map((name) => `**/${name}.test.ts`);
}

/** The current turn: TEST_TURN (from 1), or else that of the day. */
export function turnOfToday(): number {
	const asked = process.env.TEST_TURN;
	if (asked === undefined || asked === '') return Math.floor(Date.now() / 86_400_000) % turns;
	const turn = Number(asked) - 1;
	if (!Number.isInteger(turn) || turn < 0 || turn >= turns)
		throw new Error(`TEST_TURN is "${asked}": use a number from 1 to ${turns}.`);
	return turn;
}
