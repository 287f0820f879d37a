import type { Operation } from '#contract/operation.ts';

/** Parameters of a follow-up operation, by where their values are in the response or request. */
type Values = Readonly<Record<string, string>>;

const at = (path: string): string => `$response.body#/${path}`;
const each = (operations: readonly string[], values: Values): Readonly<Record<string, Values>> =>
	Object.fromEntries(operations.map((operation) => [operation, values]));

const ofRun = each(['getRun', 'getRunLog', 'listOutputs', 'cancelRun'], { buildRunId: at('id') });

/** Operations that take what another one returns: for clients, and for tests that follow responses. */
const followUps: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
	createBuildSpec: each(
		['getBuildSpec', 'updateBuildSpec', 'listBuildSpecVersions', 'startPreviewRun', 'startBuildRun', 'deleteBuildSpec'],
		{ buildSpecId: at('id') },
	),
	startPreviewRun: ofRun,
	startScratchRun: ofRun,
	startBuildRun: each(['getRun', 'getRunLog', 'cancelRun'], { buildRunId: at('id') }),
	listOutputs: {
		getOutputLink: { buildRunId: '$request.path.buildRunId', output: at('items/0/datasetName') },
	},
	startIngestion: each(['putChunk', 'commitIngestion', 'getIngestion', 'markIngestionSeen', 'cancelIngestion'], {
		ingestionId: at('id'),
	}),
	startFileIngestion: each(
		[
			'putFilePiece',
			'reviewFile',
			'cleanFile',
			'commitIngestion',
			'getIngestion',
			'markIngestionSeen',
			'cancelIngestion',
		],
		{ ingestionId: at('id') },
	),
	uploadFile: each(['getIngestion', 'markIngestionSeen'], { ingestionId: at('id') }),
	createNamespace: each(
		['getNamespace', 'describeNamespace', 'deleteNamespace', 'listDatasets', 'listShares', 'grantShare', 'revokeShare'],
		{
			username: at('username'),
			namespace: at('namespace'),
		},
	),
	listLinks: { deleteLink: { linkId: at('items/0/id') } },
	createToken: { getTokenPermissions: { tokenId: at('id') } },
};

/** The links of an operation's success; undefined if there are none. */
export function linksOf({ id }: Operation): Record<string, object> | undefined {
	const links = followUps[id];
	if (links === undefined) return undefined;
	return Object.fromEntries(
		Object.entries(links).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
	);
}
