import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** What keeps a service from doing all that it offers, until somebody mends it. */
export const ServiceProblem = z.looseObject({
	/** As in the `error_code` of what is refused because of it. */
	code: z.string(),
	message: z.string(),
});
export type ServiceProblem = z.infer<typeof ServiceProblem>;

export const ServiceStatus = z.looseObject({ problems: z.array(ServiceProblem) });

export const getStatus = {
	id: 'getStatus',
	summary: 'What the service cannot do at present, and why',
	tier: 'status/1',
	method: 'GET',
	path: '/status',
	status: 200,
	result: ServiceStatus,
	errors: [],
} as const satisfies Operation;
