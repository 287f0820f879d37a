import { expect, it } from 'vitest';
import { figureProblem } from './check-figures.ts';
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
];
const check = (markdown: string) => figureProblem(markdown, 'What of the 60 minutes?', steps);

it.each([
	'There are 20,000 flights [step 1].',
	'The delay is about 8.5 minutes, or 8 [step 1].',
	'It fell by 2.5 [step 1].',
	'That is 12.3% of them, or 12 % [step 1].',
	'More than 60 minutes.',
	'1. first\n2. second',
	'Until 2001-03-31 [step 2].',
	'Two rows: 2 [step 1].',
	'No figure at all.',
	'It is 9,007,199,254,740,993 [step 2].',
])('takes %s', (markdown) => expect(check(markdown)).toBeNull());

it.each([
	['There are 20,001 flights [step 1].', '20,001 is not in step 1'],
	['There are 20,000 flights [step 2].', '20,000 is not in step 2'],
	['It is 9007199254740992 [step 2].', '9007199254740992 is not in step 2'],
	['There are 20,000 flights.', 'does not say from which step'],
	['There are 20,000 flights [step 3].', 'no step 3'],
	['17 of them [step 1].\n\nAnd 18 of others [step 1].', '18 is not in step 1'],
	['The delay is 8.47 [step 1].', '8.47 is not in step 1'],
])('finds what is wrong with %s', (markdown, words) => expect(check(markdown)).toContain(words));
