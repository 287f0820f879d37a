import { joinNames, splitNames } from '#contract/dataset.ts';
import { sourcesIn } from '../../features/agents/answer/sources-in.ts';
import type { Origin, SeenName } from '../../features/names/model.ts';
import { paths } from '../../routing/paths.ts';

/** Limits for large responses: nodes visited, and depth. */
const maxNodes = 100_000;
const maxDepth = 10;

type Found = Pick<SeenName, 'owner' | 'namespace' | 'datasetName' | 'columns'>;
type FoundAt = Pick<SeenName, 'origin' | 'where' | 'to'>;
type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Names found in a query's response, with where they were found. Lists and schemas of the service are skipped, since it
 * returns them when asked.
 * @param me owner of namespaces that an agent was asked about without one
 */
export function discoveredNamesIn(queryKey: readonly unknown[], data: unknown, me: string): SeenName[] {
	const originOf = originsByRoot[String(queryKey[0])];
	if (originOf === undefined) return [];
	const found: SeenName[] = [];
	for (const item of itemsOf(data)) {
		const at = originOf(item, queryKey);
		for (const name of at.origin === 'answer' ? namesInAnswer(item, me) : namesIn(item)) {
			if (!isComputed(name, queryKey)) found.push({ ...name, ...at });
		}
	}
	return found;
}

/** Whether the name is a pattern: an output of a pipeline may have a column in braces in its name. */
const isComputed = ({ datasetName }: Found, [root, kind]: readonly unknown[]): boolean =>
	root === 'build-specs' && kind === 'outputs' && /\{[^{}]*\}/.test(datasetName ?? '');

const originsByRoot: Readonly<Record<string, (item: Json, queryKey: readonly unknown[]) => FoundAt>> = {
	'build-specs': (item, queryKey) => inBuildSpec(item, idOf(item, queryKey)),
	runs: (item, queryKey) => {
		// Outputs of pipelines, by BuildSpec.
		if (isObject(item.spec)) return inBuildSpec(item.spec, text(item.spec.id));
		const id = idOf(item, queryKey);
		const [origin, what] = queryKey[1] === 'outputs' ? (['output', 'run '] as const) : (['run', ''] as const);
		return { origin, where: `${what}${id.slice(0, 8) || 'unknown'}`, to: id === '' ? null : paths.run(id) };
	},
	links: (item) => ({
		origin: 'link',
		where: linkText(item) || 'a link',
		to: typeof item.id === 'string' ? paths.links({ link: item.id }) : null,
	}),
	tokens: (item) => ({ origin: 'token', where: text(item.name) || 'a token', to: null }),
	shares: () => ({ origin: 'share', where: 'shares', to: null }),
	ingestions: (item) => ({ origin: 'ingestion', where: text(item.fileName) || 'an ingestion', to: null }),
	ingest: (item) => ({ origin: 'ingestion', where: text(item.fileName) || 'an ingestion', to: null }),
	conversations: (item) => {
		const mark = isObject(item.mark) ? item.mark : {};
		return { origin: 'answer' satisfies Origin, where: text(mark.title), to: paths.conversation(text(mark.id)) };
	},
};

const inBuildSpec = ({ destination }: Json, id: string): FoundAt => ({
	origin: 'BuildSpec',
	where: coordinateText(destination) || id.slice(0, 8) || 'unnamed',
	to: id === '' ? null : paths.buildSpec(id),
});

/** Queries about several BuildSpecs or runs, whose items have IDs. */
const listKinds: readonly unknown[] = ['list', 'readers', 'deleted'];

/** The ID of a BuildSpec or run, or of the one that a query is about: what it returns, such as outputs, may have none. */
const idOf = (item: Json, [, kind, id]: readonly unknown[]): string =>
	text(item.id) || (listKinds.includes(kind) ? '' : text(id));

/** A response is one item, `{value, etag}`, a list, or pages of lists. */
export function itemsOf(data: unknown): Json[] {
	if (Array.isArray(data)) return data.filter(isObject);
	if (!isObject(data)) return [];
	if (Array.isArray(data.pages)) return data.pages.flatMap(itemsOf);
	if (Array.isArray(data.items)) return data.items.filter(isObject);
	return [isObject(data.value) ? data.value : data];
}

/** Both ends, as displayed next to each other. */
function linkText({ from, to }: Json): string {
	const end = (item: unknown) => (isObject(item) ? `${text(item.dataset)}.${text(item.columnName)}` : '');
	return isObject(from) && isObject(to) ? `${end(from)} → ${end(to)}` : '';
}

function coordinateText(value: unknown): string {
	if (!isObject(value)) return '';
	return joinNames([value.owner, value.namespace, value.datasetName].map(text));
}

/** All coordinates, link ends and namespaces in a value. */
function namesIn(root: unknown): Found[] {
	const found: Found[] = [];
	let nodes = 0;
	const visit = (value: unknown, depth: number): void => {
		nodes += 1;
		if (nodes > maxNodes || depth > maxDepth || typeof value !== 'object' || value === null) return;
		if (!Array.isArray(value)) {
			const name = nameOf(value as Json);
			if (name !== null) found.push(name);
		}
		for (const member of Object.values(value)) visit(member, depth + 1);
	};
	visit(root, 0);
	return found;
}

function nameOf(value: Json): Found | null {
	const owner = text(value.owner) || text(value.username);
	const namespace = text(value.namespace);
	if (owner === '' || namespace === '') return null;
	const datasetName = text(value.datasetName) || text(value.dataset) || null;
	const columnName = text(value.columnName);
	return {
		owner,
		namespace,
		// A token's entry for all datasets of a namespace.
		datasetName: datasetName === '*' ? null : datasetName,
		columns: columnName === '' ? columnsOf(value.columns) : [{ name: columnName, type: null }],
	};
}

const columnsOf = (value: unknown): SeenName['columns'] =>
	Array.isArray(value)
		? value.flatMap((item) =>
				isObject(item) && typeof item.name === 'string'
					? [{ name: item.name, type: typeof item.type === 'string' ? item.type : null }]
					: [],
			)
		: [];

/** Names found in turns that are final: a conversation is scanned again at every question. */
const foundIn = new WeakMap<object, { readonly me: string; readonly names: readonly Found[] }>();

function namesInAnswer(conversation: Json, me: string): readonly Found[] {
	if (!Array.isArray(conversation.turns)) return [];
	return conversation.turns.filter(isObject).flatMap((turn) => {
		const before = foundIn.get(turn);
		if (before?.me === me) return before.names;
		const names = namesInTurn(turn, me);
		foundIn.set(turn, { me, names });
		return names;
	});
}

/** The namespace the question was about, and the datasets its queries read. The rows are data and contain no names. */
function namesInTurn(turn: Json, me: string): Found[] {
	const found: Found[] = [];
	const visit = (value: unknown, depth: number): void => {
		if (depth > maxDepth || typeof value !== 'object' || value === null) return;
		for (const [name, member] of Object.entries(value)) {
			if (name === 'rows') continue;
			if (typeof member !== 'string') visit(member, depth + 1);
			else if (name === 'namespace') found.push(namespaceOf(member, me));
			else if (name === 'query') found.push(...sourcesIn(member).map(coordinateOf));
		}
	};
	visit(turn, 0);
	return found;
}

/** In the form sent to an agent, which has no escapes: everything after the first slash is the namespace. */
function namespaceOf(text: string, me: string): Found {
	const slash = text.indexOf('/');
	const owner = slash < 0 ? me : text.slice(0, slash);
	return { owner, namespace: text.slice(slash + 1), datasetName: null, columns: [] };
}

function coordinateOf(coordinate: string): Found {
	const [owner = '', namespace = '', datasetName = null] = splitNames(coordinate);
	return { owner, namespace, datasetName, columns: [] };
}
