import * as z from 'zod/mini';
import { Id } from './ids.ts';
import type { Operation } from './operation.ts';

export const User = z.looseObject({
	id: Id,
	username: z.string(),
	/** Some services return neither. */
	name: z._default(z.string(), ''),
	email: z._default(z.string(), ''),
	/** Whether the user manages users and sees everyone's activity. Absent if the service has no admins. */
	admin: z.optional(z.boolean()),
});
export type User = z.infer<typeof User>;

export const getMe = {
	id: 'getMe',
	summary: 'Get the authenticated user',
	tier: 'core',
	method: 'GET',
	path: '/user/me',
	status: 200,
	result: User,
	errors: [],
} as const satisfies Operation;
