import type { Operation } from '#contract/operation.ts';

/** What a client should know of each operation beside its summary, by the operation's id. */
const descriptions: Readonly<Record<string, string>> = {
	listAgents: 'Choose an agent from this list instead of fixing a name. No token is needed.',
	getAgentCard:
		'What the agent can do, where its messages go and which token it takes. No token is needed; GetExtendedAgentCard returns the caller’s richer card.',
	callAgent:
		'The method is SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask or GetExtendedAgentCard. Every message names its namespace in params.message.metadata. Protocol errors are JSON-RPC errors with status 200. Tasks are not kept: GetTask and CancelTask find none.',
	ask: 'Blocks until the assistant is done, which can take a minute with a language model. Pass the contextId of an earlier answer to continue a conversation.',

	listOutputs:
		'Code-blob previews list one output per destination, each with an href to a download link. Git pipelines list every produced output with its download URL. While the run is queued or running the answer is 409 OUTPUTS_NOT_READY; runs that are not previews answer 404.',
	getOutputLink:
		'The URL needs no token and expires at expiresAt. The object is a Parquet file and can be read in ranges.',
	startPreviewRun:
		'Runs the code without writing the destination. A body previews unsaved changes. Poll the run until it ends, then list its outputs.',
	startScratchRun: 'Runs code that isn’t saved anywhere. Leave out the destination for a plain query.',
	startBuildRun:
		'Readers see the old rows until the build succeeds; a failed or canceled build changes nothing. With a version in the body, the build starts only if it is still the current one.',
	listRuns: 'Previews and builds of the last days, filtered by BuildSpec if buildSpecId is given.',
	getRun: 'Includes the definition that ran, its state and, if it failed, the error with its position in the code.',
	getChecks: 'They run on the result of each preview and build. With version: the checks of that version.',
	putChecks:
		'A build whose check of severity error fails leaves its destination unchanged. Earlier checks stay with the version they were saved with.',
	listRunChecks: 'At most 100 failing rows of each check are kept.',

	startBuildPlan:
		'The order is fixed when the plan starts. Each BuildSpec is built as it is saved when its turn comes.',
	listBuildPlans: 'Pages are linked by nextCursor.',
	getBuildPlan:
		'A step is built once everything it depends on succeeds. If a step fails, its dependents are skipped. Everything else continues.',
	retryBuildPlan:
		'Steps that succeeded are not built again. The rest is built as saved by now, in the same order; the earlier plan stays as it is.',
	cancelBuildPlan: 'Waits until running steps have stopped. Datasets that were already built stay.',
	getRunLog: 'Can be read while the run is in progress.',
	getRunPlan:
		'Measured while the statement ran. Failed runs and pipelines have none. An operator’s parent is the one that receives its rows.',
	cancelRun: 'A canceled build doesn’t change its destination.',

	search:
		'Every word of q must be found; typos count only where nothing has a word as it is written. Of BuildSpecs, only the caller’s own are found.',

	listBuildSpecs: 'BuildSpecs of other users aren’t listed, even if they read or write shared namespaces.',
	getBuildSpec: 'Send the ETag as If-Match with the next save, so that it can’t overwrite a change made in between.',
	updateBuildSpec:
		'The body replaces sources, destination and code together. Datasets are addressed by name and need not exist yet.',
	deleteBuildSpec:
		'The destination dataset and its rows stay. A build in progress is canceled. With build-spec-undelete/1, it can be restored for 30 days.',
	describeBuildSpecVersion: 'Members that are absent stay as they are. No new version is made.',
	listDeletedBuildSpecs: 'Anything deleted more than 30 days ago is gone.',
	undeleteBuildSpec: 'It’s restored unchanged, with the same id.',
	createBuildSpec: 'The caller becomes the owner. Nothing runs until a preview or build is started.',
	listBuildSpecVersions: 'Every save and rename is a version. Pages are linked by nextCursor.',
	getBuildSpecVersion: 'To restore it, save its definition as the new version.',
	checkBuildSpec:
		'Returns problems with their positions, and the columns of the result as far as they are known before a run.',

	listRepositories: 'Remote repositories aren’t listed: a payload can name any that the service is allowed to fetch.',
	readRepository: 'Without ref, the commits and manifests are those of the default branch.',
	readPipelineFile: 'Text in UTF-8 of at most 1,000,000 bytes. Links and submodules aren’t followed.',
	checkPipeline:
		'Returns the steps and outputs of the manifest as well, with their columns as far as they are known before a run.',

	listDatasets: 'Includes the row count and size of each dataset. Pages are linked by nextCursor.',
	getSchema:
		'Columns come in their sort order, with types as the engine names them. With version: rows, size and columns of that version.',
	getRows: 'Filters are joined by AND. Without a sort, rows come as stored.',
	listDatasetVersions:
		'Every build, ingestion and restoration makes a version. Old ones are dropped as the service is set; wiping or deleting the dataset drops all.',
	restoreDatasetVersion:
		'Rows and columns come back as a new version; descriptions and links stay. No version is lost, so a restoration can be undone too.',
	deleteDataset: 'Cannot be undone. BuildSpecs that read or write the dataset stay.',
	describeDataset: 'Replaces the dataset’s description and those of the columns in the body. Agents read them too.',
	putSortOrder: 'The order must name every column of the dataset exactly once. Stored rows do not change.',

	getDescription:
		'Operations marked with x-console-extension are extensions of the interface; the others are its core.',

	previewIngest:
		'Row n of the answer comes from record n. Members that begin with __metadata_ say what was done to a row; __metadata_preview of the first row says what concerns all records.',
	getPreviewFacts: 'If a model is named, previews send the records to it.',
	startIngestion:
		'Next, send the rows in numbered chunks, then commit. The mapping says which field of a record fills which column.',
	putChunk: 'Chunks may arrive in any order. The body is checked against sha256, to detect damage on the way.',
	commitIngestion:
		'Readers see either none or all of the new rows. Rows that do not fit their columns are rejected and listed.',
	startFileIngestion:
		'Next, send the file in numbered pieces, review it, then commit. CSV, TSV, JSON, NDJSON, Parquet and Excel are read, also packed with gzip, or alone in a zip archive.',
	putFilePiece: 'Pieces may arrive in any order. The body is checked against sha256, to detect damage on the way.',
	reviewFile:
		'Detects format, types and what does not fit, from every value. What is decided here is what the commit does; nothing is written before.',
	cleanFile:
		'Call it until isDone; what is done is kept. Follows what the last review says that columns hold, and leaves out columns whose values all have a type. Reviews show the rules that were found, and commits apply them.',
	uploadFile:
		'Reads formats and types as a review does. If values do not fit or lines cannot be read, nothing is saved and the answer says which; misfits and skipLines say what becomes of them.',
	cancelIngestion: 'A committed ingestion can’t be canceled.',
	listIngestions: 'Includes ingestions by others into namespaces of the caller. Pages are linked by nextCursor.',
	getIngestion: 'Rejected rows come with the reason for each.',
	markIngestionSeen: 'Sets seenAt to the current time, each time it is called.',

	addLink:
		'Answers 201 if the link is new. If a link with the same ends and match type exists, the answer is 200 and its options stay as they are. Both datasets must be readable to the caller.',
	deleteLink: 'The datasets and their rows stay.',
	listLinks: 'Pages are linked by nextCursor.',
	tryLink:
		'Counts matched and unmatched values and returns examples, so that you can judge a link before you create it.',
	suggestLinks: 'Each suggestion comes with its evidence. Links that exist are left out.',

	listNamespaces: 'Includes the role of the caller in each. Pages are linked by nextCursor.',
	listNamespaceActivity:
		'Includes namespaces that the caller’s token can read completely. Days without activity are left out.',
	getNamespace: 'Namespaces that aren’t shared with the caller answer 404.',
	getNamespaceModels:
		'Includes what the caller’s questions used today. If models are turned off, the built-in reader answers.',
	putNamespaceModels:
		'Where models are turned off, no row or name of the namespace is sent to one, even if a question names a model.',
	createNamespace: 'Names are 1 to 128 letters, digits, spaces, _, - or ., and unique per user regardless of case.',
	describeNamespace: 'Only the owner may do this. An empty text removes the description.',
	deleteNamespace:
		'Only the owner may do this. A namespace that contains datasets or is being written to isn’t deleted: the answer is 409 and lists its contents.',
	renameDataset:
		'The body is the new name as plain text. Versions, descriptions and links stay with the dataset. Tokens, checks and BuildSpec coordinates follow; code isn’t rewritten. While a build or upload writes to the dataset, the answer is 409.',
	renameNamespace:
		'The body is the new name as plain text. Links, shares, tokens and BuildSpec coordinates follow; code is not rewritten.',
	wipeNamespace:
		'Can’t be undone. Without deleteDatasets, datasets keep their columns but lose their rows. The namespace, its shares and all BuildSpecs stay. Only the owner can do this.',

	revokeShare: 'Takes effect at once, also for runs and downloads in progress.',
	listShares: 'Includes who granted each share and when.',
	grantShare: 'Granting another role to the same user replaces the one they had.',
	leaveNamespace: 'Only the owner can grant the access again.',
	listShareChanges: 'Includes who made each change and when.',

	getTokenPermissions: 'A token is restricted if it may do less than its user.',
	listTokens:
		'Tokens in force, and for 7 days those that have expired and lasted more than a day. The text of a token is never listed.',
	createToken: 'A new token can’t do more than the token that creates it. Store its text: it can’t be read again.',
	revokeToken: 'Requests with the token are refused from then on, and answers in progress end.',
	listTokenChanges: 'Includes when each token was created and revoked.',

	viewRows:
		'Returns the first rows at once and stores all of them as Parquet if there are more. With Accept: application/x-ndjson the answer is a stream: progress, the first rows, the result.',
	findRows:
		'Searches the rows as they are filtered and sorted. Returns the number of matching cells, a page of their positions, and the match that follows a position.',
	profileRows: 'Estimated distinct counts are marked, with the reason.',
	groupRows: 'Counts rows by the values of columns, with sums, means and other figures of further columns.',
	chartRows: 'Reduces the rows to the data of a chart: groups, bins, points or a density.',
	compareRows:
		'Matches rows by key columns or as a whole. Summarizes what was added, removed and changed by column, and stores the rows as Parquet.',
	proposeKey: 'Looks for the fewest columns whose values are unique on both sides.',
	exportQueriedRows: 'Stores the rows as a file. Follow href to get its download address.',
	getResultLink:
		'The address supports range requests. A result that isn’t used for a while is removed and answers 404.',
	getStatus:
		'Lists what currently limits the service, such as a full disk. The list is empty when there are no problems.',
	getDataVerification:
		'Lists corrupt or missing data that the caller may see, and when all objects were last verified.',

	getDatasetStatuses:
		'Never built, deleted, current, outdated with the reasons, building, failed or corrupt. Includes destinations of the BuildSpecs of the caller that do not exist yet. Ask again with If-None-Match: the answer is 304 while nothing changed.',

	listUsers: 'Pages are linked by nextCursor.',
	inviteUser:
		'Pass the address on to the user, who chooses a passphrase there within 7 days. A user who hasn’t done so can be invited again, which replaces the address.',
	updateUser:
		'Disabling a user ends all of their tokens, requests and streams at once; what they own stays. The only admin can be neither disabled nor demoted.',
	listAudit:
		'Users who are no admins see what happened in their namespaces and what they did. Name a namespace, or a dataset in it, to see only that; only its owner and admins may. Entries can be neither changed nor deleted.',

	getMe: 'Use it to check a token and to find out who it belongs to.',
};

export function descriptionOf({ id }: Operation): string {
	const description = descriptions[id];
	if (description === undefined) throw new Error(`The operation ${id} has no description in the OpenAPI document.`);
	return description;
}
