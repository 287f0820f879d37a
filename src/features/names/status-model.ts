import { type DatasetState, formatCoordinate, type OutdatedReason } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { countOf } from '../../lib/format.ts';

/** Of services that do not tell, too, and of names that nothing is found under. */
export type ShownState = DatasetState | 'missing' | 'unknown';

export const statusLabel = {
	'never-built': 'Never built',
	deleted: 'Deleted',
	current: 'Up to date',
	outdated: 'Outdated',
	building: 'Building',
	failed: 'Build failed',
	corrupt: 'Corrupt',
	missing: 'Missing',
	unknown: 'Unknown',
} as const satisfies Record<ShownState, string>;

export const statusTone = {
	'never-built': 'neutral',
	deleted: 'neutral',
	current: 'success',
	outdated: 'warning',
	building: 'info',
	failed: 'error',
	corrupt: 'error',
	missing: 'warning',
	unknown: 'neutral',
} as const satisfies Record<ShownState, string>;

/** What is said of it everywhere: that a dataset is gone comes before that its last build failed, which the reasons say. */
export const shownState = ({ state, deleted }: DatasetStatus): DatasetState =>
	state === 'failed' && deleted ? 'deleted' : state;

/** "outdated": a status as a word beside a name; none for what is up to date, or not known. */
export function statusWord(status: DatasetStatus | null | undefined): string | undefined {
	if (status === null || status === undefined) return undefined;
	const { state, version, failedChecks } = status;
	if (state === 'current') return failedChecks.length === 0 ? undefined : failedCount(status);
	if (state !== 'failed' || version !== null) return statusLabel[state].toLowerCase();
	return `${status.deleted === null ? 'never built' : 'deleted'}, last build failed`;
}

/** "2 checks failed": of the rows that the dataset has. */
export const failedCount = ({ failedChecks }: Pick<DatasetStatus, 'failedChecks'>): string =>
	`${countOf(failedChecks.length, 'check')} failed`;

/** What is done about a state first, and so comes first in lists. */
export const urgency: readonly ShownState[] = [
	'corrupt',
	'failed',
	'missing',
	'outdated',
	'deleted',
	'never-built',
	'building',
	'current',
	'unknown',
];

/** Whether a build makes it, or made it: rows that came otherwise have no status to tell, unless they are corrupt. */
export const isBuilt = ({ builtBy, buildSpecId, state }: DatasetStatus): boolean =>
	builtBy !== null || buildSpecId !== null || state !== 'current';

/** "Source flights has newer rows." @param home namespace, as `owner/namespace`, whose datasets need no more than their names */
export function reasonWords(
	{ kind, builtVersion, currentVersion, source, formerName, restoredVersion }: OutdatedReason,
	home = '',
): string {
	const whole = source === null ? '' : formatCoordinate(source);
	const isHome = source !== null && `${source.owner}/${source.namespace}`.toLowerCase() === home.toLowerCase();
	const name = isHome ? source.datasetName : whole;
	const subject = name === '' ? 'A source' : `Source ${name}`;
	switch (kind) {
		case 'build-spec-changed':
			return `Built from BuildSpec version ${builtVersion}. Version ${currentVersion} is saved.`;
		case 'source-changed':
			return restoredVersion === undefined
				? `${subject} has newer rows.`
				: `${subject} was restored to version ${restoredVersion}.`;
		case 'source-outdated':
			return `${subject} is outdated.`;
		case 'source-missing':
			return source === null ? 'A source no longer exists or isn’t shared with you.' : `${subject} no longer exists.`;
		case 'wiped':
			return source === null ? 'Its rows were wiped.' : `${subject} was wiped.`;
		case 'rows-changed':
			return 'Its rows were changed since the build.';
		case 'built-by-another':
			return 'Another BuildSpec has built it since.';
		case 'former-name':
			return `The code still calls ${name === '' ? 'a source' : name} by its old name${formerName === undefined ? '' : ` ${formerName}`}.`;
	}
}

/** What a status is due to, one sentence each; the first says the most. */
export function statusReasons(status: DatasetStatus): string[] {
	const { state, reasons, failedChecks, lastBuild, owner, namespace, restoredFrom, deleted } = status;
	const words = reasons.map((reason) => reasonWords(reason, `${owner}/${namespace}`));
	// Why it stands where it does comes before what it stands behind.
	if (restoredFrom !== null && state !== 'current') words.unshift(`Dataset version ${restoredFrom} was restored.`);
	if (failedChecks.length > 0) {
		words.push(
			`${failedChecks.length === 1 ? 'Check' : 'Checks'} ${failedChecks.map((name) => `"${name}"`).join(', ')} failed.`,
		);
	}
	if (state === 'failed' && lastBuild !== null) {
		return [lastBuild.message ?? `A build by ${lastBuild.by} failed.`, ...words];
	}
	if (state === 'deleted' && deleted?.by) words.unshift(`${deleted.by} deleted it.`);
	if (state === 'corrupt') return ['Its stored data is corrupt.', ...words];
	return words;
}

/** "Outdated. Source flights has newer rows." */
export const statusSentence = (status: DatasetStatus): string =>
	[`${statusLabel[shownState(status)]}.`, ...statusReasons(status)].join(' ');

/** Datasets that need somebody: what is corrupt, failed, outdated, or has failed checks, in this order, then by name. */
export function needingAttention(statuses: readonly DatasetStatus[]): DatasetStatus[] {
	const rank = ({ state }: DatasetStatus) => urgency.indexOf(state);
	return statuses
		.filter(({ state, failedChecks }) => ['corrupt', 'failed', 'outdated'].includes(state) || failedChecks.length > 0)
		.sort((a, b) => rank(a) - rank(b));
}
