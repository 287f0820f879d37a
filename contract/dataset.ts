import * as z from 'zod/mini';
import { foldName, Name } from './ids.ts';

/** A dataset's address. Answers are read leniently; what is sent must hold valid names. */
export const DatasetCoordinate = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
});
export type DatasetCoordinate = { owner: string; namespace: string; datasetName: string };

export const NamedDatasetCoordinate = z.object({ owner: Name, namespace: Name, datasetName: Name });

/** A column of a dataset or a result; `type` is the engine's name of it, for example `BIGINT` or `DECIMAL(38,0)`. */
export const Column = z.looseObject({ name: z.string(), type: z.string() });
export type Column = z.infer<typeof Column>;

/** `owner/namespace/dataset`: how the console writes a coordinate. */
export const formatCoordinate = (it: DatasetCoordinate): string => `${it.owner}/${it.namespace}/${it.datasetName}`;

/** A key under which equal coordinates, by the service's comparison of names, are the same. */
export const coordinateKey = (it: DatasetCoordinate): string =>
	[it.owner, it.namespace, it.datasetName].map(foldName).join('/');
