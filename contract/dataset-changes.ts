import { DatasetCoordinate, DatasetPath } from './dataset.ts';
import { Name } from './ids.ts';
import type { Operation } from './operation.ts';

/** The body has only the new name. References to the dataset follow, except in payloads, which are never rewritten. */
export const renameDataset = {
	id: 'renameDataset',
	summary: 'Rename a dataset and update references to it, except in code',
	tier: 'dataset-changes/1',
	method: 'POST',
	path: '/data/{username}/{namespace}/{datasetName}/rename',
	params: DatasetPath,
	body: Name,
	bodyFormat: 'text',
	status: 200,
	result: DatasetCoordinate,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;
