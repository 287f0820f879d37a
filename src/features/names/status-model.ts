import { type DatasetState, formatCoordinate, type OutdatedReason } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { listText } from '#lib/text/list-text.ts';
import { countOf } from '../../lib/format.ts';

/** `unknown` for services without statuses, `missing` for names that don't exist. */
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

/** The displayed state. Deletion takes precedence over a failed build, which the reasons mention. */
export const shownState = ({ state, deleted }: DatasetStatus): DatasetState =>
	state === 'failed' && deleted ? 'deleted' : state;

/** A status as a word after a name: "outdated". Undefined if up to date or unknown. */
export function statusWord(status: DatasetStatus | null | undefined): string | undefined {
	if (status === null || status === undefined) return undefined;
	const { state, version, failedChecks } = status;
	if (state === 'current') return failedChecks.length === 0 ? undefined : failedCount(status);
	if (state !== 'failed' || version !== null) return statusLabel[state].toLowerCase();
	return `${status.deleted === null ? 'not built yet' : 'deleted'}, last build failed`;
}

/** "2 checks failed", for the dataset's current rows. */
export const failedCount = ({ failedChecks }: Pick<DatasetStatus, 'failedChecks'>): string =>
	`${countOf(failedChecks.length, 'check')} failed`;

/** States by urgency, which is also the order in lists. */
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

/** Whether a build makes or made it. Other rows have no status, unless they're corrupt. */
export const isBuilt = ({ builtBy, buildSpecId, state }: DatasetStatus): boolean =>
	builtBy !== null || buildSpecId !== null || state !== 'current';

/** "Source flights has newer rows." @param home namespace as `owner/namespace`, whose datasets are named without it */
export function reasonMessage(
	{ kind, builtVersion, currentVersion, source, formerName, restoredVersion }: OutdatedReason,
	home = '',
): string {
	const whole = source === null ? '' : formatCoordinate(source);
	const isHome = source !== null && `${source.owner}/${source.namespace}`.toLowerCase() === home.toLowerCase();
	const name = isHome ? source.datasetName : whole;
	const subject = name === '' ? 'A source' : `Source ${name}`;
	switch (kind) {
		case 'build-spec-changed':
			return `Built with BuildSpec version ${builtVersion}. The saved version is ${currentVersion}.`;
		case 'source-changed':
			return restoredVersion === undefined
				? `${subject} has newer rows.`
				: `${subject} was restored to version ${restoredVersion}.`;
		case 'source-outdated':
			return `${subject} is outdated.`;
		case 'source-missing':
			return source === null ? 'A source no longer exists or isn’t shared with you.' : `${subject} no longer exists.`;
		case 'wiped':
			return source === null ? 'The rows were wiped.' : `${subject} was wiped.`;
		case 'rows-changed':
			return 'The rows have changed since the build.';
		case 'built-by-another':
			return 'Another BuildSpec has built this dataset more recently.';
		case 'former-name':
			return `The code still refers to ${name === '' ? 'a source' : name} by its old name${formerName === undefined ? '' : `, ${formerName}`}.`;
	}
}

/** Reasons for a status, one sentence each, most important first. */
export function statusReasons(status: DatasetStatus): string[] {
	const { state, reasons, failedChecks, lastBuild, owner, namespace, restoredFrom, deleted } = status;
	const messages = reasons.map((reason) => reasonMessage(reason, `${owner}/${namespace}`));
	// The cause of the state comes before the other reasons.
	if (restoredFrom !== null && state !== 'current') messages.unshift(`Dataset version ${restoredFrom} was restored.`);
	if (failedChecks.length > 0) {
		messages.push(
			`${failedChecks.length === 1 ? 'Check' : 'Checks'} ${listText(failedChecks.map((name) => `"${name}"`))} failed.`,
		);
	}
	if (state === 'failed' && lastBuild !== null) {
		return [lastBuild.message ?? `A build by ${lastBuild.by} failed.`, ...messages];
	}
	if (state === 'deleted' && deleted?.by) messages.unshift(`${deleted.by} deleted this dataset.`);
	if (state === 'corrupt') return ['The stored data is corrupt.', ...messages];
	return messages;
}

/** "Outdated. Source flights has newer rows." */
export const statusSentence = (status: DatasetStatus): string =>
	[`${statusLabel[shownState(status)]}.`, ...statusReasons(status)].join(' ');

/** Datasets that need attention: corrupt, failed, outdated or with failed checks, in this order, then by name. */
export function needingAttention(statuses: readonly DatasetStatus[]): DatasetStatus[] {
	const rank = ({ state }: DatasetStatus) => urgency.indexOf(state);
	return statuses
		.filter(({ state, failedChecks }) => ['corrupt', 'failed', 'outdated'].includes(state) || failedChecks.length > 0)
		.sort((a, b) => rank(a) - rank(b));
}
