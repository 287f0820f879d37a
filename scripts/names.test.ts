import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Names that newcomers had to translate, with the field's own terms. Names on the wire and in storage stay. */
const instead: readonly (readonly [banned: RegExp, name: string])[] = [
	[/\bbench-|\buse-bench\b|\buseBench\b|\bBenchMenu\b/, 'workbench; bench/ holds benchmarks'],
	[/-words\.tsx?\b|\/words\.tsx?\b/, 'labels, messages'],
	[/\btell-|\buseTell|\btell(Layout|Text|End)\b/, 'detectLayout, detectFormat, useRunNotification'],
	[/\blearned-|\b[uU]seLearned|\bLearned[A-Z]/, 'discovered'],
	[/neighbou?rhood|neighbour/i, 'datasetContext; American spelling: neighbor'],
	[/\bbreathe\b/, 'yieldToEventLoop'],
	[/\/carry-out\.ts|\/chores\.ts/, 'worker-loop, scheduled-jobs'],
	[/\/platform\/copies\//, 'replicas'],
	[/\bkeeper\b|\bjournal\b|\bformer-objects\b/, 'saver, runnerCache; runLog, activityLog; objectOwnership'],
	[/-takers?\b|\b\w+Takers?\b|\blend-|\bLent[A-Z]/, 'statistics, collector, consumer; mount'],
	[/normalise|colours?\b|catalogue|authoris/, 'American spelling: normalize, colors, catalog, authorize'],
];

const own = 'scripts/names.test.ts';
const filesIn = (...folders: string[]): string[] =>
	execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { encoding: 'utf8' })
		.split('\n')
		.filter((name) => /\.(?:tsx?|mjs|cjs)$/.test(name) && name !== own && existsSync(name));

/** The shipped code. */
const product = filesIn('src', 'server', 'lib', 'contract');
const all = [...product, ...filesIn('e2e', 'bench', 'proof', 'scripts', '*.config.ts', '.dependency-cruiser.cjs')];

test.each(instead)('no file or import is named %s: %s', (banned) => {
	const named = all.filter((name) => banned.test(name));
	const imports = product.flatMap((name) =>
		(readFileSync(name, 'utf8').match(/^(import|export) .*$/gm) ?? [])
			.filter((line) => banned.test(line.replaceAll(/(?<!from )(['`]).*?\1/g, '')))
			.map((line) => `${name}: ${line}`),
	);
	expect([...named, ...imports]).toEqual([]);
});

const comments = /^\s*(?:\/\/|\/?\*).*$/gm;
const found = (files: readonly string[], declared: RegExp): string[] =>
	files.flatMap((name) =>
		[...readFileSync(name, 'utf8').replaceAll(comments, '').matchAll(declared)].map(
			([text]) => `${name}: ${text.trim()}`,
		),
	);

/** Declarations of variables, parameters and types with these names. */
const declarationsOf = (names: string): string[] => [
	`\\b(?:const|let|function|readonly|type|interface|class)\\s+${names}\\b`,
	// in a destructuring, or a parameter
	`\\b(?:const|let)\\s+[{[][^=;]*\\b${names}\\b(?!['\\s]*:)[^=;]*[}\\]]\\s*(?:=|of\\b)`,
	`[(,]\\s*(?:\\.\\.\\.)?${names}\\??\\s*(?::|,[^()'\`]*\\)\\s*=>|\\)\\s*(?::[^=]*)?=>)`,
];

/** In a destructured parameter, such as `([, it]) =>`. */
const destructured = (name: string): string =>
	`[(,]\\s*[{[][^()\`;]*\\b${name}\\b(?!['\\s]*:)[^()\`;]*[}\\]][^()\`;]*\\)\\s*=>`;

/** Verbs as names of things: use the thing's name, such as `requests`, `messages`, `notified`, `answer`. */
const verbs = '(?:told|heard|said|tell)';
const verb = new RegExp([...declarationsOf(verbs), `^\\s*${verbs}\\??\\s*(?:\\(.*\\)\\s*[:{]|:)`].join('|'), 'gm');

test('no variable, parameter or member is called told, heard, said or tell', () => {
	expect(found(product, verb)).toEqual([]);
});

test.each([
	'const told = 1',
	'let said: string[] = []',
	'async function told(answer: Response) {',
	'readonly heard: number;',
	'for (const [, said] of all)',
	'const { blocks, said } = blocksOf(1)',
	'(told) => told.length',
	'async (_, said, words) => {',
	'function listenOn(make: () => Client, tell: (message: string) => void) {',
	'\ttell(message: string): void;',
	'\t\ttell: (message) => undefined,',
])('finds the declaration in %j', (code) => {
	expect(code.match(verb)).not.toBeNull();
});

test.each(["{ kind: 'said', state }", '// what it said: nothing', "case 'told':"])(
	'finds no declaration in %j',
	(code) => {
		expect(code.match(verb)).toBeNull();
	},
);

/** `it` is only the test function: name parameters after what they hold, such as `run`, `column`, `share`. */
const it = new RegExp([...declarationsOf('it'), destructured('it')].join('|'), 'gm');

test('no variable or parameter is called it', () => {
	expect(found(all, it)).toEqual([]);
});

test.each([
	'const it = 1',
	'for (const it of all) {',
	'for (const [, it] of all)',
	'const { write: it } = made',
	'all.map((it) => it.name)',
	'all.map((it, at) => [at, it])',
	'all.map(([, it]) => it)',
	"all.map(([, it = '']) => it)",
	'all.find(({ it, joined }) => joined)',
	'(measure: (it: Page) => Promise<void>)',
])('finds the parameter or variable in %j', (code) => {
	expect(code.match(it)).not.toBeNull();
});

test.each([
	"import { expect, it } from 'vitest';",
	"it('keeps a draft', () => {",
	'// as it is: nothing',
	'SELECT it FROM (SELECT 1) it',
])('finds no parameter or variable in %j', (code) => {
	expect(code.match(it)).toBeNull();
});

/** Names with an established alternative: runLog, saver, scheduledJobs, neighbor, datasetContext. */
const term = new RegExp(
	declarationsOf('(?:[jJ]ournal|createJournal|[kK]eeper|[cC]hores|[nN]eighbour(?:s|hood)?|[nN]eighborhood)').join('|'),
	'gm',
);

test('nothing is called journal, keeper, chores, neighbour or neighbourhood', () => {
	expect(found(product, term)).toEqual([]);
});

test.each(['const keeper = 1', 'function neighbour(at: number) {', '(journal: RunLog) => journal', 'type Journal = 1'])(
	'finds the term in %j',
	(code) => {
		expect(code.match(term)).not.toBeNull();
	},
);
