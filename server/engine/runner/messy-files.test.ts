import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrowFiles } from '../../testing/messy/arrow-files.ts';
import { fromReaders } from '../../testing/messy/from-readers.ts';
import type { MessyFile } from '../../testing/messy/messy-file.ts';
import { otherEncodings } from '../../testing/messy/other-encodings.ts';
import { packedFiles } from '../../testing/messy/packed-files.ts';
import { parquetFiles } from '../../testing/messy/parquet-files.ts';
import { textContent } from '../../testing/messy/text-content.ts';
import { textLayout } from '../../testing/messy/text-layout.ts';
import { values } from '../../testing/messy/values.ts';
import { workbookValues } from '../../testing/messy/workbook-values.ts';
import { workbooks } from '../../testing/messy/workbooks.ts';
import { EngineError } from '../errors.ts';
import { allRemarks } from '../remarks.ts';
import { readFile } from './file-session.ts';
import { type Session, startSession } from './session.ts';

const before = process.cwd();
const dir = mkdtempSync(join(tmpdir(), 'messy-'));
let session: Session;
let outputs = 0;
beforeAll(async () => {
	// The working directory of a runner.
	process.chdir(dir);
	session = await startSession({ memoryBytes: 2 ** 29, spillBytes: 2 ** 28, threads: 1 });
	// A runner reads one file; this test reads several under the same name.
	await session.connection.run('SET parquet_metadata_cache = false');
	await session.connection.run('SET enable_external_file_cache = false');
});
afterAll(() => {
	session.connection.closeSync();
	process.chdir(before);
	rmSync(dir, { recursive: true, force: true });
	for (const [kind, { read, lines, asked, refused }] of figures)
		process.stdout.write(
			`${kind}: ${read + lines + asked + refused} files, ${read} read, ${lines} with lines named, ${asked} asked about, ${refused} refused\n`,
		);
});

const figures = new Map<string, { read: number; lines: number; asked: number; refused: number }>();
const files = [
	...textLayout(),
	...textContent(),
	...otherEncodings(),
	...values(),
	...packedFiles(),
	...arrowFiles(),
	...workbooks(),
	...workbookValues(),
	...fromReaders(),
];

describe('a messy file is read correctly, or rejected with position and reason', () => {
	test.each(files.map((file): [string, MessyFile] => [`${file.kind}: ${file.what}`, file]))('%s', (_what, file) =>
		judge(file),
	);

	test('Parquet', async () => {
		for (const file of await parquetFiles(session.connection, dir)) await judge(file);
	});
});

async function judge(file: MessyFile): Promise<void> {
	const { expected } = file;
	const of = figures.get(file.kind) ?? { read: 0, lines: 0, asked: 0, refused: 0 };
	figures.set(file.kind, of);
	const reading = read(file, false);
	if ('refused' in expected) {
		const error: unknown = await reading.then(
			({ review }) => review.problems.join('\n') || 'It was read.',
			(thrown: unknown) => thrown,
		);
		expect([file.what, error]).toEqual([file.what, expect.any(EngineError)]);
		expect((error as EngineError).message).toMatch(expected.refused);
		of.refused += 1;
		return;
	}
	const first = await reading;
	const unsure = (first.review.doubts ?? []).filter(({ option }) => option !== null);
	for (const { remark } of unsure) expect(first.review.problems).toContain(remark);
	// As detected, which is what somebody would confirm.
	const { options: detected } = first.review;
	const settled = {
		...file,
		options: {
			...file.options,
			...Object.fromEntries(unsure.map(({ option }) => [option, detected[option as keyof typeof detected]])),
		},
	};
	const { review, written: saved } = unsure.length === 0 || 'asks' in expected ? first : await read(settled, false);
	if ('asks' in expected) {
		expect(review.problems.join('\n')).toMatch(expected.asks);
		of.asked += 1;
		return;
	}
	const { lines = [] } = expected;
	expect(review.rejectedLines.first.map(({ line }) => line)).toEqual(lines);
	if (lines.length > 0) expect(review.problems).toHaveLength(1);
	const { review: last, written } = lines.length > 0 ? await read(settled, true) : { review, written: saved };
	expect([file.what, last.problems]).toEqual([file.what, []]);
	expect(written?.rows).toBe(expected.rows.length);
	const found = await session.connection.run(
		`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM read_parquet('out-${outputs}.parquet')`,
	);
	expect(await found.getRows()).toEqual(expected.rows);
	if (expected.columns) expect(last.columns.map(({ column }) => column)).toEqual(expected.columns);
	if (expected.remark) expect(allRemarks(last)).toContain(expected.remark);
	if (expected.remark === null) expect(allRemarks(last)).toEqual([]);
	if (expected.doubts) expect(first.review.doubts?.map(({ option }) => option)).toEqual(expected.doubts);
	else expect([file.what, unsure]).toEqual([file.what, []]);
	if (expected.types) expect(last.columns.map(({ type }) => type)).toEqual(expected.types);
	of[lines.length > 0 ? 'lines' : 'read'] += 1;
}

function read({ name, bytes, options }: MessyFile, skipLines: boolean) {
	writeFileSync('piece', bytes);
	outputs += 1;
	const own: Session = { ...session };
	return readFile(own, {
		kind: 'file',
		pieces: ['piece'],
		name,
		options,
		columns: null,
		remembered: [],
		fixedLines: [],
		listed: 100,
		cleaning: null,
		parts: null,
		skipLines,
		base: null,
		rowsBefore: 0,
		mode: 'create',
		key: [],
		output: `out-${outputs}.parquet`,
		maxBytes: 2 ** 28,
	});
}
