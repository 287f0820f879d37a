import { expect, test } from 'vitest';
import { composeAnswer } from './compose-answer.ts';
import type { DoneStep, Plan, PlannerInput } from './plan.ts';

const input = {
	takesData: false,
	callerContext: [],
	attached: { context: null, totals: new Map(), unusable: [] },
} as unknown as PlannerInput;
const plan: Plan = { kind: 'plan', question: 'Which share has each state?', steps: [] };

const answerOf = (columns: readonly (readonly [name: string, type: string])[], rows: readonly string[]): string => {
	const step = {
		index: 1,
		step: { role: 'answer' },
		query: { datasets: [], reading: 'shares' },
		rows: { columns: columns.map(([name, type]) => ({ name, type })), rows, total: rows.length },
	} as unknown as DoneStep;
	return composeAnswer(input, plan, [step]);
};

test('rounds figures the same way in the table and in the sentence', () => {
	const columns = [
		['state', 'VARCHAR'],
		['share', 'DOUBLE'],
	] as const;
	const answer = answerOf(columns, ['{"state":"AK","share":0.12345678}', '{"state":"TX","share":0.01234567}']);
	expect(answer).toContain('AK has the highest share: 0.123, then TX with 0.0123');
	expect(answer).toContain('| AK | 0.123 |\n| TX | 0.0123 |');
});

test('keeps whole numbers in a table as they are, because they may be years or ids', () => {
	const columns = [
		['year', 'BIGINT'],
		['total_sales', 'DOUBLE'],
	] as const;
	const answer = answerOf(columns, ['{"year":1999,"total_sales":12345.678}', '{"year":2000,"total_sales":1.5}']);
	expect(answer).toContain('| 1999 | 12,345.68 |\n| 2000 | 1.5 |');
});

test('a search without terms lists all datasets, even empty ones, and quotes no empty term', () => {
	const columns = [
		{ name: 'dataset', type: 'VARCHAR' },
		{ name: 'rows', type: 'BIGINT' },
		{ name: 'description', type: 'VARCHAR' },
	];
	const listed = (rows: readonly string[]) => {
		const done = {
			index: 1,
			step: { role: 'find' },
			query: { datasets: [] },
			rows: { columns, rows, total: rows.length },
		};
		return composeAnswer(input, { ...plan, about: '' }, [done as unknown as DoneStep]);
	};
	expect(listed(['{"dataset":"demo/a/b","rows":0,"description":"Birds"}'])).toBe(
		'1 dataset [step 1]:\n\n- **demo/a/b** (0 rows [step 1]): Birds',
	);
	expect(listed([])).toBe('Nothing found [step 1].');
});
