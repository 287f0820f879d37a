import { type DatasetSchema, getSchema } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { call } from '../../../api/http.ts';
import { readAgain } from '../../../api/retry.ts';
import { countOf } from '../../../lib/format.ts';
import { ZipFile } from '../../../lib/zip/zip-file.ts';
import { datasetParams } from '../../names/queries.ts';
import { serviceRows } from '../dataset/service-rows.ts';
import { sumOf } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';

interface BundleInput {
	/** `owner/name` of the namespace. */
	readonly namespace: string;
	readonly service: string;
	readonly at: Date;
	readonly facts: NamespaceFacts;
	readonly withRows: boolean;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: BundleProgress) => void;
}

/** `rows` of `total` rows read, currently of dataset `name`. */
export interface BundleProgress {
	readonly name: string;
	readonly rows: number;
	readonly total: number;
}

export interface Bundle {
	readonly file: Blob;
	/** Why a dataset's rows are missing, by name; null if they're in the file. */
	readonly problems: ReadonlyMap<string, string | null>;
}

/** Packs a namespace into a zip. A dataset with unreadable rows is included without them. @throws AbortError, ApiError */
export async function makeBundle(input: BundleInput): Promise<Bundle> {
	const { facts, signal, onProgress } = input;
	const datasets = facts.datasets.data?.items ?? [];
	const zip = new ZipFile();
	const total = sumOf(datasets, (dataset) => dataset.rows);
	const schemas: DatasetSchema[] = [];
	const problems = new Map<string, string | null>();
	const contents: string[] = [];
	const taken = new Set<string>();
	let before = 0;
	for (const dataset of datasets) {
		const { datasetName } = dataset;
		const params = datasetParams(dataset);
		const read = () => readAgain(() => call(getSchema, { params }, { signal }), signal);
		const schema = await read();
		schemas.push(schema);
		onProgress({ name: datasetName, rows: before, total });
		const file = `data/${freeName(datasetName, taken)}.parquet`;
		try {
			if (!input.withRows) throw new Error('This service doesn’t return rows.');
			const rows = await serviceRows(schema, schema).export(
				{ format: 'parquet', columns: schema.columns.map((_, index) => index), guardFormulas: false },
				{ signal, onProgress: ({ done }) => onProgress({ name: datasetName, rows: before + done, total }) },
			);
			const after = await read();
			if (after.version !== schema.version)
				throw new Error('The rows changed while they were being read. Download the backup again.');
			await zip.addBlob(file, rows);
			problems.set(datasetName, null);
			contents.push(`${file}: ${countOf(schema.rows, 'row')}`);
		} catch (error) {
			signal.throwIfAborted();
			const { message } = errorFacts(error);
			problems.set(datasetName, message);
			contents.push(`${datasetName}: ROWS NOT INCLUDED. ${message}`);
		}
		before += schema.rows;
	}
	const addJson = (name: string, value: unknown) => zip.addText(name, `${JSON.stringify(value, null, '\t')}\n`);
	addJson('build-specs.json', facts.uses?.map((use) => use.spec) ?? []);
	addJson('links.json', facts.links.data?.items ?? []);
	addJson('schemas.json', schemas);
	zip.addText('README.txt', readmeOf(input, contents));
	return { file: zip.finish(), problems };
}

/** Some file systems ignore case. */
function freeName(name: string, taken: Set<string>): string {
	let free = name;
	for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} (${number})`;
	taken.add(free.toLowerCase());
	return free;
}

const readmeOf = ({ namespace, service, at }: BundleInput, contents: readonly string[]): string =>
	[
		`Backup of the namespace ${namespace} from ${service}, created ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
		'',
		'data/               the rows of each dataset, as Parquet',
		'schemas.json        columns in order, with types and descriptions',
		'build-specs.json    BuildSpecs that read or write the namespace, as saved',
		'links.json          links to, from or within the namespace',
		'',
		...contents,
		'',
		'To restore rows, choose the files in data/ one at a time on the Ingest page of the console,',
		'and save each to the dataset with the same name. If a BuildSpec builds a dataset, you can build it again instead.',
		'',
		"The Parquet files open in DuckDB (SELECT * FROM 'data/name.parquet'), pandas, Polars, Spark and many others.",
		'',
	].join('\n');
