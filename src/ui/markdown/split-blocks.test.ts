import { expect, test } from 'vitest';
import { noBlocks, splitBlocks } from './split-blocks.ts';

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
	const { closed, tail } = splitBlocks(whole, noBlocks);
	return [...closed, whole.slice(tail)].map((it) => it.trim());
}

test('paragraphs, lists, code and tables each are a block', () => {
	expect(blocksOf(text)).toEqual([
		'# Delays',
		'DFW has **1,103** flights.',
		'1. first\n\n   more of the first\n\n2. second\n\n- other list',
		'```sql\nselect 1\n\nselect 2\n```',
		'| a | b |\n|---|---|\n| 1 | 2 |',
		'~~~\n```\nstill code\n\n~~~\nLast words',
	]);
});

test('a text that comes letter by letter ends in the same blocks, and closed ones never change', () => {
	let blocks = noBlocks;
	for (let length = 1; length <= text.length; length++) {
		const before = blocks;
		blocks = splitBlocks(text.slice(0, length), before);
		expect(blocks.closed.slice(0, before.closed.length)).toEqual(before.closed);
	}
	expect([...blocks.closed, text.slice(blocks.tail)].map((it) => it.trim())).toEqual(blocksOf(text));
});

test('a text that became another is split anew', () => {
	const before = splitBlocks('one\n\ntwo\n\nthree', noBlocks);
	expect(splitBlocks('other\n\nwords', before).closed).toEqual(['other\n\n']);
});
