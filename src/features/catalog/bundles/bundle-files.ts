import * as z from 'zod/mini';
import { BuildSpec } from '#contract/build-spec.ts';
import { DatasetSchema } from '#contract/dataset.ts';
import { ListedLink } from '#contract/link.ts';
import { countOf } from '../../../lib/format.ts';

export const bundleFormat = 'dataset-console-bundle/1';

/** What `bundle.json` says of its zip. */
export const Manifest = z.looseObject({
	format: z.literal(bundleFormat),
	service: z.string(),
	owner: z.string(),
	namespace: z.string(),
	madeAt: z.string(),
	datasets: z.array(
		z.looseObject({
			datasetName: z.string(),
			rows: z.int(),
			file: z.nullable(z.string()),
			problem: z.optional(z.string()),
		}),
	),
});
export type Manifest = z.infer<typeof Manifest>;

/** What a bundle holds besides rows; what the service did not list is not in it. */
export interface Bundle {
	readonly manifest: Manifest;
	readonly buildSpecs: readonly BuildSpec[];
	readonly links: readonly ListedLink[];
	readonly schemas: readonly DatasetSchema[];
}

export const names = {
	manifest: 'bundle.json',
	buildSpecs: 'build-specs.json',
	links: 'links.json',
	schemas: 'schemas.json',
	readme: 'README.txt',
} as const;

const lists = { buildSpecs: z.array(BuildSpec), links: z.array(ListedLink), schemas: z.array(DatasetSchema) };

/**
 * Reads what a bundle's zip holds besides rows.
 * @throws Error in words where it is no bundle
 */
export async function readBundle(file: Blob): Promise<Bundle> {
	const { unzip } = await import('./bundle-zip.ts');
	const texts = await unzip(file, Object.values(names));
	const read = (name: string): unknown => {
		const text = texts.get(name);
		if (text === undefined) throw new Error(`There is no ${name} in it: this is no bundle of the console.`);
		try {
			return JSON.parse(text);
		} catch {
			throw new Error(`${name} in it is damaged: it is not JSON.`);
		}
	};
	const manifest = Manifest.safeParse(read(names.manifest));
	if (!manifest.success) throw new Error(`${names.manifest} in it is not as a bundle has it.`);
	const list = <T extends z.ZodMiniType>(name: string, schema: T): z.output<T> => {
		const parsed = schema.safeParse(read(name));
		if (!parsed.success) throw new Error(`${name} in it is not as a bundle has it.`);
		return parsed.data;
	};
	return {
		manifest: manifest.data,
		buildSpecs: list(names.buildSpecs, lists.buildSpecs),
		links: list(names.links, lists.links),
		schemas: list(names.schemas, lists.schemas),
	};
}

/** For whoever opens the zip without the console. */
export function readmeOf({ owner, namespace, service, madeAt, datasets }: Manifest): string {
	const kept = datasets.filter((it) => it.file !== null);
	const missing = datasets.filter((it) => it.file === null);
	return [
		`What was in the namespace ${owner}/${namespace} of ${service} at ${madeAt}.`,
		'',
		'data/               the rows of each dataset, as Parquet',
		'schemas.json        columns in their order, with types and descriptions',
		'build-specs.json    BuildSpecs that read or write the namespace, as they were saved',
		'links.json          links with an end in the namespace',
		'bundle.json         what is in here',
		'',
		...kept.map((it) => `${it.file}: ${countOf(it.rows, 'row')}`),
		...missing.map((it) => `${it.datasetName}: ITS ROWS ARE NOT IN HERE. ${it.problem ?? ''}`),
		'',
		'How to bring it back',
		'',
		`1. In the console open the namespace ${owner}/${namespace}, "Rename and wipe", "Bring back a bundle", and choose this zip.`,
		'   BuildSpecs that are gone are created again under new ids. Links are made again between datasets that are there.',
		'   Descriptions and column orders are written to datasets that are there with the same columns.',
		'2. Rows are not brought back by that. Where the service takes rows in, choose the files in data/ one after the other on',
		'   the page "Ingest" of the console, and save all of each into the dataset of its name. Do it before 1: descriptions',
		'   and links need their datasets. A dataset that a BuildSpec builds comes back by building it.',
		'',
		"The Parquet files open in DuckDB (SELECT * FROM 'data/name.parquet'), pandas, Polars, Spark and many others.",
		'',
	].join('\n');
}
