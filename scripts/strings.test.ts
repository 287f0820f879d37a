import { expect, test } from 'vitest';
import { entriesOf } from './strings/extract.ts';
import { allEntries } from './strings/files.ts';
import { remarksOn } from './strings/rules.ts';

const textsOf = (source: string, file = 'page.tsx') => entriesOf(file, source).map(({ kind, text }) => [kind, text]);

test('finds texts that people read, but no keys, classes or queries', () => {
	const source = `
		import { x } from 'a module of words';
		export const Page = ({ count, of }) => (
			<Box className="a class of words">
				<Button aria-label={of ? 'Save all' : 'Save one'} onClick={() => ask('SELECT a, b FROM c')}>Save {count} changes</Button>
				<p>There are <b>{count}</b> rows.</p>
				{count === 'no rows at all' && <Notice title="No rows yet" />}
			</Box>
		);
		throw new ApiError('The name is taken. Choose another one.');
		const message = \`\${count} of \${of} rows are shown\`;`;
	expect(textsOf(source)).toEqual([
		['button', 'Save all'],
		['button', 'Save one'],
		['button', 'Save {…} changes'],
		['text', 'There are {…} rows.'],
		['label', 'No rows yet'],
		['error', 'The name is taken. Choose another one.'],
		['message', '{…} of {…} rows are shown'],
	]);
});

test('finds headings, paragraphs and table cells of docs, but no code', () => {
	const source =
		'# Heading\n\nA [link](x)\nand `code`.\n\n```sh\nnpm start\n```\n\n| a cell | `npm start` | 1 |\n|---|---|---|\n';
	expect(textsOf(source, 'page.md')).toEqual([
		['docs', 'Heading'],
		['docs', 'A link and code.'],
		['docs', 'a cell'],
	]);
});

test.each<[source: string, why: string]>([
	['<Button>Options</Button>', 'a button without a verb'],
	['<p>Load the page anew.</p>', '"anew": write again'],
	['<p>The runs could not be listed.</p>', '"could not be listed": write Couldn’t load'],
	['<p>Your sign-in has ended.</p>', '"sign-in has ended": write expired'],
	['<p>Nothing was run yet.</p>', '"Nothing was run yet": write No … yet'],
	["<p>The rows aren't there.</p>", 'a straight apostrophe: write ’'],
	['<p>No run is called “daily”.</p>', 'a typographic quote: write "'],
	['<p>The colours differ.</p>', '"colours": American spelling'],
	['<p>There are 1 rows left.</p>', '"1 rows": "1 row", "2 rows"'],
	[`<p>${'word and '.repeat(14)}end.</p>`, 'a sentence of more than 25 words'],
])('objects to %s', (source, why) => {
	const found = entriesOf('page.tsx', `const page = ${source};`).flatMap(remarksOn);
	expect(found.map((remark) => remark.why)).toEqual([why]);
});

test('allows straight apostrophes only in Markdown', () => {
	const found = ["It isn't there.", 'It isn’t there.'].map((text) => entriesOf('page.md', text).flatMap(remarksOn));
	expect(found.map((remarks) => remarks.map(({ why }) => why))).toEqual([[], ["a typographic apostrophe: write '"]]);
});

test('no text in the product breaks a language rule', () => {
	const found = allEntries().flatMap(remarksOn);
	expect(found.map(({ entry, why }) => `${entry.file}:${entry.line}: ${why}: ${entry.text}`)).toEqual([]);
});
