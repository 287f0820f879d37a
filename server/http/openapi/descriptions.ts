import type { Operation } from '#contract/operation.ts';

/** What clients should know about each operation besides its summary, by operation id. */
const descriptions: Readonly<Record<string, string>> = {
	listAgents: 'Choose an agent from this list instead of hard-coding a name. No token is needed.',
	getAgentCard:
		'The card says what the agent can do, where to send messages and how to authenticate. No token is needed. GetExtendedAgentCard returns a more detailed card.',
	callAgent:
		'The method is SendMessage, SendStreamingMessage (which returns a stream of events), GetTask, ListTasks, CancelTask or GetExtendedAgentCard. Set the question’s namespace in `params.message.metadata`. Protocol errors are returned as JSON-RPC errors with status 200. Tasks aren’t stored, so GetTask and CancelTask return an error.',
	ask: 'Returns once the answer is complete, which can take a minute with a language model. Pass the `contextId` of an earlier answer to continue a conversation.',

	listOutputs:
		'A preview of code has one output, with an `href` that returns its download URL. A preview of a Git pipeline lists every output with its download URL. Returns 409 OUTPUTS_NOT_READY while the run is queued or running, and 404 for runs that aren’t previews.',
	getOutputLink:
		'The URL needs no token and works until `expiresAt`. It returns a Parquet file and supports range requests.',
	startPreviewRun:
		'Runs the code without writing to the destination. Send a body to preview unsaved changes. Poll the run until it ends, then list its outputs.',
	startScratchRun: 'Runs code that isn’t saved anywhere. Omit the destination for a plain query.',
	startBuildRun:
		'Readers see the old rows until the build succeeds. A failed or canceled build changes nothing. If the body contains `version`, the build starts only if that version is still current.',
	listRuns: 'Lists recent previews and builds. Set `buildSpecId` to list the runs of one BuildSpec.',
	getRun: 'Includes the run’s definition and state and, if the run failed, the error with its position in the code.',
	getChecks:
		'Checks run on the result of every preview and build. Set `version` to get the checks of that BuildSpec version.',
	putChecks:
		'If a check with severity `error` fails, the build leaves its destination unchanged. Earlier versions of the BuildSpec keep their checks.',
	listRunChecks: 'Returns up to 100 failing rows per check.',

	startBuildPlan:
		'The order is fixed when the downstream build starts. Each BuildSpec is built from the version that is current when its build starts. Pass `versions` to reject the request if one of them is no longer current.',
	listBuildPlans: 'To get the next page, pass `nextCursor` as `cursor`.',
	getBuildPlan:
		'A step is built once everything it depends on has succeeded. If a step fails, the steps that depend on it are skipped and the others continue.',
	retryBuildPlan:
		'Steps that succeeded aren’t built again. The others are built from the currently saved versions, in the same order. The original downstream build doesn’t change.',
	cancelBuildPlan: 'Returns once running steps have stopped. Datasets that were already built keep their new rows.',
	getRunLog: 'You can read the log while the run is in progress.',
	getRunPlan:
		'Includes each operator’s row count and time. Only single statements that DuckDB ran successfully have a plan. An operator’s parent is the operator that receives its rows.',
	cancelRun: 'A canceled build doesn’t change its destination.',

	search:
		'Results contain every word in `q`. Typos are corrected only in words that don’t occur as typed. Only the caller’s own BuildSpecs are searched.',

	listBuildSpecs: 'BuildSpecs owned by other users aren’t listed, even if they read or write shared namespaces.',
	getBuildSpec: 'Send the ETag as `If-Match` with the next save, so you don’t overwrite changes made in the meantime.',
	updateBuildSpec:
		'The body replaces sources, destination and code together. Datasets are referenced by name and don’t have to exist yet.',
	deleteBuildSpec:
		'Doesn’t delete the destination dataset or its rows. A build in progress is canceled. If the service offers the extension `build-spec-undelete/1`, you can restore the BuildSpec within 30 days.',
	describeBuildSpecVersion: 'Members absent from the body don’t change. No new version is created.',
	listDeletedBuildSpecs: 'BuildSpecs deleted more than 30 days ago aren’t listed.',
	undeleteBuildSpec: 'The BuildSpec is restored unchanged, with the same ID.',
	createBuildSpec: 'The caller becomes the owner. Nothing runs until a preview or build is started.',
	listBuildSpecVersions:
		'Every save and rename creates a version. To get the next page, pass `nextCursor` as `cursor`.',
	getBuildSpecVersion: 'To restore a version, save its definition as a new version.',
	checkBuildSpec: 'Returns errors with their positions, and the result columns if they’re known before a run.',

	listRepositories:
		'Remote repositories aren’t listed. A payload can name any repository that the service is allowed to fetch.',
	readRepository: 'Without `ref`, lists the commits and manifests of the default branch.',
	readPipelineFile:
		'Returns UTF-8 text. Files of more than 1,000,000 bytes are rejected. Symbolic links and submodules aren’t followed.',
	checkPipeline:
		'Also returns the steps and outputs in the manifest, with their columns if they’re known before a run.',

	listDatasets: 'Includes the row count and size of each dataset. To get the next page, pass `nextCursor` as `cursor`.',
	getSchema:
		'Columns are in display order, with the engine’s type names. Set `version` to get the row count, size and columns of that version.',
	getRows: 'Filters are combined with AND. Without a sort, rows are in stored order.',
	listDatasetVersions:
		'Every build, ingestion, restore and wipe creates a version. Old versions are deleted according to the service’s retention settings. Wiping the namespace deletes all earlier versions. Deleting the dataset deletes all versions.',
	restoreDatasetVersion:
		'Restores rows and columns as a new version. Descriptions and links don’t change. All other versions remain, so you can undo a restore.',
	deleteDataset: 'This can’t be undone. BuildSpecs that read or write the dataset aren’t deleted.',
	describeDataset:
		'Sets the descriptions in the body and leaves the others unchanged. Agents read descriptions to answer questions.',
	putSortOrder: 'The order must include every column of the dataset exactly once. Stored rows don’t change.',

	getDescription:
		'Operations marked with `x-console-extension` are extensions. All others belong to the core. On `POST /build-specs/check`, `x-console-dialect` is the service’s SQL dialect: `duckdb` or `spark`.',

	previewIngest:
		'Row n of the response is the result for record n. Members that start with `__metadata_` describe changes to a row. In the first row, `__metadata_preview` contains notes that apply to all records.',
	getPreviewFacts: 'If the response names a model, previews send the records to that model.',
	startIngestion:
		'Next, send the rows in numbered chunks, then commit. Nothing is written until the commit. The mapping defines which column each field maps to.',
	putChunk: 'You can send chunks in any order. The body is checked against `sha256` to detect transmission errors.',
	commitIngestion:
		'Readers see either none or all of the new rows. Rows that don’t fit their columns are rejected and listed. If `misfits` is `refuse`, one such row prevents the commit.',
	startFileIngestion:
		'Next, send the file in numbered pieces, review the file, then commit. Nothing is written until the commit. Accepts CSV, TSV, JSON, NDJSON, Parquet, Arrow and Excel, also compressed with gzip or in a zip archive.',
	putFilePiece: 'You can send pieces in any order. The body is checked against `sha256` to detect transmission errors.',
	reviewFile:
		'Reads the whole file to detect its format, column types and values that don’t fit. The commit applies the decisions of the last review. Nothing is written before the commit. If the commit includes the review’s `basis`, it fails if the dataset or the decisions have changed since.',
	cleanFile:
		'Each request cleans for about a second. Repeat it until `isDone` is true. Progress is saved. `holds` in the last review says what a column contains, and determines how it’s cleaned. Columns whose values all fit a type are skipped. Reviews show the rules found, and the commit applies them.',
	uploadFile:
		'Detects formats and types as a review does. If values don’t fit or lines can’t be parsed, nothing is saved and the response lists them. Set `misfits` and `skipLines` to save the file anyway.',
	cancelIngestion: 'A committed ingestion can’t be canceled.',
	listIngestions: 'To get the next page, pass `nextCursor` as `cursor`.',
	getIngestion: 'Lists the first 1,000 rejected rows, with reasons.',
	markIngestionSeen: 'Every call sets `seenAt` to the current time.',

	addLink:
		'Returns 201 for a new link. If a link with the same ends and match type exists, returns 200 and keeps its options. The caller must be able to read both datasets.',
	deleteLink:
		'Deletes only the link, not the datasets or their rows. The caller must have created the link or be able to change one of its datasets.',
	listLinks: 'Set a namespace or dataset to list only its links. To get the next page, pass `nextCursor` as `cursor`.',
	tryLink: 'Counts matched and unmatched values and returns examples, so you can judge a link before you create it.',
	suggestLinks: 'Each suggestion includes its evidence. Existing links aren’t suggested.',

	listNamespaces: 'Includes the caller’s role in each namespace. To get the next page, pass `nextCursor` as `cursor`.',
	listNamespaceActivity:
		'Includes only namespaces in which the caller’s token can read every dataset. Days without activity are omitted.',
	getNamespace: 'Returns 404 for namespaces that the caller can’t see.',
	getNamespaceModels:
		'Includes the caller’s usage today. If models are turned off, the built-in question reader answers.',
	putNamespaceModels:
		'If models are turned off, no model receives names or rows from the namespace, and questions that name a model are rejected.',
	createNamespace:
		'A name has 1 to 128 characters: letters, digits, spaces, underscores, hyphens and periods. Names are unique per owner, ignoring case.',
	describeNamespace: 'Only the owner can do this. An empty string removes the description.',
	deleteNamespace:
		'Only the owner can do this. Returns 409 with the reason if the namespace has datasets, or if an upload or build is writing to it.',
	renameDataset:
		'The body is the new name as plain text. Versions, descriptions and links stay with the dataset. References in tokens, checks and BuildSpecs are updated, except in code. Returns 409 while a build or upload is writing to the dataset.',
	renameNamespace:
		'The body is the new name as plain text. References in links, shares, tokens, checks and BuildSpecs are updated, except in code.',
	wipeNamespace:
		'Only the owner can do this, and it can’t be undone. Without `deleteDatasets`, datasets keep their columns but lose their rows. The namespace, its shares and all BuildSpecs remain.',

	revokeShare: 'Takes effect immediately, including for runs and downloads in progress.',
	listShares: 'Includes who granted each share, and when.',
	grantShare: 'A new role replaces the user’s current role.',
	leaveNamespace: 'The caller loses access until the owner shares the namespace again.',
	listShareChanges: 'Includes who made each change, and when.',

	getTokenPermissions: 'A token is restricted if it has less access than its user.',
	listTokens:
		'Lists active tokens, and tokens that expired in the last 7 days if they were valid for more than a day. Token values are never included.',
	createToken: 'Restricted tokens can’t create tokens. Store the new token’s value, because it’s returned only once.',
	revokeToken: 'Takes effect immediately: requests with the token are rejected, and its streams in progress end.',
	listTokenChanges: 'Includes when each token was created and revoked.',

	viewRows:
		'Returns the first rows. If there are more, all rows are stored as Parquet. With `Accept: application/x-ndjson`, the response streams progress, the first rows and the result.',
	findRows:
		'Searches the filtered and sorted rows. Returns the number of matching cells, a page of their positions, and the next match after a position.',
	profileRows: 'If a distinct count is an estimate, the response says so and gives the reason.',
	groupRows: 'Returns the requested measures of each group, such as its row count, or the sum or mean of a column.',
	chartRows: 'Reduces the rows to chart data: groups, points or a density.',
	compareRows:
		'Matches rows by key columns or, if there is no key, as whole rows. Summarizes added, removed and changed rows by column, and stores the rows as Parquet.',
	proposeKey: 'Finds the fewest columns whose combined values are unique in both tables.',
	exportQueriedRows: 'Stores the rows in a file. Request `href` to get the file’s download URL.',
	getResultLink:
		'The URL supports range requests. By default, results are deleted a day after their last use. Returns 404 for deleted results.',
	getStatus:
		'Lists what currently limits the service, such as a full disk. The list is empty when there are no problems.',
	getDataVerification: 'Lists only data that the caller can read. Missing data counts as corrupt.',

	getDatasetStatuses:
		'Also includes datasets that don’t exist yet but are destinations of the caller’s BuildSpecs. If a dataset is outdated, the reasons are listed. With `If-None-Match`, returns 304 if nothing has changed.',

	listUsers: 'To get the next page, pass `nextCursor` as `cursor`.',
	inviteUser:
		'Send the invitation link to the user, who has 7 days to choose a passphrase there. Inviting a user again replaces the link.',
	updateUser:
		'Disabling a user immediately revokes all of their tokens, and ends their requests and streams. Their namespaces and BuildSpecs remain. The only admin can’t be disabled or demoted.',
	listAudit:
		'Users who aren’t admins see entries about their own namespaces and their own actions. Set a namespace or dataset to see only its entries (owner and admins only). No operation changes or deletes entries.',

	getMe: 'Use this operation to check whether a token is valid, and whose token it is.',
};

export function descriptionOf({ id }: Operation): string {
	const description = descriptions[id];
	if (description === undefined) throw new Error(`The operation ${id} has no description in the OpenAPI document.`);
	return description;
}
