import { afterAll, beforeAll, expect, test } from 'vitest';
import { development } from '../../../bench/questions/development.ts';
import { heldOut } from '../../../bench/questions/held-out.ts';
import { measure, type Outcome } from '../../../bench/questions/measure.ts';
import { review } from '../../../bench/questions/review.ts';
import { sampleQuestions } from '../../../bench/questions/sample.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { createContextReader } from '../query/read-context.ts';
import { builtinWriter } from './builtin-writer.ts';

let service: TestService;
let reader: ReturnType<typeof createContextReader>;
beforeAll(async () => {
	service = await createTestService();
	reader = createContextReader();
});
afterAll(() => service.close());

const wrong = (outcomes: readonly Outcome[]) =>
	outcomes.filter((it) => it.result === 'wrong').map((it) => `${it.asked.question}: ${it.why}`);

test('answers the questions of the sample as they are to be answered, and refuses the two that the data does not', async () => {
	const outcomes = await measure(service.platform, builtinWriter, reader.read, sampleQuestions);
	expect(outcomes.filter((it) => it.result !== 'right').map((it) => it.asked.question)).toEqual([]);
	expect(outcomes.filter((it) => it.written.kind === 'refused')).toHaveLength(2);
}, 120_000);

test('answers most of a hundred more, is hardly ever wrong, and writes no query that does not run', async () => {
	const outcomes = await measure(service.platform, builtinWriter, reader.read, [...development, ...heldOut]);
	expect(outcomes).toHaveLength(100);
	expect(wrong(outcomes).length, wrong(outcomes).join('\n')).toBeLessThanOrEqual(2);
	expect(outcomes.filter((it) => it.result === 'right').length).toBeGreaterThanOrEqual(95);
	expect(wrong(outcomes).filter((it) => /Error|does not exist/.test(it))).toEqual([]);
}, 240_000);

test('answers what a reviewer asked in short and careless words, and offers other questions where it refuses', async () => {
	const outcomes = await measure(service.platform, builtinWriter, reader.read, review);
	expect(outcomes).toHaveLength(60);
	expect(wrong(outcomes).length, wrong(outcomes).join('\n')).toBeLessThanOrEqual(2);
	expect(outcomes.filter((it) => it.result === 'right').length).toBeGreaterThanOrEqual(57);
	const refused = outcomes.flatMap((it) => (it.written.kind === 'refused' ? [it.written] : []));
	expect(refused.filter((it) => (it.suggestions ?? []).length === 0).map((it) => it.message)).toEqual([]);
}, 240_000);
