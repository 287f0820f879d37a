import { expect, test } from 'vitest';
import { visibleText } from '../../lib/visible-text.ts';
import { groupSize, growingBlocks } from './growing-blocks.ts';

const text = `# Delays

DFW has **1,103** flights.

1. first

   more of the first

2. second

- other list

\`\`\`sql
select 1

select 2
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

~~~
\`\`\`
still code

~~~
Last words`;

function blocksOf(whole: string): string[] {
	return growingBlocks()(whole)
		.groups.flat()
		.map((group) => group.trim());
}

test('splits paragraphs, lists, code and tables into blocks', () => {
	expect(blocksOf(text)).toEqual([
		'# Delays',
		'DFW has **1,103** flights.',
		'1. first\n\n   more of the first\n\n2. second\n\n- other list',
		'```sql\nselect 1\n\nselect 2\n```',
		'| a | b |\n|---|---|\n| 1 | 2 |',
		'~~~\n```\nstill code\n\n~~~\nLast words',
	]);
});

test('gives the same blocks for text that grows letter by letter, and never changes closed ones', () => {
	const grown = growingBlocks();
	let before: readonly string[] = [];
	for (let length = 1; length <= text.length; length++) {
		const blocks = grown(text.slice(0, length)).groups.flat();
		const closed = before.slice(0, -1);
		expect(blocks.slice(0, closed.length)).toEqual(closed);
		before = blocks;
	}
	expect(before.map((value) => value.trim())).toEqual(blocksOf(text));
});

test('keeps a full group as the same array while the text grows', () => {
	const grown = growingBlocks();
	const paragraphs = Array.from({ length: 2 * groupSize }, (_, index) => `paragraph ${index}`);
	const before = grown(paragraphs.join('\n\n'));
	const after = grown([...paragraphs, 'one more'].join('\n\n'));
	expect(before.groups.map((group) => group.length)).toEqual([groupSize, groupSize]);
	expect(after.groups.map((group) => group.length)).toEqual([groupSize, groupSize, 1]);
	expect(after.groups[0]).toBe(before.groups[0]);
	expect(after.count).toBe(2 * groupSize + 1);
});

test('shows growing text like complete text, wherever it was cut, and restarts for other text', () => {
	const whole = 'one\r\n\r\ntwo\u001b[31m\rthree\u202e\r\n';
	for (let index = 0; index <= whole.length; index++) {
		const grown = growingBlocks();
		grown(whole.slice(0, index));
		expect(grown(whole).groups.flat().join('')).toBe(visibleText(whole));
	}
	const grown = growingBlocks();
	grown('something else\n\nin two');
	expect(grown(whole).groups.flat().join('')).toBe(visibleText(whole));
});
