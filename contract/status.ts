import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** What limits the service until someone fixes it. */
export const ServiceProblem = z.looseObject({
	/** As in the `error_code` of requests it rejects because of this. */
	code: z.string(),
	message: z.string(),
});
export type ServiceProblem = z.infer<typeof ServiceProblem>;

/** Old versions of a dataset that are kept: the newest `versions`, plus all younger than `days`. */
export const VersionRetention = z.looseObject({ versions: z.int(), days: z.number() });
export type VersionRetention = z.infer<typeof VersionRetention>;

export const ServiceStatus = z.looseObject({
	problems: z.array(ServiceProblem),
	datasetVersions: z.optional(VersionRetention),
});

export const getStatus = {
	id: 'getStatus',
	summary: 'Get the service’s current problems and version retention',
	tier: 'status/1',
	method: 'GET',
	path: '/status',
	status: 200,
	result: ServiceStatus,
	errors: [],
} as const satisfies Operation;
