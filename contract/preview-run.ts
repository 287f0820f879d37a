import * as z from 'zod/mini';
import { BuildRun, PreviewQuery } from './build-run.ts';
import { BuildSpecEdit } from './build-spec.ts';
import { Check, maxChecks } from './check.ts';
import { Uuid } from './ids.ts';
import type { Operation } from './operation.ts';

export const startPreviewRun = {
	id: 'startPreviewRun',
	summary: 'Preview a BuildSpec as saved, or with the changes in the body',
	tier: 'preview-runs/1',
	method: 'POST',
	path: '/build-specs/{buildSpecId}/preview-runs',
	params: z.object({ buildSpecId: Uuid }),
	query: PreviewQuery,
	/** `checks`: used instead of the saved checks. */
	body: z.extend(BuildSpecEdit, { checks: z.optional(z.array(Check).check(z.maxLength(maxChecks))) }),
	bodyOptional: true,
	status: 202,
	result: BuildRun,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;
