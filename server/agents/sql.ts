import type { DatasetCoordinate } from '#contract/dataset.ts';
import { quotedPath } from '#lib/sql/quoting.ts';

/** A dataset as a statement addresses it. */
export const tableOf = (it: DatasetCoordinate): string => quotedPath([it.owner, it.namespace, it.datasetName]);
