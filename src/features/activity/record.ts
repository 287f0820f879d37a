import * as z from 'zod/mini';
import type { Exchange } from '../../api/http.ts';
import { Activity, keepActivities } from '../../storage/activity.ts';
import { readText, removeText, type Scope, writeText } from '../../storage/web-storage.ts';
import { toActivity } from './entry.ts';

/** A finished request, and whose it was. */
export interface Noted {
	readonly exchange: Exchange;
	readonly scope: Scope;
}

/** Keeps finished requests. A browser that keeps nothing stops no request. */
export async function recordActivity(noted: readonly Noted[]): Promise<void> {
	const left = takeUp();
	for (const { scope, activities } of [...left, ...byScope(noted)]) {
		await keepActivities(scope, activities).catch(() => {});
	}
}

/**
 * Puts finished requests where the next page of this tab finds them: a page that goes has no time for more. They are
 * blanked before that, as all that is kept.
 */
export function leaveActivity(noted: readonly Noted[]): void {
	const portions = [...takeUp(), ...byScope(noted)];
	if (portions.length > 0) writeText('session', leftKey, JSON.stringify(portions));
}

const leftKey = 'dataset-console/activity-left/1';

const Left = z.array(
	z.object({ scope: z.object({ service: z.string(), user: z.string() }), activities: z.array(Activity) }),
);
type Portion = z.infer<typeof Left>[number];

function takeUp(): Portion[] {
	const text = readText('session', leftKey);
	if (text === null) return [];
	removeText('session', leftKey);
	try {
		return Left.safeParse(JSON.parse(text)).data ?? [];
	} catch {
		return [];
	}
}

/** What is kept of the requests, those of one person and service together. */
function byScope(noted: readonly Noted[]): Portion[] {
	const portions = new Map<string, Portion>();
	for (const { scope, exchange } of noted) {
		const key = JSON.stringify(scope);
		const portion: Portion = portions.get(key) ?? { scope, activities: [] };
		portions.set(key, portion);
		portion.activities.push(toActivity(exchange, scope.service));
	}
	return [...portions.values()];
}
