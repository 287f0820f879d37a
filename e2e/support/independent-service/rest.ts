import { type BuildSpec, type LinkEnd, runs, type Store } from './data.ts';
import { empty, type Freedom } from './freedom.ts';
import { anyText, demand, exactly, invalid, isObject, isUuid, listOf, map, oneOf, Refused, text } from './refuse.ts';

export interface Request {
	readonly method: string;
	/** Decoded segments of the path below `/api/v1`. */
	readonly path: readonly string[];
	readonly query: URLSearchParams;
	/** The media type without parameters; empty if there is none. */
	readonly type: string;
	readonly body: string;
}

export type Answer =
	| { readonly status: number; readonly json: unknown }
	| { readonly status: number; readonly text: string }
	| { readonly status: number; readonly location: string };

export interface World {
	readonly store: Store;
	readonly freedom: Freedom;
	/** The API's URL, with its base path and `/api/v1`. */
	readonly api: string;
	fileOf(run: string, name: string): string;
	/** By the service's clock, ms since 1970. */
	now(): number;
	/** When each run was first requested, by id. */
	readonly asked: Map<string, number>;
}

const coordinate = exactly({ owner: text, namespace: text, datasetName: text });
const linkEnd = exactly({ username: text, namespace: text, dataset: text, columnName: text });
const edit = exactly({ sources: listOf(coordinate), destination: coordinate, code: exactly({ payload: anyText }) });
const link = exactly({ from: linkEnd, to: linkEnd, matchType: oneOf('ExactMatch', 'GeoMatch'), 'options?': map });
const share = exactly({ username: text, role: oneOf('viewer', 'editor') });

const record = (value: unknown, path: string): string[] =>
	isObject(value)
		? Object.entries(value).flatMap(([name, member]) =>
				['string', 'number'].includes(typeof member) ? [] : [`${path}.${name} must be a text or a number`],
			)
		: [`${path} must be an object`];

/** The interface doesn't name the texts next to `data` and `link`, so only their types are checked. */
const preview = (value: unknown, path: string): string[] => {
	if (!isObject(value)) return [`${path} must be an object`];
	const { data, link: links, ...others } = value;
	return [
		...listOf(record)(data, `${path}.data`),
		...(links === undefined ? [] : map(links, `${path}.link`)),
		...Object.keys(isObject(links) ? links : {}).flatMap((name) =>
			oneOf('ExactMatch', 'GeoMatch')(name, `${path}.link`),
		),
		...Object.entries(others).flatMap(([name, member]) => {
			if (typeof member === 'string')
				return member.length <= 10_000 ? [] : [`${path}.${name} has over 10,000 characters`];
			const isSchema =
				isObject(member) && Object.values(member).every((description) => typeof description === 'string');
			return isSchema ? [] : [`${path}.${name} is not known`];
		}),
	];
};

/** Answers a request of a user signed in as `ada`. @throws Refused */
export function answerRest(world: World, request: Request): Answer {
	const [first, second, third, fourth, fifth] = request.path;
	const route = `${request.method} /${request.path.length} ${first}`;
	switch (route) {
		case 'GET /1 build-specs':
			return takesNoQuery(request, () =>
				ok({
					items: listed(world).map((spec) => present(world, spec)),
					...empty(world.freedom, 'nextCursor', 'total'),
				}),
			);
		case 'GET /2 build-specs':
			return takesNoQuery(request, () => ok(present(world, specOf(world, second))));
		case 'PUT /2 build-specs':
			return takesNoQuery(request, () => update(world, second, jsonOf(request, edit)));
		case 'DELETE /2 build-specs': {
			const spec = specOf(world, second);
			world.store.buildSpecs.splice(world.store.buildSpecs.indexOf(spec), 1);
			return written(world, 200, { id: spec.id });
		}
		case 'GET /3 build-runs':
			if (third !== 'outputs') break;
			return takesNoQuery(request, () => outputs(world, second));
		case 'GET /3 output-links':
			return linkOf(world, second ?? '', third ?? '');
		case 'PUT /5 schema':
			if (fifth !== 'sort-order') break;
			return sort(world, [second, third, fourth], jsonOf(request, exactly({ order: listOf(text) })));
		case 'POST /4 data':
			if (fourth !== 'rename') break;
			return rename(world, second, third, request);
		case 'DELETE /4 data':
			if (fourth !== 'balefire') break;
			return wipe(world, second, third, request.query);
		case 'POST /2 links':
			if (second !== 'add') break;
			return addLink(world, jsonOf(request, link));
		case 'POST /2 infer': {
			if (second !== 'preview') break;
			const { data } = jsonOf(request, preview) as { data: Record<string, string | number>[] };
			return ok(data.map(inferred));
		}
		case 'POST /3 ingestionTracking': {
			if (third !== 'seen') break;
			if (request.body !== '') throw invalid('This operation takes no body.');
			world.store.seen.set(second ?? '', world.now());
			return written(world, 200, { id: second, seenAt: time(world, world.now()) });
		}
		case 'DELETE /5 permissions':
			if (second !== 'namespaces' || fifth !== 'shares') break;
			return revoke(world, third, fourth, jsonOf(request, share));
		case 'GET /4 user': {
			if (second !== 'tokens' || fourth !== 'permissions') break;
			const all = { username: 'ada', namespace: world.freedom.names.namespace, dataset: '*' };
			return ok({
				restricted: false,
				permissions: [all],
				...empty(world.freedom, 'expiresAt'),
				...extra(world, 'scope'),
			});
		}
		case 'GET /2 user':
			if (second !== 'me') break;
			return ok({
				id: idOf(world, 1),
				username: 'ada',
				name: 'Ada',
				email: 'ada@example.org',
				...empty(world.freedom, 'name', 'email', 'picture'),
				...extra(world, 'locale'),
			});
	}
	throw new Refused(404, 'NO_SUCH_RESOURCE', `There is nothing at ${request.method} /${request.path.join('/')}.`);
}

const ok = (json: unknown): Answer => ({ status: 200, json });

/** The response to a write, whose body the interface doesn't specify. */
const written = ({ freedom }: World, status: number, json: unknown): Answer =>
	freedom.emptyWrites ? { status: 204, text: '' } : { status, json };

const extra = ({ freedom }: World, name: string): object =>
	freedom.unknownMembers ? { [name]: { nobody: ['knows'] } } : {};

function takesNoQuery(request: Request, answer: () => Answer): Answer {
	const [unknown] = request.query.keys();
	if (unknown !== undefined) throw invalid(`There is no query parameter "${unknown}" here.`);
	return answer();
}

function jsonOf(request: Request, check: Parameters<typeof demand>[1]): unknown {
	if (request.type !== 'application/json')
		throw new Refused(415, 'MEDIA_TYPE', `"${request.type}" is not application/json.`);
	let value: unknown;
	try {
		value = JSON.parse(request.body);
	} catch {
		throw invalid('The body is not JSON.');
	}
	demand(value, check);
	return value;
}

function listed({ store, freedom }: World): BuildSpec[] {
	return freedom.order === 'oldest-first' ? store.buildSpecs : store.buildSpecs.toReversed();
}

function specOf({ store }: World, id: string | undefined): BuildSpec {
	if (!isUuid(id)) throw invalid('The id of a BuildSpec is a uuid.');
	const found = store.buildSpecs.find((spec) => spec.id === id);
	if (found === undefined) throw new Refused(404, 'NO_SUCH_RESOURCE', 'There is no such BuildSpec.');
	return found;
}

function time({ freedom }: World, at: number): string {
	const utc = new Date(at).toISOString();
	if (freedom.times === 'utc') return utc;
	if (freedom.times === 'no-zone') return utc.slice(0, 19).replace('T', ' ');
	return `${new Date(at + 5.5 * 3_600_000).toISOString().slice(0, -1)}+05:30`;
}

/** The `n`th id of its kind, in this service's form. */
export function idOf({ freedom }: Pick<World, 'freedom'>, n: number): string {
	if (freedom.ids === 'number') return String(41_000 + n);
	if (freedom.ids === 'prefixed') return `usr_01JB7${String(n).padStart(4, '0')}KQ`;
	return `7d0c0000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

const present = (world: World, spec: BuildSpec): object => ({
	...spec,
	createdAt: time(world, spec.createdAt),
	updatedAt: time(world, spec.updatedAt),
	...empty(world.freedom, 'description', 'deletedAt'),
	...extra(world, 'labels'),
});

function update(world: World, id: string | undefined, body: unknown): Answer {
	const spec = specOf(world, id);
	Object.assign(spec, body, { version: spec.version + 1, updatedAt: world.now() });
	return ok(present(world, spec));
}

function outputs(world: World, run: string | undefined): Answer {
	if (!isUuid(run)) throw invalid('The id of a run is a uuid.');
	if (!Object.values(runs).includes(run)) throw new Refused(404, 'NO_SUCH_RESOURCE', 'There is no such run.');
	const first = world.asked.get(run) ?? Date.now();
	world.asked.set(run, first);
	const { freedom, store, api } = world;
	if (freedom.outputs === 'pipeline' && Date.now() < first + freedom.readyAfter)
		throw new Refused(409, 'STILL_RUNNING', 'The outputs are not produced yet.');
	const names = [...store.outputs(run).keys()];
	if (freedom.outputs === 'code-blob') {
		const path = (name: string) => `output-links/${run}/${encodeURIComponent(name)}`;
		const href = {
			relative: path,
			rooted: (name: string) => `${new URL(api).pathname}/${path(name)}`,
			absolute: (name: string) => `${api}/${path(name)}`,
		};
		return ok({
			items: names.map((datasetName) => ({
				owner: 'ada',
				namespace: freedom.names.namespace,
				datasetName,
				href: href[freedom.href](datasetName),
				...extra(world, 'statistics'),
			})),
		});
	}
	return ok({
		items: names.map((name) => ({
			name: `${name}.${freedom.format}`,
			target: { owner: 'ada', namespace: freedom.names.namespace, datasetName: name },
			downloadUrl: world.fileOf(run, name),
			...(freedom.expires ? { expiresAt: new Date(world.now() + 900_000).toISOString() } : {}),
			...extra(world, 'statistics'),
		})),
	});
}

function linkOf(world: World, run: string, name: string): Answer {
	const url = world.fileOf(run, name);
	switch (world.freedom.link) {
		case 'object':
			return ok({ downloadUrl: url, expiresAt: new Date(world.now() + 900_000).toISOString() });
		case 'url-object':
			return ok({ url });
		case 'json-string':
			return ok(url);
		case 'text':
			return { status: 200, text: url };
		case 'redirect':
			return { status: 302, location: url };
	}
}

function tablesOf({ store }: World, owner: string | undefined, namespace: string | undefined) {
	const found = store.tables.filter((table) => table.owner === owner && table.namespace === namespace);
	if (found.length === 0) throw new Refused(404, 'NO_SUCH_RESOURCE', 'There is no such namespace.');
	return found;
}

function sort(world: World, [owner, namespace, name]: readonly (string | undefined)[], body: unknown): Answer {
	const table = tablesOf(world, owner, namespace).find(({ datasetName }) => datasetName === name);
	if (table === undefined) throw new Refused(404, 'NO_SUCH_RESOURCE', 'There is no such dataset.');
	const { order } = body as { order: string[] };
	const problems = [
		...table.columns.filter((column) => !order.includes(column)).map((column) => `order lacks ${column}`),
		...order
			.filter((column) => !table.columns.includes(column))
			.map((column) => `order has ${column}, which is no column`),
		...order.filter((column, index) => order.indexOf(column) !== index).map((column) => `order has ${column} twice`),
	];
	if (problems.length > 0) throw invalid('The order must name each column once.', ...problems);
	table.columns = order;
	return written(world, 200, { order });
}

function rename(world: World, owner: string | undefined, namespace: string | undefined, request: Request): Answer {
	if (request.type !== 'text/plain') throw new Refused(415, 'MEDIA_TYPE', `"${request.type}" is not text/plain.`);
	if (!/^[\w-][\w .-]{0,127}$/.test(request.body)) throw invalid('The body must be the new name, and nothing else.');
	for (const table of tablesOf(world, owner, namespace)) table.namespace = request.body;
	for (const spec of world.store.buildSpecs)
		for (const at of [...spec.sources, spec.destination]) if (at.namespace === namespace) at.namespace = request.body;
	return written(world, 200, { namespace: request.body });
}

function wipe(world: World, owner: string | undefined, namespace: string | undefined, query: URLSearchParams): Answer {
	for (const [name, value] of query)
		if (name !== 'deleteDatasets' || !['true', 'false'].includes(value))
			throw invalid(`The query parameter ${name}=${value} is not deleteDatasets=true or deleteDatasets=false.`);
	const tables = tablesOf(world, owner, namespace);
	for (const table of tables) table.rows = [];
	if (query.get('deleteDatasets') === 'true')
		for (const table of tables) world.store.tables.splice(world.store.tables.indexOf(table), 1);
	return written(world, 200, { wiped: true });
}

function addLink(world: World, body: unknown): Answer {
	const added = body as { from: LinkEnd; to: LinkEnd; matchType: string };
	for (const end of [added.from, added.to]) {
		const table = tablesOf(world, end.username, end.namespace).find(({ datasetName }) => datasetName === end.dataset);
		if (table?.columns.includes(end.columnName) !== true)
			throw new Refused(404, 'NO_SUCH_RESOURCE', `There is no column ${end.dataset}.${end.columnName}.`);
	}
	const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
	const exists = world.store.links.some((link) => same(link.from, added.from) && same(link.to, added.to));
	if (!exists) world.store.links.push(added);
	return written(world, exists ? 200 : 201, {
		created: !exists,
		...(exists ? { message: 'The link already exists.' } : {}),
	});
}

function revoke(world: World, owner: string | undefined, namespace: string | undefined, body: unknown): Answer {
	tablesOf(world, owner, namespace);
	const { username, role } = body as { username: string; role: string };
	const index = world.store.shares.findIndex((granted) => granted.username === username && granted.role === role);
	if (index < 0) throw new Refused(404, 'NO_SUCH_RESOURCE', `${username} is no ${role} of it.`);
	world.store.shares.splice(index, 1);
	return written(world, 200, { revoked: true });
}

/** A row of a preview: trimmed texts, and a note if that changed anything. */
function inferred(source: Record<string, string | number>): Record<string, string> {
	const row = Object.fromEntries(Object.entries(source).map(([name, value]) => [name, String(value).trim()]));
	const changed = Object.keys(source).filter((name) => row[name] !== String(source[name]));
	return changed.length === 0 ? row : { ...row, __metadata_normalize: `Trimmed: ${changed.join(', ')}` };
}
