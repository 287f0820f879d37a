import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** What keeps a service from doing all that it offers, until somebody mends it. */
export const ServiceProblem = z.looseObject({
	/** As in the `error_code` of what is refused because of it. */
	code: z.string(),
	message: z.string(),
});
export type ServiceProblem = z.infer<typeof ServiceProblem>;

/** What is kept of versions of a dataset besides the current one: the newest so many, and all that are younger. */
export const VersionRetention = z.looseObject({ versions: z.int(), days: z.number() });
export type VersionRetention = z.infer<typeof VersionRetention>;

export const ServiceStatus = z.looseObject({
	problems: z.array(ServiceProblem),
	datasetVersions: z.optional(VersionRetention),
});

export const getStatus = {
	id: 'getStatus',
	summary: 'Get the current problems of the service, and what it keeps',
	tier: 'status/1',
	method: 'GET',
	path: '/status',
	status: 200,
	result: ServiceStatus,
	errors: [],
} as const satisfies Operation;
