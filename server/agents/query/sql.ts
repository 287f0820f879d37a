import type { DatasetCoordinate } from '#contract/dataset.ts';
import { quotedPath } from '#lib/sql/quoting.ts';

export const tableOf = (coordinate: DatasetCoordinate): string =>
	quotedPath([coordinate.owner, coordinate.namespace, coordinate.datasetName]);
