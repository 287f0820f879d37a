import { type DatasetState, formatCoordinate, type OutdatedReason } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';

/** Of services that do not tell, too. */
export type ShownState = DatasetState | 'unknown';

export const statusLabel = {
	'never-built': 'Never built',
	current: 'Up to date',
	outdated: 'Outdated',
	building: 'Building',
	failed: 'Build failed',
	corrupt: 'Corrupt',
	unknown: 'Unknown',
} as const satisfies Record<ShownState, string>;

export const statusTone = {
	'never-built': 'neutral',
	current: 'success',
	outdated: 'warning',
	building: 'info',
	failed: 'error',
	corrupt: 'error',
	unknown: 'neutral',
} as const satisfies Record<ShownState, string>;

/** "outdated": a state as a word beside a name; none for what is up to date, or not known. */
export const statusWord = (state: ShownState | undefined): string | undefined =>
	state === undefined || state === 'current' ? undefined : statusLabel[state].toLowerCase();

/** What is done about a state first, and so comes first in lists. */
export const urgency: readonly ShownState[] = [
	'corrupt',
	'failed',
	'outdated',
	'never-built',
	'building',
	'current',
	'unknown',
];

/** Whether a build makes it, or made it: rows that came otherwise have no status to tell, unless they are corrupt. */
export const isBuilt = ({ builtBy, buildSpecId, state }: DatasetStatus): boolean =>
	builtBy !== null || buildSpecId !== null || state !== 'current';

/** "Source flights has newer rows." @param home namespace, as `owner/namespace`, whose datasets need no more than their names */
export function reasonWords({ kind, builtVersion, currentVersion, source }: OutdatedReason, home = ''): string {
	const whole = source === null ? '' : formatCoordinate(source);
	const isHome = source !== null && `${source.owner}/${source.namespace}`.toLowerCase() === home.toLowerCase();
	const name = isHome ? source.datasetName : whole;
	const subject = name === '' ? 'A source' : `Source ${name}`;
	switch (kind) {
		case 'build-spec-changed':
			return `BuildSpec is at version ${currentVersion}, built from ${builtVersion}.`;
		case 'source-changed':
			return `${subject} has newer rows.`;
		case 'source-outdated':
			return `${subject} is outdated.`;
		case 'source-missing':
			return `${subject} no longer exists.`;
		case 'wiped':
			return 'Its rows were wiped.';
	}
}

/** What a status is due to, one sentence each; the first says the most. */
export function statusReasons(status: DatasetStatus): string[] {
	const { state, reasons, lastBuild, owner, namespace } = status;
	const words = reasons.map((reason) => reasonWords(reason, `${owner}/${namespace}`));
	if (state === 'failed' && lastBuild !== null) {
		return [lastBuild.message ?? `A build by ${lastBuild.by} failed.`, ...words];
	}
	if (state === 'corrupt') return ['Its stored data is corrupt.', ...words];
	return words;
}

/** "Outdated. Source flights has newer rows." */
export const statusSentence = (status: DatasetStatus): string =>
	[`${statusLabel[status.state]}.`, ...statusReasons(status)].join(' ');

/** Datasets that need somebody: what is corrupt, failed or outdated, in this order, then by name. */
export function needingAttention(statuses: readonly DatasetStatus[]): DatasetStatus[] {
	const rank = ({ state }: DatasetStatus) => urgency.indexOf(state);
	return statuses
		.filter(({ state }) => state === 'corrupt' || state === 'failed' || state === 'outdated')
		.sort((a, b) => rank(a) - rank(b));
}
