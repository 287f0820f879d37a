import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Names that newcomers had to translate, with the field's own. Names on the wire and in storage stay as they are. */
const instead: readonly (readonly [banned: RegExp, name: string])[] = [
	[/\bbench-|\buse-bench\b|\buseBench\b|\bBenchMenu\b/, 'workbench; bench/ holds benchmarks'],
	[/-words\.tsx?\b|\/words\.tsx?\b/, 'labels, messages'],
	[/\btell-|\buseTell|\btell(Layout|Text|End)\b/, 'detectLayout, detectFormat, useRunNotification'],
	[/\blearned-|\b[uU]seLearned|\bLearned[A-Z]/, 'discovered'],
	[/neighbourhood/i, 'datasetContext'],
	[/\bbreathe\b/, 'yieldToEventLoop'],
	[/\/carry-out\.ts|\/chores\.ts/, 'worker-loop, scheduled-jobs'],
	[/\/platform\/copies\//, 'replicas'],
	[/normalise|colours\.ts|catalogue-/, 'American spelling: normalize, colors, catalog'],
];

/** The engine's reserved words are words. */
const wordLists = ['server/engine/words.ts'];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'server', 'lib', 'contract'], {
	encoding: 'utf8',
})
	.split('\n')
	.filter((name) => /\.tsx?$/.test(name) && !wordLists.includes(name));

test.each(instead)('no file and no import is called %s: %s', (banned) => {
	const named = files.filter((name) => banned.test(name));
	const imports = files.flatMap((name) =>
		(readFileSync(name, 'utf8').match(/^(import|export) .*$/gm) ?? [])
			.filter((line) => !/words\.ts'/.test(line) && banned.test(line))
			.map((line) => `${name}: ${line}`),
	);
	expect([...named, ...imports]).toEqual([]);
});

/** Verbs as names of things: say what the thing is, such as `requests`, `messages`, `notified`, `answer`. */
const verbs = '(?:told|heard|said|tell)';
const declared = new RegExp(
	[
		`\\b(?:const|let|function|readonly|type|interface)\\s+${verbs}\\b`,
		// in a destructuring, or a parameter
		`\\b(?:const|let)\\s+[{[][^=;]*\\b${verbs}\\b(?!['\\s]*:)[^=;]*[}\\]]\\s*(?:=|of\\b)`,
		`[(,]\\s*(?:\\.\\.\\.)?${verbs}\\??\\s*(?::|,[^()'\`]*\\)\\s*=>|\\)\\s*(?::[^=]*)?=>)`,
		`^\\s*${verbs}\\??\\s*(?:\\(.*\\)\\s*[:{]|:)`,
	].join('|'),
	'gm',
);

test('no variable, parameter or member is called told, heard, said or tell', () => {
	const found = files.flatMap((name) =>
		[...readFileSync(name, 'utf8').matchAll(declared)].map(([text]) => `${name}: ${text.trim()}`),
	);
	expect(found).toEqual([]);
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
	expect(code.match(declared)).not.toBeNull();
});

test.each(["{ kind: 'said', state }", '// what it said: nothing', "case 'told':"])(
	'finds no declaration in %j',
	(code) => {
		expect(code.match(declared)).toBeNull();
	},
);
