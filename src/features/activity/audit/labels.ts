import type { AuditEntry } from '#contract/audit.ts';

export const actionLabels: Readonly<Record<string, string>> = {
	signIn: 'Signed in',
	createBuildSpec: 'Created BuildSpec',
	updateBuildSpec: 'Saved BuildSpec',
	deleteBuildSpec: 'Deleted BuildSpec',
	undeleteBuildSpec: 'Restored BuildSpec',
	describeBuildSpecVersion: 'Named BuildSpec version',
	putChecks: 'Changed checks',
	startPreviewRun: 'Started preview',
	startScratchRun: 'Ran query',
	startBuildRun: 'Started build',
	cancelRun: 'Canceled run',
	startBuildPlan: 'Started downstream build',
	cancelBuildPlan: 'Canceled downstream build',
	retryBuildPlan: 'Retried downstream build',
	createNamespace: 'Created namespace',
	describeNamespace: 'Edited namespace details',
	deleteNamespace: 'Deleted namespace',
	renameNamespace: 'Renamed namespace',
	wipeNamespace: 'Wiped namespace',
	putNamespaceModels: 'Changed language models',
	renameDataset: 'Renamed dataset',
	deleteDataset: 'Deleted dataset',
	describeDataset: 'Edited dataset details',
	putSortOrder: 'Reordered columns',
	restoreDatasetVersion: 'Restored dataset version',
	addLink: 'Created link',
	deleteLink: 'Deleted link',
	startIngestion: 'Started ingestion',
	startFileIngestion: 'Started upload',
	putChunk: 'Uploaded rows',
	putFilePiece: 'Uploaded part of file',
	reviewFile: 'Reviewed file',
	uploadFile: 'Uploaded file',
	commitIngestion: 'Committed ingestion',
	cancelIngestion: 'Canceled ingestion',
	markIngestionSeen: 'Marked ingestion as seen',
	grantShare: 'Granted access',
	revokeShare: 'Revoked access',
	leaveNamespace: 'Left namespace',
	inviteUser: 'Invited user',
	acceptInvitation: 'Accepted invitation',
	createUser: 'Created user',
	linkUser: 'Linked user to single sign-on',
	updateUser: 'Updated user',
	createToken: 'Created token',
	revokeToken: 'Revoked token',
	'add-user': 'Added user',
	'set-passphrase': 'Set passphrase',
	'disable-user': 'Disabled user',
	'enable-user': 'Enabled user',
	'rotate-keys': 'Rotated keys',
};

export const actionLabel = (action: string): string => labelIn(actionLabels, action);

export const outcomeLabels: Readonly<Record<string, string>> = {
	done: 'Done',
	denied: 'Denied',
	'not-found': 'Not found',
	failed: 'Failed',
};

export const outcomeLabel = ({ outcome }: Pick<AuditEntry, 'outcome'>): string => labelIn(outcomeLabels, outcome);

/** Own properties only, since a service may send `__proto__`. */
const labelIn = (labels: Readonly<Record<string, string>>, name: string): string =>
	Object.hasOwn(labels, name) ? (labels[name] ?? name) : name;
