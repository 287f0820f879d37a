import type { DatasetCoordinate } from '#contract/dataset.ts';
import { quotedPath } from '#lib/sql/quoting.ts';

/** A dataset as a statement addresses it. */
export const tableOf = (coordinate: DatasetCoordinate): string =>
	quotedPath([coordinate.owner, coordinate.namespace, coordinate.datasetName]);
