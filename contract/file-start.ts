import * as z from 'zod/mini';
import { NamedDatasetCoordinate } from './dataset.ts';
import { withoutNul } from './ids.ts';
import { IngestionDetail, ingestionModes } from './ingest.ts';
import type { Operation } from './operation.ts';

// Separate from the rest of file ingestions, since every page checks whether a service accepts files.

/** A name in a file or a dataset. */
export const label = z.string().check(z.minLength(1), z.maxLength(1_000)).register(z.globalRegistry, withoutNul);
export const maxKeyColumns = 20;

export const NewFileIngestion = z.object({
	target: NamedDatasetCoordinate,
	mode: z.enum(ingestionModes),
	/** For `upsert`: the key columns. */
	key: z.optional(z.array(label).check(z.minLength(1), z.maxLength(maxKeyColumns))),
	/** The name helps detect the format. */
	file: z.object({
		name: label,
		/** Size of the whole file, in bytes. If given, a partial upload is neither reviewed nor written. */
		bytes: z.optional(z.int().check(z.minimum(0))),
	}),
});
export type NewFileIngestion = z.infer<typeof NewFileIngestion>;

export const startFileIngestion = {
	id: 'startFileIngestion',
	summary: 'Start uploading a file to a dataset',
	tier: 'file-ingestions/1',
	method: 'POST',
	path: '/file-ingestions',
	body: NewFileIngestion,
	status: 201,
	result: IngestionDetail,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;
