import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { mostActivityDays, type NamespaceDay } from '#contract/namespace-activity.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { visibleNamespaces } from '../access/namespace-access.ts';
import { type Caller, tokenAllowsAll } from '../core/caller.ts';
import type { Page } from '../core/page.ts';
import { invalid } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';

interface Query {
	readonly days?: string | undefined;
	readonly utcOffset?: string | undefined;
}

/** Events in each namespace that the caller's token may read completely. @throws ServiceError VALIDATION_FAILED */
export async function listNamespaceActivity(
	{ catalog: { db }, now }: Platform,
	caller: Caller,
	query: Query,
): Promise<Page<NamespaceDay>> {
	const days = readInteger('days', query.days ?? '14', 1, mostActivityDays);
	const offset = readInteger('utcOffset', query.utcOffset ?? '0', -840, 840);
	const visible = await visibleNamespaces(db, caller);
	const whole = visible.filter(({ owner, name }) => tokenAllowsAll(caller, 'read', owner, name));
	if (whole.length === 0) return { items: [] };
	const byId = new Map(whole.map((namespace) => [namespace.id, namespace]));
	const ids = [...byId.keys()];
	// Runs belong to their users; but users who may build into a namespace see others' failures there.
	const own = whole.filter(({ role }) => role !== 'viewer').map(({ id }) => id);
	const here = now().getTime() + offset * 60_000;
	const today = here - (here % dayMs);
	const since = new Date(today - (days - 1) * dayMs - offset * 60_000);
	const dayOf = (time: unknown) =>
		sql<string>`to_char((${time} AT TIME ZONE 'UTC') + make_interval(mins => ${sql.raw(String(offset))}), 'YYYY-MM-DD')`;
	const count = sql<number>`count(*)`.mapWith(Number);
	const writtenOn = dayOf(datasetVersions.at);
	const written = await db
		.select({ id: datasets.namespaceId, day: writtenOn, count })
		.from(datasetVersions)
		.innerJoin(datasets, eq(datasets.id, datasetVersions.datasetId))
		.where(and(inArray(datasets.namespaceId, ids), gte(datasetVersions.at, since)))
		.groupBy(datasets.namespaceId, writtenOn);
	const failedOn = dayOf(runs.finishedAt);
	const destination = sql<string>`${runs.work} ->> 'namespaceId'`;
	const failed = await db
		.select({ id: destination, day: failedOn, count })
		.from(runs)
		.where(
			and(eq(runs.kind, 'build'), eq(runs.state, 'failed'), gte(runs.finishedAt, since), inArray(destination, own)),
		)
		.groupBy(destination, failedOn);
	const found = new Map<string, NamespaceDay>();
	const dayIn = (id: string, day: string): NamespaceDay | undefined => {
		const namespace = byId.get(id);
		if (namespace === undefined) return undefined;
		const key = `${day} ${id}`;
		const known = found.get(key) ?? {
			...{ username: namespace.owner, namespace: namespace.name, day, changes: 0, failedBuilds: 0 },
		};
		found.set(key, known);
		return known;
	};
	for (const { id, day, count } of written) Object.assign(dayIn(id, day) ?? {}, { changes: count });
	for (const { id, day, count } of failed) Object.assign(dayIn(id, day) ?? {}, { failedBuilds: count });
	return { items: [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item) };
}

const dayMs = 86_400_000;

function readInteger(path: string, text: string, least: number, most: number): number {
	const value = /^-?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
	if (value >= least && value <= most) return value;
	const message = `${path} must be a whole number from ${least} to ${most}, not "${text}".`;
	throw invalid([{ code: 'INVALID_VALUE', path, message }]);
}
