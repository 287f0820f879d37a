import { expect, it } from 'vitest';
import { unsupportedFigures } from './check-figures.ts';
import type { DoneStep } from './plan.ts';

const step = (index: number, ...rows: string[]): DoneStep => ({
	index,
	step: { role: 'answer', instruction: 'Count', reasoning: '' },
	query: { kind: 'query', sql: 'SELECT 1', reading: '', datasets: [] },
	rows: { columns: [], rows, total: rows.length, truncated: false },
});
const steps = [
	step(
		1,
		'{"origin":"DFW","n":20000,"delay":8.4567,"share":0.1234}',
		'{"origin":"ATL","n":17,"delay":-2.5,"share":0.5}',
	),
	step(2, '{"when":"2001-03-31T23:59:00","id":9007199254740993}'),
	step(3, '{"visitors":9120000,"times_the_lowest":2.03,"part":0.331,"rank":3}'),
];
const given = { question: 'What of the 60 minutes?', callerContext: [{ title: 'Before', rows: [{ sold: 4711 }] }] };
const check = (markdown: string) => unsupportedFigures(markdown, given, steps);

it.each([
	'There are 20,000 flights [step 1].',
	'There are 20,000 flights.',
	'The delay is about 8.5 minutes, or 8 [step 1].',
	'It fell by 2.5 [step 1].',
	'That is 12.3% of them, or 12 % [step 1].',
	'More than 60 minutes.',
	'1. first\n2. second',
	'Until 2001-03-31 [step 2].',
	'Two rows: 2 [step 1].',
	'No figure at all, not even one.',
	'It is 9,007,199,254,740,993 [step 2].',
	'Nine million visitors, or 9.1 million, or 9.12M [step 3].',
	'Twenty thousand flights, 20k [step 1]. Half of them are late.',
	'Twice as many, and a third of the visitors [step 3].',
	'The third airport of the second half, in the first quarter, a third airport [step 3].',
	'You sold 4,711.',
])('accepts every figure in: %s', (markdown) => expect(check(markdown)).toEqual([]));

it.each([
	['There are 20,001 flights [step 1].', '20,001', 'Not found in the rows of step 1'],
	['There are 20,000 flights [step 2].', '20,000', 'Not found in the rows of step 2'],
	['It is 9007199254740992 [step 2].', '9007199254740992', 'step 2'],
	['There are 31,337 flights.', '31,337', 'any step'],
	['There are 31,337 flights [step 9].', '31,337', 'any step'],
	['17 of them [step 1].\n\nAnd 18 of others [step 1].', '18', 'step 1'],
	['The delay is 8.47 [step 1].', '8.47', 'step 1'],
	['Nine million flights [step 1].', 'Nine million', 'step 1'],
	['It grew to 9 million [step 1].', '9 million', 'step 1'],
	['There are twenty-one airports [step 1].', 'twenty-one', 'step 1'],
	['A dozen airports [step 1].', 'A dozen', 'step 1'],
	['Twice as many [step 1].', 'Twice', 'step 1'],
	['They doubled [step 2].', 'doubled', 'step 2'],
	['It is two thirds of them [step 3].', 'two thirds', 'step 3'],
	['A quarter of the flights [step 1].', 'A quarter', 'step 1'],
	['| a | b |\n|---|---|\n| DFW | **42** |', '42', 'any step'],
	['It is tenfold [step 1].', 'tenfold', 'step 1'],
])('reports a figure that isn’t in the rows: %s', (markdown, text, reason) => {
	const [found, ...others] = check(markdown);
	expect(others).toEqual([]);
	expect(found).toMatchObject({ text, reason: expect.stringContaining(reason) });
	expect(markdown.slice(found?.start, found?.end)).toBe(text);
});
