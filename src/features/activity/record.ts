import * as z from 'zod/mini';
import type { Exchange } from '../../api/http.ts';
import { Activity, storeActivities } from '../../storage/activity.ts';
import { readText, removeText, type Scope, writeText } from '../../storage/web-storage.ts';
import { toActivity } from './entry.ts';

export interface Noted {
	readonly exchange: Exchange;
	readonly scope: Scope;
}

/** Stores finished requests. A failure here never fails a request. */
export async function recordActivity(noted: readonly Noted[]): Promise<void> {
	const left = takeLeft();
	for (const { scope, activities } of [...left, ...byScope(noted)]) {
		await storeActivities(scope, activities).catch(() => {});
	}
}

/** Hands finished requests to the tab's next page, since a closing page has no time to store them. Secrets are removed first. */
export function leaveActivity(noted: readonly Noted[]): void {
	const portions = [...takeLeft(), ...byScope(noted)];
	if (portions.length > 0) writeText('session', leftKey, JSON.stringify(portions));
}

const leftKey = 'dataset-console/activity-left/1';

const Left = z.array(
	z.object({ scope: z.object({ service: z.string(), user: z.string() }), activities: z.array(Activity) }),
);
type Portion = z.infer<typeof Left>[number];

function takeLeft(): Portion[] {
	const text = readText('session', leftKey);
	if (text === null) return [];
	removeText('session', leftKey);
	try {
		return Left.safeParse(JSON.parse(text)).data ?? [];
	} catch {
		return [];
	}
}

/** The stored form of the requests, grouped by user and service. */
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
