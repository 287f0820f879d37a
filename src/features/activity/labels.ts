import type { Exchange } from '../../api/http.ts';

type Json = Readonly<Record<string, unknown>>;

interface Facts {
	readonly params: Json;
	readonly body: unknown;
	readonly result: unknown;
}

/** Past tense, infinitive, and what it was done to. */
type Deed = readonly [done: string, todo: string, object: (facts: Facts) => string];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const text = (value: unknown, name: string): string => {
	const found = member(value, name);
	return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

const short = (id: string): string => id.slice(0, 8);
const coordinate = (it: unknown): string =>
	['owner', 'namespace', 'datasetName'].map((name) => text(it, name)).join('/');
const end = (it: unknown): string =>
	`${['username', 'namespace', 'dataset'].map((name) => text(it, name)).join('/')}.${text(it, 'columnName')}`;
const namespace = ({ params }: Facts): string => `${text(params, 'username')}/${text(params, 'namespace')}`;
const dataset = (facts: Facts): string => `${namespace(facts)}/${text(facts.params, 'datasetName')}`;
const version = ({ result }: Facts): string =>
	text(result, 'version') === '' ? '' : `, version ${text(result, 'version')}`;
const spec = (facts: Facts): string => {
	const destination = member(facts.body, 'destination');
	return isObject(destination)
		? `BuildSpec ${coordinate(destination)}`
		: `BuildSpec ${short(text(facts.params, 'buildSpecId'))}`;
};
const share = (facts: Facts): string =>
	`${text(facts.body, 'username')} as ${text(facts.body, 'role')} of ${namespace(facts)}`;

/** Only names and ids are taken from what went over the wire. */
const deeds: Readonly<Record<string, Deed>> = {
	createBuildSpec: ['Created', 'create', (it) => `${spec(it)}${version(it)}`],
	updateBuildSpec: ['Saved', 'save', (it) => `${spec(it)}${version(it)}`],
	deleteBuildSpec: ['Deleted', 'delete', spec],
	startPreviewRun: ['Started', 'start', (it) => `a preview of ${spec(it)}`],
	startScratchRun: ['Started', 'start', () => 'a scratch query'],
	startBuildRun: ['Started', 'start', (it) => `a build of ${spec(it)}`],
	cancelRun: ['Cancelled', 'cancel', ({ params }) => `run ${short(text(params, 'buildRunId'))}`],
	createNamespace: ['Created', 'create', ({ body }) => `namespace ${text(body, 'namespace')}`],
	renameNamespace: ['Renamed', 'rename', (it) => `namespace ${namespace(it)} to ${String(it.body)}`],
	wipeNamespace: ['Wiped', 'wipe', (it) => `namespace ${namespace(it)}`],
	deleteDataset: ['Deleted', 'delete', (it) => `dataset ${dataset(it)}`],
	describeDataset: ['Described', 'describe', (it) => `dataset ${dataset(it)}`],
	putSortOrder: ['Ordered', 'order', (it) => `the columns of ${dataset(it)}`],
	addLink: ['Linked', 'link', ({ body }) => `${end(member(body, 'from'))} and ${end(member(body, 'to'))}`],
	deleteLink: ['Deleted', 'delete', ({ params }) => `link ${short(text(params, 'linkId'))}`],
	startIngestion: ['Began', 'begin', ({ body }) => `an ingestion into ${coordinate(member(body, 'target'))}`],
	commitIngestion: ['Committed', 'commit', ({ params }) => `ingestion ${short(text(params, 'ingestionId'))}`],
	cancelIngestion: ['Cancelled', 'cancel', ({ params }) => `ingestion ${short(text(params, 'ingestionId'))}`],
	markIngestionSeen: [
		'Marked as seen',
		'mark as seen',
		({ params }) => `ingestion ${short(text(params, 'ingestionId'))}`,
	],
	grantShare: ['Let in', 'let in', share],
	revokeShare: ['Withdrew the share of', 'withdraw the share of', share],
	leaveNamespace: ['Left', 'leave', (it) => `namespace ${namespace(it)}`],
	createToken: ['Made', 'make', ({ body }) => `token “${text(body, 'name')}”`],
	revokeToken: ['Revoked', 'revoke', ({ params }) => `token ${short(text(params, 'tokenId'))}`],
};

/** Questions that are sent by POST, and the parts of an ingestion, which is told when it begins and ends. */
const untold: ReadonlySet<string> = new Set([
	'checkBuildSpec',
	'tryLink',
	'callAgent',
	'ask',
	'exchangeCode',
	'previewIngest',
	'putChunk',
]);

/** What a request changed, in words for the person who made it; null for what changes nothing. */
export function wordsOf({ operation, method, template, errorCode, write }: Exchange): string | null {
	if (method === 'GET' || untold.has(operation)) return null;
	const input: Json = isObject(write?.input) ? write.input : {};
	const params = isObject(input.params) ? input.params : {};
	const [done, todo, object] = deeds[operation] ?? ['Sent', 'send', () => `${method} ${template ?? operation}`];
	const facts = { params, body: input.body, result: write?.result };
	return errorCode === null ? `${done} ${object(facts)}` : `Could not ${todo} ${object(facts)}`;
}
