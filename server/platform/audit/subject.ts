import { and, eq } from 'drizzle-orm';
import { startBuildPlan } from '#contract/build-plan.ts';
import { joinNames } from '#contract/dataset.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import { foldName, maxNameLength, Uuid } from '#contract/ids.ts';
import { renameNamespace } from '#contract/namespace.ts';
import { grantShare, revokeShare } from '#contract/permission.ts';
import { createToken } from '#contract/token.ts';
import { inviteUser, updateUser } from '#contract/user-admin.ts';
import { count } from '../../engine/format.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildPlanSteps } from '../../store/catalog/schema/build-plans.ts';
import { buildSpecs } from '../../store/catalog/schema/build-specs.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { ingestions } from '../../store/catalog/schema/ingestions.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { tokens } from '../../store/catalog/schema/tokens.ts';
import { users } from '../../store/catalog/schema/users.ts';
import type { Caller } from '../core/caller.ts';

interface Location {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName: string | null;
}

export interface Subject {
	/** The subject as named in the request, which reveals nothing hidden. */
	readonly asked: string;
	readonly resource: string;
	readonly detail: string;
	/** One or two: a link has two ends, and a renamed dataset has two names. */
	readonly locations: readonly Location[];
}

interface Request {
	readonly operationId: string;
	readonly params: unknown;
	readonly body: unknown;
}

/** Finds what a write request is about: from its names, from what its ids refer to, and from the names in its body. */
export async function subjectOf(db: Db, caller: Caller, { operationId, params, body }: Request): Promise<Subject> {
	const given = Object(params) as Record<string, string>;
	const named = locationsIn(given);
	const known = named.length > 0 ? { locations: named, label: '' } : await lookUp(db, given);
	const found = known.locations.length > 0 ? known.locations : inBody(caller, body);
	const locations = operationId === renameDataset.id ? [...found, ...renamedIn(found, body)] : found;
	const invited = operationId === inviteUser.id && body !== undefined ? [String(namesIn(body).username)] : [];
	const asked = named.length > 0 ? namesOf(named) : [...Object.values(given), ...invited].join('/');
	const texts = [known.label, (body === undefined ? undefined : details[operationId]?.(body)) ?? ''].filter(
		(text) => text !== '',
	);
	return {
		asked: asked === '' ? namesOf(found) : asked,
		resource: found.length > 0 ? namesOf(found) : asked,
		detail: texts.join(', ').slice(0, maxCharacters),
		locations,
	};
}

const maxCharacters = 500;

const namesOf = (locations: readonly Location[]): string =>
	locations
		.map(({ owner, namespace, datasetName }) =>
			joinNames([owner, namespace, ...(datasetName === null ? [] : [datasetName])]),
		)
		.join(' → ');

function locationsIn({ username, namespace, datasetName }: Record<string, string | undefined>): Location[] {
	if (username === undefined || namespace === undefined) return [];
	return [{ owner: username, namespace, datasetName: datasetName ?? null }];
}

interface Known {
	readonly locations: readonly Location[];
	/** Distinguishes several things in the same location. */
	readonly label: string;
}
const nothing: Known = { locations: [], label: '' };

/** What the ids in a URL refer to, regardless of access. */
async function lookUp(db: Db, ids: Record<string, string>): Promise<Known> {
	for (const [name, find] of Object.entries(finders)) {
		const id = ids[name];
		// Other strings can't be the id of anything.
		if (id !== undefined) return Uuid.safeParse(id).success ? { ...nothing, ...(await find(db, id)) } : nothing;
	}
	return nothing;
}

const finders: Readonly<Record<string, (db: Db, id: string) => Promise<Partial<Known>>>> = {
	async buildSpecId(db, id) {
		const { destinationOwner: owner, destinationNamespace: namespace, destinationDataset: datasetName } = buildSpecs;
		const locations = await db.select({ owner, namespace, datasetName }).from(buildSpecs).where(eq(buildSpecs.id, id));
		return { locations, label: `BuildSpec ${id}` };
	},
	async buildRunId(db, id) {
		const [run] = await db.select({ definition: runs.definition }).from(runs).where(eq(runs.id, id));
		const destination = run?.definition.destination;
		return { locations: destination ? [destination] : [], label: `run ${id}` };
	},
	async buildPlanId(db, id) {
		const { planId, position, destination } = buildPlanSteps;
		const isFirst = and(eq(planId, id), eq(position, 0));
		const [step] = await db.select({ destination }).from(buildPlanSteps).where(isFirst);
		return { locations: step === undefined ? [] : [step.destination], label: `downstream build ${id}` };
	},
	async linkId(db, id) {
		const [link] = await db.select().from(links).where(eq(links.id, id));
		if (link === undefined) return { label: `link ${id}` };
		const ends = [await locationOf(db, link.fromDatasetId), await locationOf(db, link.toDatasetId)];
		return { locations: ends.flat(), label: `link ${id}` };
	},
	async ingestionId(db, id) {
		const locations = await db
			.select({ owner: users.username, namespace: namespaces.name, datasetName: ingestions.dataset })
			.from(ingestions)
			.innerJoin(namespaces, eq(namespaces.id, ingestions.namespaceId))
			.innerJoin(users, eq(users.id, namespaces.ownerId))
			.where(eq(ingestions.id, id));
		return { locations, label: `ingestion ${id}` };
	},
	async tokenId(db, id) {
		const [token] = await db.select({ name: tokens.name }).from(tokens).where(eq(tokens.id, id));
		return { label: token === undefined ? '' : `token "${token.name}"` };
	},
};

const locationOf = (db: Db, datasetId: string): Promise<Location[]> =>
	db
		.select({ owner: users.username, namespace: namespaces.name, datasetName: datasets.name })
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.where(eq(datasets.id, datasetId));

interface BodyNames {
	readonly destination?: Location;
	readonly target?: Location;
	readonly from?: { readonly username: string; readonly namespace: string; readonly dataset: string };
	readonly to?: BodyNames['from'];
	readonly namespace?: string;
	readonly username?: string;
	readonly role?: string;
	readonly name?: string;
	readonly admin?: boolean;
	readonly disabled?: boolean;
	readonly buildSpecIds?: readonly string[];
}

const namesIn = (body: unknown): BodyNames =>
	typeof body === 'object' && body !== null && !(body instanceof Uint8Array) ? body : {};

/** The location in a body for something new. */
function inBody(caller: Caller, body: unknown): Location[] {
	const { destination, target, from, to, namespace } = namesIn(body);
	const place = destination ?? target;
	if (place !== undefined && place !== null) return [place];
	const ends = [from, to].filter((end) => end !== undefined);
	if (ends.length > 0)
		return ends.map((end) => ({ owner: end.username, namespace: end.namespace, datasetName: end.dataset }));
	return namespace === undefined ? [] : [{ owner: caller.username, namespace, datasetName: null }];
}

/** What is recorded of a body, by operation: names, roles and numbers. Nothing else of any body is recorded. */
const details: Readonly<Record<string, (body: unknown) => string>> = {
	[grantShare.id]: (body) => shareIn(body),
	[revokeShare.id]: (body) => shareIn(body),
	[renameNamespace.id]: (body) => renameIn(body),
	[renameDataset.id]: (body) => renameIn(body),
	[startBuildPlan.id]: (body) => count(new Set(namesIn(body).buildSpecIds).size, 'BuildSpec'),
	[createToken.id]: (body) => `token "${namesIn(body).name}"`,
	[inviteUser.id]: (body) => (namesIn(body).admin === true ? 'as admin' : ''),
	[updateUser.id]: (body) =>
		[
			namesIn(body).disabled === true ? 'disabled' : 'enabled',
			namesIn(body).admin === true ? 'admin' : 'no admin',
		].join(', '),
};

/** A dataset's location after a rename, where its log continues. */
const renamedIn = ([before]: readonly Location[], body: unknown): Location[] =>
	before !== undefined && typeof body === 'string' ? [{ ...before, datasetName: body.slice(0, maxNameLength) }] : [];

const renameIn = (body: unknown): string => (typeof body === 'string' ? `to "${body}"` : '');

const shareIn = (body: unknown): string => `${namesIn(body).username} as ${namesIn(body).role}`;

/** The ids of the namespaces of some locations; null if no namespace has that name. */
export async function namespaceIds(db: Db, locations: readonly Location[]): Promise<(string | null)[]> {
	const ids: (string | null)[] = [];
	for (const { owner, namespace } of locations) {
		const [found] = await db
			.select({ id: namespaces.id })
			.from(namespaces)
			.innerJoin(users, eq(users.id, namespaces.ownerId))
			.where(and(eq(users.folded, foldName(owner)), eq(namespaces.folded, foldName(namespace))));
		ids.push(found?.id ?? null);
	}
	return ids;
}
