import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DatasetRows, DatasetSchema } from '#contract/dataset.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { header, row, text, workbook } from '#server/testing/messy/workbook-file.ts';
import { createTestService, type TestService } from '#server/testing/service.ts';
import { connect } from '../../../api/http.ts';
import { type Destination, withFix } from './model.ts';
import type { Reviewed } from './reviewed.ts';
import { createUploadFlow, type Uploading, type UploadWork } from './upload-flow.ts';

const asDemo = { as: 'demo' };
let service: TestService;
/** Requests whose next response is lost after the service executed them. */
let losing: RegExp | null = null;
/** A request with a prepared next response. */
let refusing: { request: RegExp; answer: () => Response } | null = null;
let sent: string[] = [];
let onShow: ((now: Uploading) => void) | null = null;
beforeAll(async () => {
	service = await createTestService();
	const token = await service.tokenFor('demo');
	const baseUrl = `${service.settings.publicUrl}/api/v1`;
	connect({ baseUrl: () => baseUrl, token: () => token, onUnauthorized: () => {}, onExchange: () => {} });
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const request = `${init.method} ${new URL(url).pathname}`;
		sent.push(request);
		if (refusing?.request.test(request)) {
			const { answer } = refusing;
			refusing = null;
			return answer();
		}
		const answer = await service.app.fetch(new Request(url, init));
		if (!losing?.test(request)) return answer;
		losing = null;
		throw new TypeError('Failed to fetch');
	});
});
beforeEach(() => {
	[losing, refusing, sent, onShow] = [null, null, [], null];
});
afterAll(async () => {
	vi.unstubAllGlobals();
	await service.close();
});

const unavailable = () => Response.json({ error_code: 'INTERNAL', message: 'Not now.' }, { status: 500 });
const fileOf = (text: string) => new File([text], 'levels.csv');
const into = (datasetName: string): Destination => ({
	owner: 'demo',
	namespace: 'nature',
	datasetName,
	isNewNamespace: false,
});

function begin(work: Partial<UploadWork> = {}) {
	let now: Uploading = { state: 'choosing', error: null };
	const flow = createUploadFlow({
		show: (next) => {
			now = next;
			onShow?.(next);
		},
		makeNamespace: async () => {},
		findDataset: async ({ owner, namespace, datasetName }) => {
			const answer = await service.request('GET', `/schema/${owner}/${namespace}/${datasetName}`, asDemo);
			return answer.ok ? ((await answer.json()) as DatasetSchema) : null;
		},
		listRecipes: async () => [],
		onNamespaceMade: () => {},
		onSaved: () => {},
		onLeft: () => {},
		...work,
	});
	const reviewed = (): Reviewed => {
		if (now.state !== 'reviewing') throw new Error(`It is ${now.state}.`);
		return now;
	};
	return { flow, now: () => now, reviewed };
}

const rowsOf = async (name: string) =>
	(await service.json<DatasetRows>('GET', `/data/demo/nature/${name}?limit=100`, asDemo)).rows;

test('lets the service finish a save after leaving', async () => {
	const { flow, reviewed, now } = begin();
	await flow.send(fileOf('a\n1\n2\n'), into('left'));
	const saving = flow.save(reviewed());
	flow.leave();
	await saving;
	expect(now()).toMatchObject({ state: 'done', ingestion: { state: 'committed', rows: 2 } });
	expect(sent.filter((request) => request.startsWith('DELETE'))).toEqual([]);
	expect(await rowsOf('left')).toEqual([{ a: 1 }, { a: 2 }]);
});

test('keeps an unsaved upload when leaving, and cancels it for another file', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('a\n1\n'), into('given-up'));
	const { id } = reviewed().upload;
	const state = async () => (await service.json<IngestionDetail>('GET', `/ingestionTracking/${id}`, asDemo)).state;
	flow.leave();
	expect(sent.filter((request) => request.startsWith('DELETE'))).toEqual([]);
	expect(await state()).toBe('open');
	flow.again();
	await expect.poll(state).toBe('cancelled');
});

test('cancels the upload of an unreadable file, but not of one that needs a delimiter', async () => {
	const { flow, reviewed } = begin();
	const state = async ({ upload: { id } }: Reviewed) =>
		(await service.json<IngestionDetail>('GET', `/ingestionTracking/${id}`, asDemo)).state;
	await flow.send(fileOf('%PDF-1.7'), into('unreadable'));
	const unreadable = reviewed();
	expect(unreadable.failure).toMatchObject({ of: 'review' });
	await expect.poll(() => state(unreadable)).toBe('cancelled');
	await flow.send(fileOf('only'), into('unreadable'));
	expect(reviewed().failure).toMatchObject({ of: 'review' });
	expect(await state(reviewed())).toBe('open');
	const later = begin();
	await later.flow.resume(reviewed().upload.id);
	expect(later.reviewed()).toMatchObject({ review: null, failure: { of: 'review' }, destination: into('unreadable') });
});

test('stores a decision made while leaving and restores it right after', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('a,b\n1,2\n'), into('left-early'));
	const { upload, decisions } = reviewed();
	void flow.decide(reviewed(), { ...decisions, columns: { b: { column: 'renamed' } } });
	flow.leave();
	const later = begin();
	await later.flow.resume(upload.id);
	expect(later.reviewed().decisions.columns).toMatchObject({ b: { column: 'renamed' } });
});

test('moves an uploaded file to another dataset, even an existing one', async () => {
	const { flow, reviewed, now } = begin();
	await flow.send(fileOf('a,b\n1,2\n'), into('moved-first'));
	await flow.decide(reviewed(), { ...reviewed().decisions, columns: { b: { column: 'renamed' } } });
	await flow.moveTo(reviewed(), into('moved'));
	expect(reviewed().decisions.columns).toMatchObject({ b: { column: 'renamed' } });
	await flow.save(reviewed());
	expect(await rowsOf('moved')).toEqual([{ a: 1, renamed: 2 }]);

	await flow.send(fileOf('a\n3\n'), into('moved-second'));
	await flow.moveTo(reviewed(), into('moved'));
	expect(reviewed().decisions.mode).toBe('append');
	await flow.save(reviewed());
	expect(now()).toMatchObject({ state: 'done', ingestion: { rows: 1, target: { datasetName: 'moved' } } });
});

test('waits for the review of a decision before saving', async () => {
	const { flow, reviewed, now } = begin();
	await flow.send(fileOf('a,b\n1,2\n'), into('at-once'));
	const { decisions } = reviewed();
	const deciding = flow.decide(reviewed(), { ...decisions, columns: { b: { column: 'renamed' } } });
	expect(reviewed().isReviewing).toBe(true);
	await flow.save(reviewed());
	await deciding;
	expect(now()).toMatchObject({ state: 'done', ingestion: { state: 'committed' } });
	expect(await rowsOf('at-once')).toEqual([{ a: 1, renamed: 2 }]);
});

test('applies cleaning that finishes while being stopped', async () => {
	let now: Uploading | null = null;
	let stopping: Promise<void> | null = null;
	const { flow } = begin({
		show: (next) => {
			now = next;
			if (next.state === 'reviewing' && next.cleaning?.isDone === false) stopping ??= flow.stopCleaning(next);
		},
	});
	await flow.send(fileOf('a,w\n1,1 kg\n2,2 kg\n'), into('stopped'));
	if (now === null) throw new Error('Nothing was shown.');
	await flow.clean(now as Reviewed & { state: 'reviewing' });
	await stopping;
	expect(stopping).not.toBeNull();
	const cleaning = { isDone: true };
	expect(now).toMatchObject({ isCleaning: false, cleaning, review: { cleaning } });
});

test('applies a recipe to the only sheet with its columns', async () => {
	const columns = ['id', 'v'].map((from) => ({ from, column: from }));
	const recipe = { name: 'Orders', columns, options: {}, isCleaned: false };
	const { flow, reviewed } = begin({ listRecipes: async () => [recipe] });
	const orders = [header, row(1, text('B', 'a'))];
	const notes = [text('A', 'note') + text('B', 'by'), text('A', 'late') + text('B', 'me')];
	const send = (sheets: Parameters<typeof workbook>[0]) =>
		flow.send(new File([new Uint8Array(workbook(sheets))], 'orders.xlsx'), into('orders'));
	await send({ Notes: notes, Orders: orders });
	expect(reviewed()).toMatchObject({ recipe: 'Orders', review: { problems: [], columns } });
	expect(reviewed().decisions.options).toEqual({ sheet: 'Orders' });
	await send({ Notes: notes, 'Orders 1': orders, 'Orders 2': orders });
	expect(reviewed()).toMatchObject({ recipe: '', decisions: { options: {} } });
	expect(reviewed().review?.problems).toEqual([expect.stringContaining('Choose a sheet.')]);
});

test('keeps types and other column decisions when the save mode changes', async () => {
	const columns = [
		{ from: 'item', column: 'item' },
		{ from: 'price', column: 'price', type: 'DECIMAL(18,2)', misfits: 'null' as const },
	];
	const recipe = { name: 'Prices', columns, options: {}, isCleaned: false };
	const { flow, reviewed } = begin({ listRecipes: async () => [recipe] });
	await flow.send(fileOf('item,price\na,1.5\nb,2.25\n'), into('prices'));
	expect(reviewed().recipe).toBe('Prices');
	await flow.save(reviewed());
	await flow.send(fileOf('item,price\na,1.5\nb,soon\n'), { ...into('prices'), mode: 'append' });
	expect(reviewed().review).toMatchObject({ problems: [], columns: [{}, { type: 'DECIMAL(18,2)', action: 'null' }] });
	for (const mode of ['replace', 'append', 'replace'] as const) {
		await flow.applyRecipe(reviewed(), recipe);
		await flow.decide(reviewed(), { ...reviewed().decisions, mode }, true);
		expect(reviewed().review).toMatchObject({ problems: [], columns: [{}, { type: 'DECIMAL(18,2)', action: 'null' }] });
		expect(reviewed().recipe).toBe('Prices');
	}
});

test('keeps an explicit append, and proposes the last key or a unique ID for updates', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('customer_id,n\n1,1\n2,1\n'), into('proposed'));
	await flow.save(reviewed());
	await flow.send(fileOf('customer_id,n\n2,2\n3,3\n'), { ...into('proposed'), mode: 'upsert' });
	expect(reviewed().decisions.key).toEqual(['customer_id']);
	expect(reviewed().review?.effect).toMatchObject({ added: 1, changed: 1 });
	await flow.save(reviewed());
	await flow.send(fileOf('customer_id,n\n4,4\n'), into('proposed'));
	expect(reviewed().decisions).toMatchObject({ mode: 'upsert', key: ['customer_id'] });
	await flow.send(fileOf('customer_id,n\n4,4\n'), { ...into('proposed'), mode: 'append' });
	expect(reviewed().decisions).toMatchObject({ mode: 'append', key: [] });
	await flow.send(fileOf('n,code\n1,1\n1,2\n'), into('coded'));
	await flow.save(reviewed());
	await flow.send(fileOf('n,code\n1,5\n1,5\n'), { ...into('coded'), mode: 'upsert' });
	expect(reviewed().decisions.key).toEqual([]);
	await flow.send(fileOf('order_id,line_no,n\n1,1,1\n1,2,1\n'), into('ordered'));
	await flow.save(reviewed());
	await flow.send(fileOf('order_id,line_no,n\n1,2,9\n2,2,1\n2,1,1\n'), { ...into('ordered'), mode: 'upsert' });
	expect(reviewed().decisions.key).toEqual(['order_id', 'line_no']);
	expect(reviewed().review?.effect).toMatchObject({ added: 2, changed: 1 });
	// A column that is unique in the dataset is the key, even if the file has a key twice.
	const days = (from: number, day: number) =>
		Array.from({ length: 12 }, (_, index) => `${from + index},2024-03-${day},1\n`).join('');
	await flow.send(fileOf(`id,day,n\n${days(1, 10)}`), into('measured'));
	await flow.save(reviewed());
	await flow.send(fileOf(`id,day,n\n${days(3, 11)}3,2024-03-12,7\n`), { ...into('measured'), mode: 'upsert' });
	expect(reviewed().decisions.key).toEqual(['id']);
	expect(reviewed().review).toMatchObject({ duplicateKeys: { total: 1 }, effect: { added: 2 } });
});

test('resumes trying keys after a decision instead of keeping the key being tried', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('order_id,line_no,n\n1,1,1\n1,2,1\n'), into('tried'));
	await flow.save(reviewed());
	let deciding: Promise<void> | null = null;
	const tried: (readonly string[])[] = [];
	onShow = (next) => {
		if (next.state !== 'reviewing' || next.isTryingKey !== true || deciding !== null) return;
		tried.push(next.decisions.key);
		deciding = Promise.resolve().then(() => flow.decide(next, { ...next.decisions, columns: { n: { column: '' } } }));
	};
	await flow.send(fileOf('order_id,line_no,n\n1,2,9\n2,2,1\n2,1,1\n'), { ...into('tried'), mode: 'upsert' });
	await deciding;
	expect(tried).toEqual([['order_id']]);
	expect(reviewed().decisions).toMatchObject({ key: ['order_id', 'line_no'], columns: { n: { column: '' } } });
	// A found or chosen key stays.
	onShow = null;
	await flow.decide(reviewed(), { ...reviewed().decisions, key: ['order_id'] });
	await flow.decide(reviewed(), { ...reviewed().decisions, columns: {} });
	expect(reviewed().decisions.key).toEqual(['order_id']);
	flow.leave();
});

test('saves one of several rows with the same key and adds new columns', async () => {
	const { flow, reviewed, now } = begin();
	await flow.send(fileOf('k,v\n1,a\n2,b\n'), into('same-key'));
	await flow.save(reviewed());
	await flow.send(fileOf('k,v,w\n1,c,5\n1,d,6\n3,e,7\n'), into('same-key'));
	await flow.decide(reviewed(), { ...reviewed().decisions, mode: 'upsert', key: ['k'] }, true);
	expect(reviewed().review).toMatchObject({
		duplicateKeys: { total: 1 },
		problems: [expect.stringContaining('Keep one row per key')],
	});
	await flow.decide(reviewed(), { ...reviewed().decisions, duplicates: 'last' });
	expect(reviewed().review).toMatchObject({ skippedRows: 1, effect: { added: 1, changed: 1 }, problems: [] });
	await flow.save(reviewed());
	expect(now()).toMatchObject({
		ingestion: {
			rejected: 1,
			rejectedRows: [{ row: 1, reasons: [{ column: 'k' }], values: { k: '1', v: 'c', w: '5' } }],
		},
	});
	expect(await rowsOf('same-key')).toEqual([
		{ k: 1, v: 'd', w: 6 },
		{ k: 2, v: 'b', w: null },
		{ k: 3, v: 'e', w: 7 },
	]);
});

test('looks up a save whose response was lost', async () => {
	const { flow, reviewed, now } = begin();
	await flow.send(fileOf('a\n1\n'), into('lost'));
	losing = /commit$/;
	await flow.save(reviewed());
	expect(now()).toMatchObject({ state: 'done', ingestion: { state: 'committed', rows: 1 } });
});

test('reports a failed save separately from a failed review, and retries it', async () => {
	const { flow, reviewed, now } = begin();
	await flow.send(fileOf('a\n1\n'), into('again'));
	refusing = { request: /commit$/, answer: unavailable };
	await flow.save(reviewed());
	expect(reviewed().failure).toMatchObject({ of: 'save', error: { status: 500 } });
	await flow.save(reviewed());
	expect(now()).toMatchObject({ state: 'done', ingestion: { rows: 1 } });
});

test('proposes columns again until a review succeeds', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('a;b|c\n1;2|3\n'), into('delimited'));
	refusing = { request: /review$/, answer: unavailable };
	const { decisions } = reviewed();
	await flow.decide(reviewed(), { ...decisions, options: { delimiter: '|' } }, true);
	expect(reviewed()).toMatchObject({ isAnew: true, failure: { of: 'review' } });
	await flow.decide(reviewed(), reviewed().decisions);
	expect(reviewed().isAnew).toBe(false);
	expect(reviewed().review?.columns.map(({ column }) => column)).toEqual(['a;b', 'c']);
});

test('keeps names and types when the date order changes', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('day,n\n03/04/2024,1\n'), into('dated'));
	const { decisions } = reviewed();
	const columns = { n: { column: 'count', type: 'VARCHAR' } };
	await flow.decide(reviewed(), { ...decisions, columns });
	await flow.decide(reviewed(), { ...reviewed().decisions, options: { dateOrder: 'month' } });
	expect(reviewed().review?.columns).toMatchObject([
		{ column: 'day', type: 'DATE', format: 'month first' },
		{ column: 'count', type: 'VARCHAR' },
	]);
});

test('drops decisions about lines for another file of an archive', async () => {
	const { flow, reviewed } = begin();
	const text = (rest: string) => new TextEncoder().encode(`k,v\n1,a\n2,b,${rest}\n3,c\n`);
	const archive = zipSync({ 'a.csv': text('x'), 'b.csv': text('y') });
	await flow.send(new File([archive], 'two.zip'), into('zipped'));
	const decide = (more: object, anew = false) => flow.decide(reviewed(), { ...reviewed().decisions, ...more }, anew);
	await decide({ options: { entry: 'a.csv' } }, true);
	await decide({ fixedLines: [{ line: 3, text: '2,b' }], skipLines: true });
	expect(reviewed().review).toMatchObject({ rows: 3, rejectedLines: { total: 0 } });
	await decide({ options: { entry: 'b.csv' } }, true);
	expect(reviewed().decisions).toMatchObject({ fixedLines: [], skipLines: false });
	expect(reviewed().review?.rejectedLines.first).toMatchObject([{ line: 3, text: '2,b,y' }]);
});

test('deselects key columns', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('k,v\n1,a\n'), into('keyed'));
	await flow.save(reviewed());
	await flow.send(fileOf('k,v\n1,b\n2,c\n'), into('keyed'));
	await flow.decide(reviewed(), { ...reviewed().decisions, mode: 'upsert', key: ['k'] });
	expect(reviewed().review?.effect).toMatchObject({ added: 1, changed: 1 });
	await flow.decide(reviewed(), { ...reviewed().decisions, key: [] });
	expect(reviewed().review?.problems).toEqual(['Choose the columns that identify a row.']);
	flow.leave();
});

test('corrects a correction that doesn’t fit, and reverts it', async () => {
	const { flow, reviewed } = begin();
	const days = Array.from({ length: 20 }, (_, index) => `${index},2024-03-${index + 10}`).join('\n');
	await flow.send(fileOf(`n,day\n${days}\n20,soon\n`), into('corrected'));
	const misfits = () => reviewed().review?.columns[1]?.firstMisfits.map(({ value }) => value);
	const fix = async (value: string, to: string) => {
		const { decisions } = reviewed();
		const fixes = withFix(decisions.columns.day?.fixes ?? [], { value, to });
		await flow.decide(reviewed(), { ...decisions, columns: { day: { column: 'day', type: 'DATE', fixes } } });
	};
	expect(misfits()).toEqual(['soon']);
	await fix('soon', '2024-13-45');
	expect(misfits()).toEqual(['2024-13-45']);
	await fix('2024-13-45', '2024-12-31');
	expect(misfits()).toEqual([]);
	await flow.decide(reviewed(), {
		...reviewed().decisions,
		columns: { day: { column: 'day', type: 'DATE', fixes: [] } },
	});
	expect(misfits()).toEqual(['soon']);
	flow.leave();
});

test('resends a piece whose response was lost, and creates a namespace once', async () => {
	const [made, known] = [vi.fn(async () => {}), vi.fn()];
	const { flow, reviewed, now } = begin({ makeNamespace: made, onNamespaceMade: known });
	refusing = { request: /file-ingestions$/, answer: unavailable };
	await flow.send(fileOf('a\n1\n'), { ...into('pieces'), isNewNamespace: true });
	expect(now()).toMatchObject({ state: 'choosing', error: { status: 500 } });
	expect([made, known].map((call) => call.mock.calls.length)).toEqual([1, 1]);
	losing = /pieces\/1$/;
	await flow.send(fileOf('a\n1\n'), into('pieces'));
	expect(reviewed().review?.rows).toBe(1);
	expect(sent.filter((request) => /pieces\/1$/.test(request))).toHaveLength(2);
	flow.leave();
});

test('resumes an upload after a reload with its decisions and cleaning', async () => {
	const { flow, reviewed } = begin();
	await flow.send(fileOf('n,price\n1,"1.234,5 €"\n2," 12,00 €"\n'), into('resumed'));
	const columns = { price: { column: 'cost', withoutRules: ['spaces' as const] } };
	await flow.decide(reviewed(), { ...reviewed().decisions, columns });
	refusing = { request: /cleaning$/, answer: () => Response.json({ error_code: 'CONFLICT' }, { status: 409 }) };
	await flow.clean(reviewed());
	expect(reviewed()).toMatchObject({ isCleaning: false, failure: { of: 'clean' } });
	await flow.clean(reviewed());
	expect(reviewed()).toMatchObject({ cleaning: { isDone: true }, isCleaning: false, failure: null });
	await flow.discardCleaning(reviewed());
	expect(reviewed()).toMatchObject({ cleaning: null, review: { columns: [{}, { type: 'VARCHAR' }] } });
	await flow.clean(reviewed());

	const other = begin();
	await other.flow.resume(reviewed().upload.id);
	expect(other.reviewed()).toMatchObject({ upload: reviewed().upload, cleaning: reviewed().cleaning });
	expect(other.reviewed().decisions.columns).toMatchObject(columns);
	expect(other.reviewed().review?.columns[1]).toMatchObject({ column: 'cost', type: 'DOUBLE', misfits: 0 });
	await other.flow.save(other.reviewed());
	expect(await rowsOf('resumed')).toEqual([
		{ n: 1, cost: 1234.5 },
		{ n: 2, cost: 12 },
	]);
	// Reloading during the save shows its result.
	const ended = begin();
	await ended.flow.resume(reviewed().upload.id);
	expect(ended.now()).toMatchObject({ state: 'done', ingestion: { state: 'committed', id: reviewed().upload.id } });
	const gone = begin();
	await gone.flow.resume('00000000-0000-4000-8000-000000000000');
	expect(gone.now()).toMatchObject({ state: 'choosing', error: { status: 404 } });
});
