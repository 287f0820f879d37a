import * as z from 'zod/mini';
import { integer } from './ids.ts';
import type { Operation } from './operation.ts';

/** Activity of a namespace on one day. Days without activity are left out. */
export const NamespaceDay = z.looseObject({
	username: z.string(),
	namespace: z.string(),
	day: z.iso.date(),
	/** Dataset versions written. */
	changes: z.int(),
	/** Failed builds whose runs are still kept. 0 for readers. */
	failedBuilds: z.int(),
});
export type NamespaceDay = z.infer<typeof NamespaceDay>;

export const mostActivityDays = 90;

export const listNamespaceActivity = {
	id: 'listNamespaceActivity',
	summary: 'List the daily activity in namespaces that the caller can read, oldest first',
	tier: 'namespace-activity/1',
	method: 'GET',
	path: '/namespaces/activity',
	query: z.object({
		/** Number of days including today. Default: 14. */
		days: z.optional(z.string().register(z.globalRegistry, integer(1, mostActivityDays))),
		/** Minutes east of UTC, for the day boundaries. Default: 0. */
		utcOffset: z.optional(z.string().register(z.globalRegistry, integer(-840, 840))),
	}),
	status: 200,
	items: NamespaceDay,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;
