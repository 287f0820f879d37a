import type { Exchange } from '../../api/http.ts';

type Json = Readonly<Record<string, unknown>>;

interface Facts {
	readonly params: Json;
	readonly body: unknown;
	readonly result: unknown;
}

/** Past tense, infinitive and object. */
type Action = readonly [done: string, todo: string, object: (facts: Facts) => string];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const text = (value: unknown, name: string): string => {
	const found = member(value, name);
	return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

const short = (id: string): string => id.slice(0, 8);
const coordinate = (item: unknown): string =>
	['owner', 'namespace', 'datasetName'].map((name) => text(item, name)).join('/');
const end = (item: unknown): string =>
	`${['username', 'namespace', 'dataset'].map((name) => text(item, name)).join('/')}.${text(item, 'columnName')}`;
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
const byId =
	(what: string, name: string) =>
	({ params }: Facts): string =>
		`${what} ${short(text(params, name))}`;
const role = ({ body }: Facts): string => ` (${text(body, 'role')})`;

/** Uses only names and ids from the request. */
const actions: Readonly<Record<string, Action>> = {
	createBuildSpec: ['Created', 'create', (facts) => `${spec(facts)}${version(facts)}`],
	updateBuildSpec: ['Saved', 'save', (facts) => `${spec(facts)}${version(facts)}`],
	deleteBuildSpec: ['Deleted', 'delete', spec],
	describeBuildSpecVersion: [
		'Edited',
		'edit',
		(facts) => `the name and message of version ${text(facts.params, 'version')} of ${spec(facts)}`,
	],
	undeleteBuildSpec: ['Restored', 'restore', spec],
	startPreviewRun: ['Started', 'start', (facts) => `a preview of ${spec(facts)}`],
	startScratchRun: ['Started', 'start', () => 'a query'],
	startBuildRun: ['Started', 'start', (facts) => `a build of ${spec(facts)}`],
	cancelRun: ['Canceled', 'cancel', byId('run', 'buildRunId')],
	createNamespace: ['Created', 'create', ({ body }) => `namespace ${text(body, 'namespace')}`],
	describeNamespace: ['Edited', 'edit', (facts) => `the details of namespace ${namespace(facts)}`],
	deleteNamespace: ['Deleted', 'delete', (facts) => `namespace ${namespace(facts)}`],
	renameNamespace: ['Renamed', 'rename', (facts) => `namespace ${namespace(facts)} to ${String(facts.body)}`],
	wipeNamespace: ['Wiped', 'wipe', (facts) => `namespace ${namespace(facts)}`],
	renameDataset: ['Renamed', 'rename', (facts) => `dataset ${dataset(facts)} to ${String(facts.body)}`],
	deleteDataset: ['Deleted', 'delete', (facts) => `dataset ${dataset(facts)}`],
	describeDataset: ['Edited', 'edit', (facts) => `the details of dataset ${dataset(facts)}`],
	putSortOrder: ['Reordered', 'reorder', (facts) => `the columns of ${dataset(facts)}`],
	addLink: ['Linked', 'link', ({ body }) => `${end(member(body, 'from'))} and ${end(member(body, 'to'))}`],
	deleteLink: ['Deleted', 'delete', byId('link', 'linkId')],
	startIngestion: ['Started', 'start', ({ body }) => `an ingestion into ${coordinate(member(body, 'target'))}`],
	startFileIngestion: ['Started', 'start', ({ body }) => `a file upload to ${coordinate(member(body, 'target'))}`],
	uploadFile: ['Uploaded', 'upload', (facts) => `a file to ${dataset(facts)}`],
	commitIngestion: ['Committed', 'commit', byId('ingestion', 'ingestionId')],
	cancelIngestion: ['Canceled', 'cancel', byId('ingestion', 'ingestionId')],
	markIngestionSeen: ['Marked', 'mark', (facts) => `${byId('ingestion', 'ingestionId')(facts)} as seen`],
	putNamespaceModels: ['Changed', 'change', (facts) => `the language models for ${namespace(facts)}`],
	grantShare: ['Shared', 'share', (facts) => `${namespace(facts)} with ${text(facts.body, 'username')}${role(facts)}`],
	revokeShare: [
		'Revoked',
		'revoke',
		(facts) => `${text(facts.body, 'username')}’s access to ${namespace(facts)}${role(facts)}`,
	],
	leaveNamespace: ['Left', 'leave', (facts) => `namespace ${namespace(facts)}`],
	inviteUser: ['Invited', 'invite', ({ body }) => `user ${text(body, 'username')}`],
	updateUser: ['Changed', 'change', ({ params }) => `user ${text(params, 'username')}`],
	createToken: ['Created', 'create', ({ body }) => `token "${text(body, 'name')}"`],
	revokeToken: ['Revoked', 'revoke', byId('token', 'tokenId')],
};

/** Reads sent by POST, and the chunks of an ingestion, whose start and end are listed. */
const unlisted: ReadonlySet<string> = new Set([
	'checkBuildSpec',
	'readRepository',
	'readPipelineFile',
	'checkPipeline',
	'tryLink',
	'callAgent',
	'ask',
	'exchangeCode',
	'previewIngest',
	'putChunk',
	'putFilePiece',
	'reviewFile',
	'cleanFile',
]);

/** Describes what a request changed, or null if it changed nothing. */
export function wordsOf({ operation, method, template, errorCode, write }: Exchange): string | null {
	if (method === 'GET' || unlisted.has(operation)) return null;
	const input: Json = isObject(write?.input) ? write.input : {};
	const params = isObject(input.params) ? input.params : {};
	const [done, todo, object] = actions[operation] ?? ['Sent', 'send', () => `${method} ${template ?? operation}`];
	const facts = { params, body: input.body, result: write?.result };
	return errorCode === null ? `${done} ${object(facts)}` : `Couldn’t ${todo} ${object(facts)}`;
}
