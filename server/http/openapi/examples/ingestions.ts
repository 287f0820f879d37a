import * as cleaning from '#contract/file-cleaning.ts';
import * as file from '#contract/file-ingestion.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import * as ingest from '#contract/ingest.ts';
import { add, at, aviation, ingestionId, later, page, sha256 } from './example.ts';

add(ingest.previewIngest, {
	body: {
		data: [{ iata: ' abe ', opened: '31.12.1929' }],
		link: { ExactMatch: null },
		description: 'Airports with their opening dates',
		schema: { iata: 'IATA code of the airport', opened: 'Date' },
	},
	result: [
		{
			iata: 'abe',
			opened: '1929-12-31',
			__metadata_normalize:
				'Processed by rules\niata: spaces: " abe " became "abe" (leading and trailing spaces)\nopened: date: "31.12.1929" became "1929-12-31" (day first)',
		},
	],
});
add(ingest.getPreviewFacts, {
	result: {
		model: null,
		limits: { bodyBytes: 8_388_608, records: 10_000, fields: 500, fieldText: 100_000, text: 10_000 },
	},
});
const target = { owner: 'demo', namespace: 'aviation', datasetName: 'openings' };
const mapping = [
	{ from: 'iata', column: 'iata', type: 'VARCHAR' },
	{ from: 'opened', column: 'opened', type: 'DATE' },
];
const ingestion = {
	id: ingestionId,
	state: 'open',
	target,
	mode: 'create',
	...{ rows: 2, rejected: 0, chunks: 1, bytes: 71, version: null, error: null },
	by: 'demo',
	...{ createdAt: at, updatedAt: later, finishedAt: null, seenAt: null },
};
const chunk = { chunk: 1, sha256, rows: 2, bytes: 71 };
const detail = {
	...ingestion,
	mapping,
	misfits: 'aside',
	received: [chunk],
	columns: mapping.map(({ column, type }) => ({ name: column, type })),
	rejectedRows: [],
};
const committed = {
	...{ state: 'committed', rows: 1, rejected: 1, version: 1, updatedAt: later, finishedAt: later },
	rejectedRows: [
		{
			row: 2,
			reasons: [{ column: 'opened', message: '"unknown" isn’t a valid date' }],
			values: { iata: 'XXX', opened: 'unknown' },
		},
	],
};
add(ingest.startIngestion, {
	body: { target, mode: 'create', mapping, misfits: 'aside' },
	result: { ...detail, rows: 0, chunks: 0, bytes: 0, received: [], updatedAt: at },
});
add(ingest.putChunk, {
	params: { ingestionId, chunk: '1' },
	query: { sha256 },
	body: '{"iata":"ABE","opened":"1929-12-31"}\n{"iata":"XXX","opened":"unknown"}\n',
	result: chunk,
});
add(ingest.commitIngestion, {
	params: { ingestionId },
	body: { chunks: 1 },
	result: { ...detail, ...committed, received: [] },
});
add(ingest.cancelIngestion, { params: { ingestionId }, result: undefined });
add(ingest.listIngestions, { query: { ...page, ...aviation, unseen: 'true' }, result: { items: [ingestion] } });
add(ingest.getIngestion, { params: { ingestionId }, result: { ...detail, ...committed, received: [] } });
add(ingest.markIngestionSeen, { params: { ingestionId }, result: { ...ingestion, state: 'committed', seenAt: later } });

const fileName = 'openings.csv';
const noEffect = { added: 0, changed: 0, unchanged: 0, removed: 0 };
add(startFileIngestion, {
	body: { target, mode: 'create', file: { name: fileName } },
	result: { ...detail, fileName, mapping: [], columns: [], rows: 0, chunks: 0, bytes: 0, received: [], updatedAt: at },
});
add(file.putFilePiece, {
	params: { ingestionId, piece: '1' },
	query: { sha256 },
	body: 'iata,opened\nABE,1929-12-31\nXXX,unknown\n' as unknown as File,
	result: { ...chunk, rows: 0 },
});
add(file.reviewFile, {
	params: { ingestionId },
	body: {
		options: { delimiter: ',' },
		columns: [
			{ from: 'iata', column: 'iata' },
			{ from: 'opened', column: 'opened', type: 'DATE', misfits: 'null' },
		],
	},
	result: {
		format: 'CSV, comma, UTF-8',
		options: { delimiter: ',', quote: '"', encoding: 'utf-8', preamble: 0, headerRows: 1, fillShort: false },
		sheets: [],
		remarks: [],
		rows: 2,
		columns: [
			{
				...{ from: 'iata', column: 'iata', type: 'VARCHAR', format: null, values: 2, misfits: 0 },
				...{ firstMisfits: [], action: null, ambiguous: false, choices: [] },
			},
			{
				...{ from: 'opened', column: 'opened', type: 'DATE', format: null, values: 2, misfits: 1 },
				firstMisfits: [{ value: 'unknown', count: 1, row: 2 }],
				...{ action: 'null', ambiguous: false, choices: [{ type: 'DATE', format: null, misfits: 1 }] },
			},
		],
		rejectedLines: { total: 0, first: [] },
		skippedRows: 0,
		sample: [
			['ABE', '1929-12-31'],
			['XXX', 'unknown'],
		],
		effect: { ...noEffect, added: 2 },
		duplicateKeys: { total: 0, first: [] },
		basis: 'new:Zk3cQ8vXnT0bWy5aHs2LpA',
		problems: [],
	},
});
add(cleaning.cleanFile, {
	params: { ingestionId },
	result: {
		isDone: true,
		values: 2,
		done: 2,
		columns: [
			{
				from: 'opened',
				values: 2,
				done: 2,
				holds: 'date, day first',
				rules: [
					{
						rule: 'date',
						count: 1,
						examples: [{ before: '31/12/1929', after: '1929-12-31', why: 'day first', count: 1 }],
					},
				],
				unsure: {
					count: 1,
					first: [{ value: '04/13/1929', why: 'not a valid date with the day first', count: 1 }],
				},
			},
		],
	},
});
add(file.uploadFile, {
	params: { username: target.owner, namespace: target.namespace, datasetName: target.datasetName, fileName },
	query: { misfits: 'null' },
	body: 'iata,opened\nABE,1929-12-31\nXXX,unknown\n' as unknown as File,
	result: { ...detail, ...committed, fileName, received: [] },
});
