import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileCleaning } from '#contract/file-cleaning.ts';
import type { FileReview, PlannedColumn, ReviewRequest } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const asDemo = { as: 'demo' };

async function upload(datasetName: string, content: string, name = 'data.csv'): Promise<string> {
	const target = { owner: 'demo', namespace: 'nature', datasetName };
	const body = { target, mode: 'create', file: { name } };
	const { id } = await service.json<IngestionDetail>('POST', '/file-ingestions', { ...asDemo, body });
	const sha256 = createHash('sha256').update(content).digest('hex');
	const headers = {
		authorization: `Bearer ${await service.tokenFor('demo')}`,
		'content-type': 'application/octet-stream',
	};
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/pieces/1?sha256=${sha256}`;
	expect((await service.app.fetch(new Request(address, { method: 'PUT', headers, body: content }))).status).toBe(200);
	return id;
}

const review = (id: string, body: ReviewRequest = {}) =>
	service.json<FileReview>('POST', `/ingestions/${id}/review`, { ...asDemo, body });
const step = (id: string) => service.json<FileCleaning>('POST', `/ingestions/${id}/cleaning`, asDemo);
const rowsOf = async (name: string): Promise<unknown[]> =>
	(await service.json<{ rows: unknown[] }>('GET', `/data/demo/nature/${name}?limit=100`, asDemo)).rows;

async function clean(id: string): Promise<FileCleaning> {
	for (;;) {
		const found = await step(id);
		if (found.isDone) return found;
	}
}

async function commit(id: string): Promise<IngestionDetail> {
	return service.json('POST', `/ingestions/${id}/commit`, { ...asDemo, body: { chunks: 1 } });
}

const countsOf = ({ columns }: FileCleaning) =>
	Object.fromEntries(columns.map(({ from, rules }) => [from, rules.map(({ rule, count }) => [rule, count])]));

const messy = `id,w,day,note
1,"1.234,5 kg",03/04/2024, tidy
2,800 kg,13/04/2024,tidy
3,12 kg,04/13/2024,n/a
4,800 kg,13/04/2024, tidy
`;
const described: PlannedColumn[] = [
	{ from: 'id', column: 'id' },
	{ from: 'w', column: 'weight', holds: 'weight in kg, number' },
	{ from: 'day', column: 'day', holds: 'date, day first' },
	{ from: 'note', column: 'note' },
];

test('cleans and saves a whole file according to its column descriptions', async () => {
	const id = await upload('cleaned', messy);
	expect((await service.request('POST', `/ingestions/${id}/cleaning`, asDemo)).status).toBe(409);
	await review(id, { columns: described });
	const cleaning = await clean(id);
	expect(countsOf(cleaning)).toEqual({ w: [['number', 4]], day: [['date', 3]], note: [['spaces', 2]] });
	const { rules } = cleaning.columns[0] ?? { rules: [] };
	expect(rules[0]?.examples[0]).toEqual({
		before: '1.234,5 kg',
		after: '1234.5',
		why: 'decimal comma, thousands separated, unit kg',
		count: 1,
	});
	expect(cleaning.columns[1]?.unsure).toEqual({
		count: 1,
		first: [{ value: '04/13/2024', why: 'not a valid date with the day first', count: 1 }],
	});

	const reviewed = await review(id);
	expect(reviewed.cleaning).toEqual(cleaning);
	expect(reviewed.columns.map(({ type, misfits }) => [type, misfits])).toEqual([
		['BIGINT', 0],
		['DOUBLE', 0],
		['DATE', 1],
		['VARCHAR', 0],
	]);
	// Except with a type that somebody chose.
	const asText = described.map((item) => (item.from === 'day' ? { ...item, type: 'VARCHAR' } : item));
	expect((await review(id, { columns: asText })).columns[2]).toMatchObject({ type: 'VARCHAR', misfits: 0 });
	expect(reviewed.sample[0]).toEqual(['1', '1234.5', '2024-04-03', 'tidy']);
	const dated = described.map((item) =>
		item.from === 'day' ? { ...item, type: 'DATE', misfits: 'null' as const } : item,
	);
	expect((await review(id, { columns: dated })).columns[2]?.firstMisfits).toEqual([
		{ value: '04/13/2024', count: 1, row: 3, line: 4 },
	]);
	const done = await commit(id);
	expect(done).toMatchObject({
		state: 'committed',
		decided: { columns: [{}, { holds: 'weight in kg, number' }, {}, {}] },
	});
	expect(done.changes?.columns).toEqual([
		{ column: 'weight', emptied: 0, corrected: 0, cleaned: [{ rule: 'number', count: 4 }] },
		{ column: 'day', emptied: 1, corrected: 0, cleaned: [{ rule: 'date', count: 3 }] },
		{ column: 'note', emptied: 0, corrected: 0, cleaned: [{ rule: 'spaces', count: 2 }] },
	]);
	expect(await rowsOf('cleaned')).toEqual([
		{ id: 1, weight: 1234.5, day: '2024-04-03', note: 'tidy' },
		{ id: 2, weight: 800, day: '2024-04-13', note: 'tidy' },
		{ id: 3, weight: 12, day: null, note: 'n/a' },
		{ id: 4, weight: 800, day: '2024-04-13', note: 'tidy' },
	]);
});

test('a date in a different order stays a misfit after cleaning, even with a chosen format', async () => {
	const days = Array.from({ length: 28 }, (_, index) => `${String(index + 1).padStart(2, '0')}.02.2023`);
	const id = await upload('ordered', ['d', ...days, '05.13.2023'].join('\n'));
	expect((await review(id)).columns[0]).toMatchObject({ format: 'day first', misfits: 1 });
	await clean(id);
	expect((await review(id)).columns[0]).toMatchObject({ type: 'DATE', misfits: 1 });
	const chosen = { from: 'd', column: 'd', type: 'DATE', format: 'day first', misfits: 'skip' } as const;
	expect((await review(id, { columns: [chosen] })).columns[0]).toMatchObject({ misfits: 1 });
	expect(await commit(id)).toMatchObject({ rows: 28, rejected: 1 });
	expect((await rowsOf('ordered'))[12]).toEqual({ d: '2023-02-13' });
});

test('never reads dates and numbers differently than the column’s description says', async () => {
	const months = await upload('other-order', 'd\n03/14/2024\n12/25/2024\n');
	await review(months, { columns: [{ from: 'd', column: 'd', holds: 'date, day first' }] });
	expect((await clean(months)).columns[0]?.unsure.count).toBe(2);
	expect((await review(months)).columns[0]).toMatchObject({ type: 'VARCHAR', misfits: 0 });
	const points = await upload('other-decimal', 'n\n1.500\n"2,5"\n"3,75"\n1.5\n');
	await review(points, { columns: [{ from: 'n', column: 'n', holds: 'number, decimal comma' }] });
	await clean(points);
	const { columns, sample } = await review(points);
	expect(sample).toEqual([['1500'], ['2.5'], ['3.75'], ['1.5']]);
	expect(columns[0]).toMatchObject({ type: 'DOUBLE', firstMisfits: [{ value: '1.5', count: 1 }] });
	const plain = await upload('no-comma', 'n\n1.5\n2.25\n');
	await review(plain, { columns: [{ from: 'n', column: 'n', holds: 'number, decimal comma' }] });
	await clean(plain);
	expect((await review(plain)).columns[0]).toMatchObject({ type: 'VARCHAR', misfits: 0 });
});

test('a column’s description also determines how its values are read', async () => {
	const id = await upload('said', 'd\n01/02/2023\n');
	await review(id, { columns: [{ from: 'd', column: 'd', description: 'Date, day first' }] });
	await clean(id);
	expect((await review(id)).sample).toEqual([['2023-02-01']]);
});

test('saves JSON strings that cleaning turns into numbers as numbers, but keeps codes as text', async () => {
	const weights = ['1.234,5 kg', '800 kg', '12 kg', '7,25 kg'];
	const lines = weights.map((weight, index) => JSON.stringify({ weight, code: `00${index}` }));
	const id = await upload('weighed', lines.join('\n'), 'data.ndjson');
	await review(id);
	expect(countsOf(await clean(id)).weight).toEqual([['number', 4]]);
	const { columns } = await review(id);
	expect(columns.map(({ type }) => type)).toEqual(['DOUBLE', 'VARCHAR']);
	await commit(id);
	expect(await rowsOf('weighed')).toMatchObject([
		{ weight: 1234.5, code: '000' },
		{ weight: 800, code: '001' },
		{ weight: 12, code: '002' },
		{ weight: 7.25, code: '003' },
	]);
});

test('rules can be excluded, descriptions changed and values corrected', async () => {
	const id = await upload('ruled', messy);
	await review(id, { columns: described });
	await clean(id);
	const without = described.map((item): PlannedColumn => {
		if (item.from === 'note') return { ...item, withoutRules: ['spaces'] };
		if (item.from !== 'w') return item;
		return { ...item, withoutRules: ['number'], fixes: [{ value: '12 kg', to: '13 kg' }] };
	});
	const { sample, columns } = await review(id, { columns: without });
	expect(sample.map((row) => row[1])).toEqual(['1.234,5 kg', '800 kg', '13 kg', '800 kg']);
	expect(sample[0]?.[3]).toBe(' tidy');
	expect(columns[1]?.type).toBe('VARCHAR');

	// Month first: only this column is read again.
	const other = described.map((item) => (item.from === 'day' ? { ...item, holds: 'date, month first' } : item));
	const before = await review(id, { columns: other });
	expect(before.cleaning).toMatchObject({ isDone: false });
	const again = await clean(id);
	expect(countsOf(again)).toMatchObject({ day: [['date', 2]] });
	expect(again.columns[1]?.unsure.count).toBe(2);

	// A file that is read differently hasn't been cleaned yet.
	expect((await review(id, { options: { headerRows: 0 } })).cleaning).toBeNull();
});

test('a file whose values all have a type needs no cleaning', async () => {
	const id = await upload('plain', 'a,b\n1,2024-03-05\n2,2024-03-06\n');
	await review(id);
	expect(await clean(id)).toEqual({ isDone: true, values: 0, done: 0, columns: [] });
	expect((await review(id)).columns.map(({ type }) => type)).toEqual(['BIGINT', 'DATE']);
});

test('asks about an ambiguous number before saving the file', async () => {
	const id = await upload('two ways', 'id,n\n1,"1,234"\n2,"5,67"\n3,1.5\n');
	const columns = [
		{ from: 'id', column: 'id' },
		{ from: 'n', column: 'n', holds: 'number' },
	];
	await review(id, { columns });
	await clean(id);
	const open = [expect.stringContaining('"1,234" in row 1')];
	expect((await review(id)).problems).toEqual(open);
	const early = await service.request('POST', `/ingestions/${id}/commit`, { ...asDemo, body: { chunks: 1 } });
	expect([early.status, (await early.json()).message]).toEqual([409, open[0]]);
	await review(id, {
		columns: [columns[0], { ...columns[1], fixes: [{ value: '1,234', to: '1.234' }] }] as PlannedColumn[],
	});
	await commit(id);
	expect(await rowsOf('two ways')).toMatchObject([{ n: 1.234 }, { n: 5.67 }, { n: 1.5 }]);
});

test('saves a file in which cleaning changes nothing', async () => {
	const id = await upload('clean already', 'id,name\n1,Ann\n2,Bob\n');
	await review(id);
	await clean(id);
	const { problems, sample } = await review(id);
	expect([problems, sample]).toEqual([
		[],
		[
			['1', 'Ann'],
			['2', 'Bob'],
		],
	]);
	expect(await commit(id)).toMatchObject({ state: 'committed', rows: 2 });
	expect(await rowsOf('clean already')).toMatchObject([{ name: 'Ann' }, { name: 'Bob' }]);
});

async function uploadWhole(path: string, body: string): Promise<Response> {
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
	const address = `${service.settings.publicUrl}/api/v1/file-ingestions/demo/nature/${path}`;
	return service.app.fetch(new Request(address, { method: 'PUT', headers, body }));
}

test('cleans a file in its upload request, and the next file in the same way', async () => {
	const answer = await uploadWhole('at-once/data.csv?clean=true', 'k,price\na,"1.234,50 €"\nb,"12,00 €"\n');
	expect([answer.status, await answer.clone().text()]).toEqual([201, expect.any(String)]);
	const next = await uploadWhole('at-once/data.csv?mode=append', 'k,price\nc,"7,50 €"\nd,"8,25 €"\n');
	expect([next.status, await next.clone().text()]).toEqual([201, expect.any(String)]);
	expect(await rowsOf('at-once')).toEqual([
		{ k: 'a', price: 1234.5 },
		{ k: 'b', price: 12 },
		{ k: 'c', price: 7.5 },
		{ k: 'd', price: 8.25 },
	]);
	const refused = await uploadWhole('at-once/data.csv?mode=append&clean=false', 'k,price\ne,"9,00 €"\n');
	expect(refused.status).toBe(409);
});

test('writes countries and phone numbers of the next file like those of the dataset', async () => {
	const first = 'k,country,tel\na,Italy,+4930123456\nb,Germany,+4930654321\n';
	expect((await uploadWhole('in-form/data.csv', first)).status).toBe(201);
	const next = 'k,country,tel\nc,IT,+49 30 987654\nd,Polen,+49 30 456789\ne,DE,+49 30 123987\n';
	const saved = await uploadWhole('in-form/data.csv?mode=append&clean=true', next);
	expect([saved.status, await saved.text()]).toEqual([201, expect.any(String)]);
	expect((await rowsOf('in-form')).slice(2)).toEqual([
		{ k: 'c', country: 'Italy', tel: '+4930987654' },
		{ k: 'd', country: 'Poland', tel: '+4930456789' },
		{ k: 'e', country: 'Germany', tel: '+4930123987' },
	]);
});

test('converts numbers of the next file to the unit of the last one, or rejects them', async () => {
	const units = [
		['kg', '500 g', 0.5, '5 lb'],
		['€', '7 €', 7, '$7'],
		['°C', '20 °C', 20, '70 °F'],
	] as const;
	for (const [index, [unit, next, converted, other]] of units.entries()) {
		const path = `in-unit-${index}/data.csv`;
		expect((await uploadWhole(`${path}?clean=true`, `k,w\na,5.5 ${unit}\nb,6 ${unit}\n`)).status).toBe(201);
		for (const k of ['c', 'd']) {
			const saved = await uploadWhole(`${path}?mode=append`, `k,w\n${k},${next}\n`);
			expect([saved.status, await saved.text()]).toEqual([201, expect.any(String)]);
		}
		const refused = await uploadWhole(`${path}?mode=append`, `k,w\ne,${other}\nf,${other}\n`);
		expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(other)]);
		expect((await rowsOf(`in-unit-${index}`)).map((row) => Object(row).w)).toEqual([5.5, 6, converted, converted]);
	}
});

test('applies column decisions to later files, even if they add a rule for misfits', async () => {
	const content = 'k,day,note\n1,03/04/2024, tidy\n2,13/04/2024, tidy\n';
	const id = await upload('kept-rules', content);
	const decided: PlannedColumn[] = [
		{ from: 'k', column: 'k' },
		{ from: 'day', column: 'day', holds: 'date, day first' },
		{ from: 'note', column: 'note', withoutRules: ['spaces'] },
	];
	await review(id, { columns: decided });
	await clean(id);
	await review(id, { columns: decided });
	expect((await commit(id)).state).toBe('committed');
	for (const k of [3, 4]) {
		// `x` isn't a number, so the last review needs a rule for it.
		const rows = `k,day,note\n${k},05/04/2024, tidy\nx,06/04/2024, tidy\n`;
		const next = await uploadWhole('kept-rules/data.csv?mode=append&misfits=skip', rows);
		expect([next.status, await next.clone().text()]).toEqual([201, expect.any(String)]);
	}
	expect(await rowsOf('kept-rules')).toEqual([
		{ k: 1, day: '2024-04-03', note: ' tidy' },
		{ k: 2, day: '2024-04-13', note: ' tidy' },
		{ k: 3, day: '2024-04-05', note: ' tidy' },
		{ k: 4, day: '2024-04-05', note: ' tidy' },
	]);
});

test('doesn’t save a partly cleaned file unless its cleaning is discarded', async () => {
	const id = await upload('half', messy);
	await review(id, { columns: described });
	await clean(id);
	// The values of this column would have to be read again.
	const other = described.map((item) => (item.from === 'day' ? { ...item, holds: 'date, month first' } : item));
	const problem = 'Cleaning isn’t finished. Continue it, or discard the cleaned values.';
	expect((await review(id, { columns: other })).problems).toEqual([problem]);
	const body = { chunks: 1 };
	const refused = await service.request('POST', `/ingestions/${id}/commit`, { ...asDemo, body });
	expect([refused.status, await refused.json()]).toMatchObject([409, { message: `Nothing was written. ${problem}` }]);
	expect(await review(id, { withoutCleaning: true })).toMatchObject({ problems: [], cleaning: null });
	expect((await commit(id)).state).toBe('committed');
	expect(await rowsOf('half')).toMatchObject([{ weight: '1.234,5 kg', day: '03/04/2024', note: ' tidy' }, {}, {}, {}]);
});

test('cleans the file after one that needed no cleaning, but not after one with all rules excluded', async () => {
	expect((await uploadWhole('needless/data.csv?clean=true', 'k,note\na,tidy\n')).status).toBe(201);
	expect((await uploadWhole('needless/data.csv?mode=append', 'k,note\nb, tidy\n')).status).toBe(201);
	expect(await rowsOf('needless')).toEqual([
		{ k: 'a', note: 'tidy' },
		{ k: 'b', note: 'tidy' },
	]);
	const id = await upload('without', 'k,note\na, tidy\n');
	await review(id);
	await clean(id);
	await review(id, {
		columns: [
			{ from: 'k', column: 'k' },
			{ from: 'note', column: 'note', withoutRules: ['spaces'] },
		],
	});
	await commit(id);
	expect((await uploadWhole('without/data.csv?mode=append', 'k,note\nb, tidy\n')).status).toBe(201);
	expect(await rowsOf('without')).toEqual([
		{ k: 'a', note: ' tidy' },
		{ k: 'b', note: ' tidy' },
	]);
});

test('an excluded column doesn’t count as new', async () => {
	const id = await upload('left-out', 'k,note\na,x\n');
	await review(id, {
		columns: [
			{ from: 'k', column: 'k' },
			{ from: 'note', column: '' },
		],
	});
	await commit(id);
	expect((await uploadWhole('left-out/data.csv?mode=append', 'k,note\nb,y\n')).status).toBe(201);
	expect((await uploadWhole('left-out/data.csv?mode=append', 'k,note,more\nc,z,1\n')).status).toBe(409);
	expect((await uploadWhole('left-out/data.csv?mode=append&newColumns=add', 'k,note,more\nc,z,1\n')).status).toBe(201);
	expect(await rowsOf('left-out')).toEqual([
		{ k: 'a', more: null },
		{ k: 'b', more: null },
		{ k: 'c', more: 1 },
	]);
});

test('applies decisions about a file to the next one with the same columns', async () => {
	const days = Array.from({ length: 20 }, (_, index) => `${index},${10 + index}/04/2024`).join('\n');
	const id = await upload('decided', `k,day\n${days}\nx,soon\n`);
	await review(id, {
		columns: [
			{ from: 'k', column: 'k', type: 'BIGINT', misfits: 'skip' },
			{ from: 'day', column: 'day', type: 'DATE', format: 'day first', fixes: [{ value: 'soon', to: '' }] },
		],
	});
	expect((await commit(id)).rejected).toBe(1);
	// These dates alone are ambiguous. Decisions about individual values don't carry over.
	const next = await uploadWhole('decided/data.csv?mode=append', 'k,day\n30,01/02/2024\ny,soon\n31,soon\n');
	expect([next.status, await next.text()]).toEqual([409, expect.stringMatching(/in row 2.*2 values don’t fit DATE/)]);
	expect((await uploadWhole('decided/data.csv?mode=append', 'k,day\n30,01/02/2024\n')).status).toBe(201);
	expect((await rowsOf('decided')).at(-1)).toEqual({ k: 30, day: '2024-02-01' });
	const other = await uploadWhole('decided/data.csv?mode=append', 'k,day,more\n30,01/02/2024,1\n');
	expect(other.status).toBe(409);
});

test('an ingestion reports how the saved rows differ from its file', async () => {
	const id = await upload(
		'changed',
		'id,day\n1,2024-13-01\n2,2024-01-02\n3,x\n4,2024-13-01\n5,2024-01-03,9\n6,7,8,9\n',
	);
	const fixes = [
		{ value: '2024-13-01', to: '2024-12-01' },
		{ value: 'x', to: '' },
	];
	const columns = [
		{ from: 'id', column: 'id' },
		{ from: 'day', column: 'day', type: 'DATE', fixes },
	];
	const fixedLines = [
		{ line: 6, text: '5,2024-01-03' },
		{ line: 7, text: '' },
	];
	await review(id, { columns, fixedLines, recipe: 'Weekly' });
	expect((await commit(id)).state).toBe('committed');
	expect(await service.json('GET', `/ingestionTracking/${id}`, asDemo)).toMatchObject({
		fileName: 'data.csv',
		decided: { recipe: 'Weekly' },
		changes: {
			columns: [{ column: 'day', emptied: 1, corrected: 2, cleaned: [] }],
			...{ skippedRows: 0, skippedLines: 1, correctedLines: 1, existingRows: 0 },
		},
	});
});
