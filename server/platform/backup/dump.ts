import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { Catalog, Db } from '../../store/catalog/catalog.ts';
import { CatalogDump, dumpCatalog } from '../../store/catalog/dump.ts';
import { catalogIds } from '../../store/catalog/schema/catalog-ids.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { ingestionChunks, ingestions } from '../../store/catalog/schema/ingestions.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { runOutputs, runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { datasetData, outputData, uploadedData } from '../parts/corrupt-data.ts';
import { durableObjects } from '../parts/named-objects.ts';
import { partsOf } from '../parts/parts.ts';
import { BackupError } from './format.ts';

const Part = z.object({
	sha256: z.string(),
	rows: z.number(),
	bytes: z.number(),
	columns: z.record(z.string(), z.object({ type: z.string(), min: z.string(), max: z.string(), nulls: z.number() })),
});

/** Rows that are stored according to the catalog. */
const DumpedRows = z.object({
	/** What they are, in the wording of `held`. */
	what: z.string(),
	sha256: z.string(),
	rows: z.number(),
	bytes: z.number(),
	/** Empty if they are a single object. */
	parts: z.array(Part),
});
export type DumpedRows = z.infer<typeof DumpedRows>;

const Dumped = z.object({
	catalogue: CatalogDump,
	catalogueId: z.uuid(),
	/** SHA-256 of the referenced objects. */
	objects: z.array(z.string()),
	/** What each object contains, by SHA-256; objects that only a run in progress reads aren't listed. */
	held: z.record(z.string(), z.object({ what: z.string(), remedy: z.string() })),
	/** Rows of datasets, by name. */
	rows: z.array(DumpedRows),
});
export type Dumped = z.infer<typeof Dumped>;

/** Where the service puts a requested dump. */
export const dumpFolder = (dataDir: string, id: string): string => join(dataDir, 'backups', id);

/** Dumps the catalog into its own folder; `dump.json` there lists what it references. */
export async function dumpForBackup(catalog: Catalog, dataDir: string, id: string): Promise<void> {
	const folder = dumpFolder(dataDir, id);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const { also, ...dump } = await dumpCatalog(catalog, folder, async (tx) => ({
		catalogueId: (await tx.select().from(catalogIds))[0]?.id ?? '',
		objects: [...(await durableObjects(tx))].sort(),
		held: await heldData(tx),
		rows: await rowsOfDatasets(tx),
	}));
	const dumped: Dumped = { catalogue: dump, ...also };
	await writeFile(join(folder, 'dump.json'), JSON.stringify(dumped), { mode: 0o600 });
}

/** If a dataset and a run's output share an object, the dataset is named. */
async function heldData(tx: Db): Promise<Dumped['held']> {
	const inNamespace = { owner: users.username, namespace: namespaces.name };
	const chunks = await tx
		.select({ ...inNamespace, dataset: ingestions.dataset, sha256: ingestionChunks.object })
		.from(ingestionChunks)
		.innerJoin(ingestions, eq(ingestions.id, ingestionChunks.ingestionId))
		.innerJoin(namespaces, eq(namespaces.id, ingestions.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId));
	const destination = sql<DatasetCoordinate | null>`${runs.definition} -> 'destination'`;
	const outputs = await tx
		.select({ sha256: runOutputs.sha256, name: runOutputs.name, runId: runs.id, destination })
		.from(runOutputs)
		.innerJoin(runs, eq(runs.id, runOutputs.runId));
	const { version, sha256: whole } = datasetVersions;
	const rows = await tx
		.select({ ...inNamespace, dataset: datasets.name, current: datasets.version, version, whole, part: parts.sha256 })
		.from(datasetVersions)
		.innerJoin(datasets, eq(datasets.id, datasetVersions.datasetId))
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.leftJoin(parts, eq(parts.content, whole))
		// The last entry for an object describes it, so later versions take precedence.
		.orderBy(version);
	const nameOf = (row: { owner: string; namespace: string; dataset: string }) =>
		`${row.owner}/${row.namespace}/${row.dataset}`;
	return Object.fromEntries([
		...chunks.map((row) => [row.sha256, uploadedData(nameOf(row))]),
		...outputs.map((row) => [row.sha256, outputData(row.name, row.runId, row.destination)]),
		...rows.map((row) => [
			row.part ?? row.whole,
			datasetData(row.version === row.current ? nameOf(row) : `version ${row.version} of ${nameOf(row)}`),
		]),
	]);
}

async function rowsOfDatasets(tx: Db): Promise<DumpedRows[]> {
	const stored = await tx
		.select({ owner: users.username, namespace: namespaces.name, dataset: datasets.name, row: datasets })
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.orderBy(users.folded, namespaces.folded, datasets.folded);
	const names = stored.map(({ row }) => row.sha256);
	const found = await partsOf(tx, names);
	return stored.map(({ owner, namespace, dataset, row: { sha256, rows, bytes } }) => ({
		what: datasetData(`${owner}/${namespace}/${dataset}`).what,
		...{ sha256, rows, bytes },
		parts: (found.get(sha256) ?? []).flatMap(({ sha256: part, known }) =>
			known === null ? [] : [{ sha256: part, ...known, columns: { ...known.columns } }],
		),
	}));
}

/** @throws BackupError for an incomplete dump */
export async function readDump(folder: string): Promise<Dumped> {
	const text = await readFile(join(folder, 'dump.json'), 'utf8');
	try {
		return Dumped.parse(JSON.parse(text));
	} catch {
		throw new BackupError(`The catalog dump in ${folder} is corrupt or incomplete. Use another dump or a backup.`);
	}
}
