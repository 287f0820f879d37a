import type { Operation } from '#contract/operation.ts';

/** What clients should know about each operation besides its summary, by operation id. */
const descriptions: Readonly<Record<string, string>> = {
	listAgents: 'Choose an agent from this list instead of hard-coding a name. No token is needed.',
	getAgentCard:
		'Says what the agent can do, where to send messages and which token it accepts. No token is needed. GetExtendedAgentCard returns a more detailed card for the caller.',
	callAgent:
		'The method is SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask or GetExtendedAgentCard. Set the namespace of a message in params.message.metadata. Protocol errors are JSON-RPC errors with status 200. Tasks aren’t kept, so GetTask and CancelTask find none.',
	ask: 'Returns when the assistant is done, which can take a minute with a language model. Pass the contextId of an earlier answer to continue a conversation.',

	listOutputs:
		'Code-blob previews list one output per destination, each with the href of a download link. Git pipelines list every output with its download URL. Returns 409 OUTPUTS_NOT_READY while the run is queued or running, and 404 for runs that aren’t previews.',
	getOutputLink:
		'The URL needs no token and works until expiresAt. It returns a Parquet file and supports range requests.',
	startPreviewRun:
		'Runs the code without writing to the destination. Send a body to preview unsaved changes. Poll the run until it ends, then list its outputs.',
	startScratchRun: 'Runs code that isn’t saved anywhere. Omit the destination for a plain query.',
	startBuildRun:
		'Readers see the old rows until the build succeeds. A failed or canceled build changes nothing. If the body has a version, the build starts only if that version is still current.',
	listRuns: 'Lists recent previews and builds. Set buildSpecId to list those of one BuildSpec.',
	getRun: 'Includes the definition that ran, its state and, if it failed, the error with its position in the code.',
	getChecks: 'Checks run on the result of every preview and build. Set version to get the checks of that version.',
	putChecks:
		'If a check with severity error fails, the build leaves its destination unchanged. Earlier versions of the BuildSpec keep their checks.',
	listRunChecks: 'Up to 100 failing rows are kept per check.',

	startBuildPlan:
		'The order is fixed when the plan starts. Each BuildSpec is built in the version that is saved when its turn comes. Pass versions to refuse the start if one has changed.',
	listBuildPlans: 'To get the next page, pass nextCursor as cursor.',
	getBuildPlan:
		'A step is built once everything it depends on has succeeded. If a step fails, the steps that depend on it are skipped and the others continue.',
	retryBuildPlan:
		'Steps that succeeded aren’t built again. The others are built from the currently saved versions, in the same order. The original plan doesn’t change.',
	cancelBuildPlan: 'Returns once running steps have stopped. Datasets that were already built stay.',
	getRunLog: 'You can read the log while the run is in progress.',
	getRunPlan:
		'Measured while the statement ran. Failed runs and pipelines have no plan. An operator’s parent is the operator that receives its rows.',
	cancelRun: 'A canceled build doesn’t change its destination.',

	search:
		'Results contain every word of q. Typos are corrected only for words that don’t occur as typed. Only the caller’s own BuildSpecs are searched.',

	listBuildSpecs: 'BuildSpecs of other users aren’t listed, even if they read or write shared namespaces.',
	getBuildSpec:
		'Send the ETag as If-Match with the next save, so that it can’t overwrite changes made in the meantime.',
	updateBuildSpec:
		'The body replaces sources, destination and code together. Datasets are referenced by name and don’t have to exist yet.',
	deleteBuildSpec:
		'The destination dataset and its rows stay. A build in progress is canceled. With build-spec-undelete/1, you can restore the BuildSpec for 30 days.',
	describeBuildSpecVersion: 'Absent members don’t change. No new version is created.',
	listDeletedBuildSpecs: 'BuildSpecs deleted more than 30 days ago aren’t listed.',
	undeleteBuildSpec: 'The BuildSpec is restored unchanged, with the same ID.',
	createBuildSpec: 'The caller becomes the owner. Nothing runs until a preview or build is started.',
	listBuildSpecVersions: 'Every save and rename creates a version. To get the next page, pass nextCursor as cursor.',
	getBuildSpecVersion: 'To restore a version, save its definition as a new one.',
	checkBuildSpec: 'Returns errors with their positions, and the result columns if they’re known before a run.',

	listRepositories:
		'Remote repositories aren’t listed. A payload can name any repository that the service is allowed to fetch.',
	readRepository: 'Without ref, lists the commits and manifests of the default branch.',
	readPipelineFile: 'Returns up to 1,000,000 bytes of UTF-8 text. Links and submodules aren’t followed.',
	checkPipeline:
		'Also returns the steps and outputs of the manifest, with their columns if they’re known before a run.',

	listDatasets: 'Includes the row count and size of each dataset. To get the next page, pass nextCursor as cursor.',
	getSchema:
		'Columns are in display order, with the engine’s type names. Set version to get the rows, size and columns of that version.',
	getRows: 'Filters are joined by AND. Without a sort, rows are in stored order.',
	listDatasetVersions:
		'Every build, ingestion and restore creates a version. Old versions are deleted according to the service’s settings. Wiping or deleting the dataset deletes all of them.',
	restoreDatasetVersion:
		'Restores rows and columns as a new version. Descriptions and links don’t change. No version is lost, so you can also undo a restore.',
	deleteDataset: 'This can’t be undone. BuildSpecs that read or write the dataset stay.',
	describeDataset: 'Replaces the descriptions of the dataset and of the columns in the body. Agents read them too.',
	putSortOrder: 'The order must include every column of the dataset exactly once. Stored rows don’t change.',

	getDescription:
		'Operations marked with x-console-extension are extensions. All others belong to the core. At POST /build-specs/check, x-console-dialect says whose SQL the service runs: duckdb or spark.',

	previewIngest:
		'Row n of the response is record n. Members that start with __metadata_ describe changes to a row. In the first row, __metadata_preview describes all records.',
	getPreviewFacts: 'If a model is named, previews send the records to it.',
	startIngestion:
		'Next, send the rows in numbered chunks, then commit. The mapping defines which field fills which column.',
	putChunk: 'You can send chunks in any order. The body is checked against sha256 to detect transmission errors.',
	commitIngestion:
		'Readers see either none or all of the new rows. Rows that don’t fit their columns are rejected and listed.',
	startFileIngestion:
		'Next, send the file in numbered pieces, review it, then commit. Accepts CSV, TSV, JSON, NDJSON, Parquet and Excel, also as gzip or as the only file in a zip archive.',
	putFilePiece: 'You can send pieces in any order. The body is checked against sha256 to detect transmission errors.',
	reviewFile:
		'Detects the format, types and values that don’t fit, from all values. The commit follows the decisions made here. Nothing is written before.',
	cleanFile:
		'Repeat until isDone. Progress is kept. Cleans according to what each column holds in the last review, and skips columns whose values all fit a type. Reviews show the rules found, and commits apply them.',
	uploadFile:
		'Detects formats and types as a review does. If values don’t fit or lines can’t be read, nothing is saved and the response lists them. Set misfits and skipLines to save the file anyway.',
	cancelIngestion: 'A committed ingestion can’t be canceled.',
	listIngestions:
		'Includes ingestions by others into the caller’s namespaces. To get the next page, pass nextCursor as cursor.',
	getIngestion: 'Includes rejected rows with reasons.',
	markIngestionSeen: 'Every call sets seenAt to the current time.',

	addLink:
		'Returns 201 for a new link. If a link with the same ends and match type exists, returns 200 and keeps its options. The caller must be able to read both datasets.',
	deleteLink: 'The datasets and their rows stay.',
	listLinks: 'Set a namespace or dataset to list its links only. To get the next page, pass nextCursor as cursor.',
	tryLink: 'Counts matched and unmatched values and returns examples, so that you can judge a link before creating it.',
	suggestLinks: 'Each suggestion includes its evidence. Existing links aren’t suggested.',

	listNamespaces: 'Includes the caller’s role in each namespace. To get the next page, pass nextCursor as cursor.',
	listNamespaceActivity:
		'Includes only namespaces that the caller’s token can read completely. Days without activity are omitted.',
	getNamespace: 'Returns 404 for namespaces that aren’t shared with the caller.',
	getNamespaceModels: 'Includes the caller’s usage today. If models are turned off, the built-in reader answers.',
	putNamespaceModels:
		'If models are turned off, none receives names or rows of the namespace, even if a question names a model.',
	createNamespace: 'A name has 1 to 128 letters, digits, spaces, _, - or ., and is unique per user, ignoring case.',
	describeNamespace: 'Only the owner can do this. An empty text removes the description.',
	deleteNamespace:
		'Only the owner can do this. Returns 409 with a list of its contents if the namespace has datasets or is being written to.',
	renameDataset:
		'The body is the new name as plain text. Versions, descriptions and links stay with the dataset. Tokens, checks and BuildSpec coordinates are updated, but not code. Returns 409 while a build or upload writes to the dataset.',
	renameNamespace:
		'The body is the new name as plain text. Links, shares, tokens and BuildSpec coordinates are updated, but not code.',
	wipeNamespace:
		'Only the owner can do this, and it can’t be undone. Without deleteDatasets, datasets keep their columns but lose their rows. The namespace, its shares and all BuildSpecs stay.',

	revokeShare: 'Takes effect immediately, including for runs and downloads in progress.',
	listShares: 'Includes who granted each share, and when.',
	grantShare: 'A new role replaces the user’s current role.',
	leaveNamespace: 'Only the owner can share the namespace again.',
	listShareChanges: 'Includes who made each change, and when.',

	getTokenPermissions: 'A token is restricted if it has less access than its user.',
	listTokens:
		'Lists active tokens, and for 7 days expired ones that were valid for more than a day. The text of a token is never included.',
	createToken:
		'A new token can’t have more access than the token that creates it. Store its text: you can’t read it again.',
	revokeToken: 'Requests with the token are rejected from now on, and streams in progress end.',
	listTokenChanges: 'Includes when each token was created and revoked.',

	viewRows:
		'Returns the first rows. If there are more, all rows are stored as Parquet. With Accept: application/x-ndjson the response is a stream: progress, the first rows, the result.',
	findRows:
		'Searches the filtered and sorted rows. Returns the number of matching cells, a page of their positions, and the next match after a position.',
	profileRows: 'Estimated distinct counts are marked and give a reason.',
	groupRows: 'Counts rows by column values, with sums, means and other measures of more columns.',
	chartRows: 'Reduces the rows to chart data: groups, bins, points or a density.',
	compareRows:
		'Matches rows by key columns or as a whole. Summarizes added, removed and changed rows by column, and stores the rows as Parquet.',
	proposeKey: 'Finds the fewest columns whose values are unique on both sides.',
	exportQueriedRows: 'Stores the rows as a file. Follow href to get its download address.',
	getResultLink:
		'The address supports range requests. A result that isn’t used for a while is deleted, and returns 404.',
	getStatus:
		'Lists what currently limits the service, such as a full disk. The list is empty when there are no problems.',
	getDataVerification:
		'Lists corrupt or missing data that the caller can see, and when all objects were last verified.',

	getDatasetStatuses:
		'A dataset is never built, deleted, current, outdated (with reasons), building, failed or corrupt. Includes destinations of the caller’s BuildSpecs that don’t exist yet. With If-None-Match, returns 304 if nothing has changed.',

	listUsers: 'To get the next page, pass nextCursor as cursor.',
	inviteUser:
		'Send the address to the user, who has 7 days to choose a passphrase there. Inviting a user again replaces the address.',
	updateUser:
		'Disabling a user immediately ends all of their tokens, requests and streams. What they own stays. The only admin can’t be disabled or demoted.',
	listAudit:
		'Users who aren’t admins see entries of their own namespaces and actions. Set a namespace or dataset to see only its entries (owner and admins only). Entries can’t be changed or deleted.',

	getMe: 'Use it to check a token and find out who it belongs to.',
};

export function descriptionOf({ id }: Operation): string {
	const description = descriptions[id];
	if (description === undefined) throw new Error(`The operation ${id} has no description in the OpenAPI document.`);
	return description;
}
