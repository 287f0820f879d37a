import type { BuildSpec } from '#contract/build-spec.ts';
import { type DatasetSchema, type DatasetSummary, getSchema } from '#contract/dataset.ts';
import type { ListedLink } from '#contract/link.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { call } from '../../../api/http.ts';
import { readAgain } from '../../../api/retry.ts';
import { ZipFile } from '../../../ui/zip-file.ts';
import type { NamespaceName } from '../wipe-radius.ts';
import { bundleFormat, type Manifest, names, readmeOf } from './bundle-files.ts';
import { datasetAsParquet } from './bundle-rows.ts';

export interface BundleInput {
	readonly namespace: NamespaceName;
	readonly service: string;
	/** What the service does not list is empty. */
	readonly datasets: readonly DatasetSummary[];
	readonly buildSpecs: readonly BuildSpec[];
	readonly links: readonly ListedLink[];
	/** Whether the service gives rows. */
	readonly withRows: boolean;
	readonly signal: AbortSignal;
	/** `rows` of all `total` rows were read; of `name` just now. */
	readonly onProgress: (progress: { name: string; rows: number; total: number }) => void;
}

export interface MadeBundle {
	readonly file: Blob;
	readonly manifest: Manifest;
}

/** Gathers a namespace into one zip. A dataset whose rows cannot be had is in it without them, and is told. @throws AbortError, ApiError */
export async function makeBundle(input: BundleInput): Promise<MadeBundle> {
	const { namespace, datasets, signal, onProgress } = input;
	const zip = new ZipFile();
	const total = datasets.reduce((sum, it) => sum + it.rows, 0);
	const schemas: DatasetSchema[] = [];
	const contents: Manifest['datasets'] = [];
	let before = 0;
	for (const { owner: username, namespace: its, datasetName } of datasets) {
		const params = { username, namespace: its, datasetName };
		const read = () => readAgain(() => call(getSchema, { params }, { signal }), signal);
		const schema = await read();
		schemas.push(schema);
		onProgress({ name: datasetName, rows: before, total });
		const file = `data/${fileNameIn(datasetName, contents)}.parquet`;
		try {
			if (!input.withRows) throw new Error('The service does not give rows.');
			const rows = await datasetAsParquet(schema, signal, (done) =>
				onProgress({ name: datasetName, rows: before + done, total }),
			);
			const after = await read();
			if (after.version !== schema.version) throw new Error('Its rows changed while they were read.');
			await zip.addBlob(file, rows);
			contents.push({ datasetName, rows: schema.rows, file });
		} catch (error) {
			signal.throwIfAborted();
			contents.push({ datasetName, rows: schema.rows, file: null, problem: errorFacts(error).message });
		}
		before += schema.rows;
	}
	const manifest: Manifest = {
		format: bundleFormat,
		service: input.service,
		owner: namespace.owner,
		namespace: namespace.name,
		madeAt: new Date().toISOString(),
		datasets: contents,
	};
	const json = (value: unknown) => `${JSON.stringify(value, null, '\t')}\n`;
	zip.addText(names.manifest, json(manifest));
	zip.addText(names.buildSpecs, json(input.buildSpecs));
	zip.addText(names.links, json(input.links));
	zip.addText(names.schemas, json(schemas));
	zip.addText(names.readme, readmeOf(manifest));
	return { file: zip.finish(), manifest };
}

/** Names that differ by case only are one file on some computers. */
function fileNameIn(name: string, others: Manifest['datasets']): string {
	const taken = new Set(others.map((it) => it.file?.toLowerCase()));
	for (let number = 1; ; number += 1) {
		const free = number === 1 ? name : `${name} (${number})`;
		if (!taken.has(`data/${free}.parquet`.toLowerCase())) return free;
	}
}
