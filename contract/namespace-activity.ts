import * as z from 'zod/mini';
import { integer } from './ids.ts';
import type { Operation } from './operation.ts';

/** What happened in a namespace on one day; days without anything are left out. */
export const NamespaceDay = z.looseObject({
	username: z.string(),
	namespace: z.string(),
	/** `2024-03-05`. */
	day: z.iso.date(),
	/** Versions of datasets that were written. */
	changes: z.int(),
	/** Builds that failed, as far as their runs are kept; 0 for who only reads. */
	failedBuilds: z.int(),
});
export type NamespaceDay = z.infer<typeof NamespaceDay>;

export const mostActivityDays = 90;

export const listNamespaceActivity = {
	id: 'listNamespaceActivity',
	summary: 'List the daily activity in the caller’s namespaces, oldest first',
	tier: 'namespace-activity/1',
	method: 'GET',
	path: '/namespaces/activity',
	query: z.object({
		/** How many days, today included. Default: 14. */
		days: z.optional(z.string().register(z.globalRegistry, integer(1, mostActivityDays))),
		/** Of the caller's clock, minutes east of UTC: where its days begin. Default: 0. */
		utcOffset: z.optional(z.string().register(z.globalRegistry, integer(-840, 840))),
	}),
	status: 200,
	items: NamespaceDay,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;
