import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { namePattern } from '#contract/ids.ts';
import { planImport } from './import-plan.ts';
import { zipSpecs } from './spec-export.ts';
import { readSpecFile, writeSpecFile } from './spec-file.ts';
import { readSpecFiles } from './spec-import-files.ts';

const at = (datasetName: string, namespace = 'sales') => ({ owner: 'demo', namespace, datasetName });
const specOf = (over: Partial<BuildSpec> = {}): BuildSpec => ({
	id: 'a5c2b7de-0000-4000-8000-000000000001',
	owner: 'demo',
	version: 7,
	sources: [at('orders'), at('customers')],
	destination: at('totals'),
	code: { payload: 'select 1' },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
	...over,
});
const unit = fc.oneof(
	{ weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
	fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\ufeff', '\0', '-- code\n', '# code\n', '-- id: other\n', '{', ' '),
	// Lone surrogates, which a broken editor may leave.
	fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
);
const payload = fc
	.array(unit, { minLength: 1, maxLength: 30 })
	.map((item) => item.join(''))
	.filter((value) => value.trim() !== '');
const name = fc
	.string({ unit: fc.constantFrom('a', 'Z', 'é', '漢', '7', '_', '-', '.', ' '), minLength: 1, maxLength: 12 })
	.filter((value) => namePattern.test(value));
const coordinate = fc.record({ owner: name, namespace: name, datasetName: name });

test('round-trips any BuildSpec through a file and a zip', async () => {
	const specs = fc.array(
		fc.record({ id: fc.uuid(), version: fc.nat(), sources: fc.array(coordinate), destination: coordinate, payload }),
		{ minLength: 1, maxLength: 4 },
	);
	await fc.assert(
		fc.asyncProperty(specs, async (made) => {
			const all = made.map(({ payload: text, ...rest }) => specOf({ ...rest, code: { payload: text } }));
			const zip = new File([zipSpecs(all)], 'all.zip');
			const single = all.map((item) => new File([writeSpecFile(item).text], `one${writeSpecFile(item).ending}`));
			for (const read of [await readSpecFiles([zip]), await readSpecFiles(single)]) {
				expect(read.map(({ file }) => file)).toEqual(
					all.map(({ id, version, sources, destination, code }) => {
						return { id, version, sources, destination, payload: code.payload };
					}),
				);
			}
		}),
		{ numRuns: 150 },
	);
});

test('reads a file with a byte order mark or other line endings in its header', async () => {
	const { text } = writeSpecFile(specOf({ code: { payload: 'select 1\nfrom x' } }));
	const changed = `\ufeff${text.replaceAll('\n', '\r\n')}`;
	const [read] = await readSpecFiles([new File([changed], 'a.sql')]);
	expect(read?.file).toMatchObject({ version: 7, payload: 'select 1\r\nfrom x', destination: at('totals') });
});

const good = writeSpecFile(specOf()).text;
test.each([
	['select 1', 1, 'must start with "-- BuildSpec file 1"'],
	[good.replace('file 1', 'file 2'), 1, 'Import it with a newer version of the console'],
	[good.replace('version: 7', 'version: seven'), 3, 'The version must be a whole number, not "seven".'],
	[good.replace('language: sql', 'language: cobol'), 4, 'Unknown language "cobol"'],
	[good.replace('demo/sales/totals', 'sales/totals'), 5, '"sales/totals" isn’t a dataset'],
	[good.replace('source: demo/sales/orders', 'source: demo/sales/..'), 6, 'The dataset name can’t be ".."'],
	[good.replace('source: demo/sales/orders', 'sorces: demo/sales/orders'), 6, 'isn’t a valid header line'],
	[
		good.replace('source: demo/sales/customers', 'destination: demo/sales/b'),
		7,
		'"destination" appears twice. Remove one of the lines.',
	],
	[good.replace('-- code\n', ''), 8, 'The header must end with a "-- code" line'],
	[good.replace(/-- destination.*\n/, ''), 7, 'The header has no "destination" line. Add one.'],
	[good.replace('select 1', ' \n'), 8, 'The code is missing. Add it below this line.'],
	[good.slice(0, good.indexOf('-- source')), 6, 'The file has no "-- code" line'],
	[good.replace('id: a5', 'id: %a5%'), 2, 'an invalid % sequence'],
])('reports the line and the reason for a broken file: %#', (text, line, message) => {
	const { problem } = readSpecFile(text);
	expect(problem?.line === line ? problem.message : JSON.stringify(problem)).toContain(message);
});

test('rejects invalid or oversized files one by one and reads the rest', async () => {
	const bytes = new TextEncoder();
	const packed = zipSync({
		'../../etc/passwd.sql': bytes.encode(good),
		'/abs/b.sql': bytes.encode('nothing'),
		'README.md': bytes.encode('# read me'),
		'__MACOSX/._c.sql': bytes.encode('x'),
		'c.yaml': Uint8Array.of(0x23, 0x0a, 0xff),
	});
	const bomb = zipSync({ 'bomb.sql': new Uint8Array(5_000_000) });
	// The directory claims a small unpacked size.
	const view = new DataView(bomb.buffer);
	view.setUint32(view.getUint32(bomb.length - 22 + 16, true) + 24, 100, true);
	const read = await readSpecFiles([
		new File([packed], 'a.zip'),
		new File([bomb], 'bomb.zip'),
		new File([zipSync({ 'large.sql': new Uint8Array(9_000_000) })], 'large.zip'),
		new File([packed.slice(0, packed.length - 30)], 'cut.zip'),
		new File(['not a zip'], 'no.zip'),
	]);
	expect(read.map((file) => [file.path, file.problem?.line ?? null, file.problem?.message ?? 'taken'])).toEqual([
		['a.zip: ../../etc/passwd.sql', null, 'taken'],
		['a.zip: /abs/b.sql', 1, expect.stringContaining('must start with')],
		['a.zip: c.yaml', 2, 'The file isn’t UTF-8 text. Save it as UTF-8.'],
		['bomb.zip: bomb.sql', null, 'The file is corrupt. Zip it again.'],
		['large.zip: large.sql', null, 'The file is larger than the limit of 8 MiB. Choose a smaller file.'],
		['cut.zip', null, 'This isn’t a complete zip file. Create it again.'],
		['no.zip', null, 'This isn’t a complete zip file. Create it again.'],
	]);
});

test('compares files with existing BuildSpecs and never proposes to undo newer versions', async () => {
	const saved = specOf();
	const kinds = (specs: readonly BuildSpec[], files: readonly BuildSpec[], canCreate = true) => {
		const taken = files.flatMap((item, index) => {
			const { file } = readSpecFile(writeSpecFile(item).text);
			return file === null ? [] : [{ path: `${index}.sql`, file, problem: null }];
		});
		return planImport(taken, specs, canCreate).map((item) => [item.kind, ...item.choices]);
	};
	const edited = specOf({ code: { payload: 'select 2' } });
	expect(kinds([saved], [saved])).toEqual([['same', 'leave']]);
	expect(kinds([saved], [edited])).toEqual([['changed', 'change', 'leave']]);
	expect(kinds([specOf({ version: 9 })], [edited])).toEqual([['changed', 'leave', 'change']]);
	expect(kinds([], [saved])).toEqual([['created', 'create', 'leave']]);
	expect(kinds([], [saved], false)).toEqual([['created', 'leave']]);
	// A restored BuildSpec has another ID.
	expect(kinds([specOf({ id: 'other', version: 1 })], [saved])).toEqual([['same', 'leave']]);
	expect(kinds([specOf({ id: 'other' })], [edited])).toEqual([['changed', 'leave', 'change', 'create']]);
	expect(kinds([saved], [edited, edited])).toEqual([
		['changed', 'change', 'leave'],
		['changed', 'leave'],
	]);
});
