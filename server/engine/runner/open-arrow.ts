import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type DuckDBAppender, DuckDBDataChunk, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';
import { type RecordBatch, RecordBatchReader, type Schema } from 'apache-arrow';
import { headerNames } from '#lib/delimited/header.ts';
import { EngineError } from '../errors.ts';
import { count, size } from '../format.ts';
import { registerCodecs } from './input/arrow-codecs.ts';
import { type ArrowReading, readingOf } from './input/arrow-values.ts';
import { blocksOf, startOf, unreadable } from './input/unpack.ts';
import type { OpenedFile } from './opened-file.ts';
import type { Session } from './session.ts';

/** Maximum rows per chunk appended to the engine. */
const rowsAtOnce = 2_048;
const fileMark = 'ARROW1';
const streamEnd = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

registerCodecs();

/** An Arrow IPC file (Feather 2) or stream. One record batch is in memory at a time. @throws EngineError describing the problem */
export async function openArrow(session: Session, file: string): Promise<OpenedFile> {
	const isFile = startOf(file, fileMark.length).toString('latin1') === fileMark;
	const bytes = statSync(file).size;
	const [end = Buffer.alloc(0)] = blocksOf(file, Math.max(0, bytes - streamEnd.length));
	if (isFile && !end.toString('latin1').endsWith(fileMark))
		throw unreadable(
			`The Arrow file ends after ${size(bytes)} without its footer, so it’s incomplete. Export or upload it again.`,
		);
	const handle = await open(file);
	const done = { batches: 0, rows: 0 };
	try {
		const reader = await (await RecordBatchReader.from(handle)).open();
		const remarks: string[] = [];
		const fields = fieldsOf(reader.schema, remarks);
		const types = fields.map(({ type }) => type);
		const columns = types.map((type, index) => `c${index} ${type}`);
		await session.connection.run(`CREATE OR REPLACE TEMP TABLE sent_rows (${columns.join(', ')})`);
		const described = (await (await session.connection.run('DESCRIBE sent_rows')).getRows()).map(([, type]) =>
			String(type),
		);
		const appender = await session.connection.createAppender('sent_rows', 'main', 'temp');
		for await (const batch of reader) {
			append(appender, batch, fields, types, done.rows);
			done.batches += 1;
			done.rows += batch.numRows;
		}
		appender.closeSync();
		await session.connection.run('CREATE OR REPLACE TEMP VIEW sent AS SELECT rowid + 1 AS n, * FROM sent_rows');
		if (!isFile && !end.equals(streamEnd))
			remarks.push(
				`The Arrow stream has no end-of-stream marker after ${readSoFar(done)}. Rows may be missing. If so, export or upload it again.`,
			);
		return {
			format: isFile ? 'Arrow' : 'Arrow stream',
			options: {},
			sheets: [],
			remarks,
			columns: described.map((type, index) => ({ name: fields[index]?.name ?? '', type, isText: false })),
			rows: done.rows,
			rejected: { total: 0, first: [] },
		};
	} catch (error) {
		throw error instanceof EngineError ? error : unreadableArrow(error, done);
	} finally {
		await handle.close();
	}
}

interface ArrowField extends ArrowReading {
	readonly name: string;
}

/** @throws EngineError that names the first column that can't be read */
function fieldsOf(schema: Schema, remarks: string[]): ArrowField[] {
	if (schema.fields.length === 0) throw unreadable('The Arrow file has no columns. Choose another file.');
	const given = schema.fields.map(({ name }) => name);
	const names = headerNames(given, given.length, remarks);
	return schema.fields.map((field, index) => {
		const reading = readingOf(field);
		const name = names[index] ?? '';
		if (typeof reading === 'string')
			throw unreadable(
				`The column "${name}" is ${reading}, which can’t be read. Export it as another type, such as text.`,
			);
		if (reading.remark !== undefined) remarks.push(`Column "${name}": ${reading.remark}.`);
		return { ...reading, name };
	});
}

/** @param before number of rows in earlier batches */
function append(
	appender: DuckDBAppender,
	batch: RecordBatch,
	fields: readonly ArrowField[],
	types: readonly DuckDBType[],
	before: number,
): void {
	const columns = fields.map(({ name, valuesOf }, index) => {
		const data = batch.data.children[index];
		if (data === undefined || data.length < batch.numRows) throw new Error(`column "${name}" has too few values`);
		return { name, valueAt: valuesOf(data) };
	});
	for (let from = 0; from < batch.numRows; from += rowsAtOnce) {
		const length = Math.min(rowsAtOnce, batch.numRows - from);
		const chunk = DuckDBDataChunk.create(types, length);
		for (const [index, { name, valueAt }] of columns.entries()) {
			const values: DuckDBValue[] = [];
			try {
				for (let row = from; row < from + length; row += 1) values.push(valueAt(row));
				chunk.setColumnValues(index, values);
			} catch (error) {
				if (!(error instanceof RangeError)) throw error;
				const row = (before + from + values.length + 1).toLocaleString('en-US');
				throw unreadable(
					`Column "${name}", row ${row}: ${error.message}. Correct the value, or export the column as another type.`,
				);
			}
		}
		appender.appendDataChunk(chunk);
	}
}

const readSoFar = ({ batches, rows }: { readonly batches: number; readonly rows: number }): string =>
	`${count(batches, 'record batch', 'record batches')} with ${count(rows, 'row')}`;

/** Replaces the library's messages, which are about its internals. */
function unreadableArrow(error: unknown, done: Parameters<typeof readSoFar>[0]): EngineError {
	const message = error instanceof Error ? error.message : '';
	const type = unknownTypes[/^Unrecognized type: "(\w+)"/.exec(message)?.[1] ?? ''];
	if (type !== undefined)
		return unreadable(`A column in the Arrow file is ${type}, which can’t be read. Export it as another type.`);
	const why = /^Expected to read/.test(message) ? 'is incomplete' : 'is corrupt';
	const after = done.batches === 0 ? '' : ` after ${readSoFar(done)}`;
	return unreadable(`The Arrow file ${why}${after}. Export or upload it again.`);
}

/** Types that the library doesn't know, by number: https://github.com/apache/arrow/blob/main/format/Schema.fbs */
const unknownTypes: Readonly<Record<string, string>> = {
	RunEndEncoded: 'run-end encoded',
	ListView: 'a list view',
	LargeListView: 'a list view',
};
