import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/**
 * The parts of the OpenAPI 3.1 document the console reads. `x-console-extension` is `<name>/<version>`; `parameters`
 * lists headers.
 */
export const Description = z.looseObject({
	openapi: z.string(),
	paths: z.record(
		z.string(),
		z.record(
			z.string(),
			z.looseObject({ 'x-console-extension': z.optional(z.string()), parameters: z.optional(z.unknown()) }),
		),
	),
});
export type Description = z.infer<typeof Description>;

export const getDescription = {
	id: 'getDescription',
	summary: 'Get this service’s OpenAPI 3.1 document',
	tier: 'description/1',
	method: 'GET',
	path: '/openapi.json',
	auth: 'public',
	status: 200,
	result: Description,
	errors: [],
} as const satisfies Operation;
