import type { BuildRun } from '#contract/build-run.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { foldName } from '#contract/ids.ts';
import { isBuilt, needingAttention, shownState, urgency } from '../../names/status-model.ts';

/** Days shown, including today. */
export const daysShown = 14;

export interface Day {
	/** `2024-03-05`, in local time. */
	readonly day: string;
	readonly changes: number;
	readonly failedBuilds: number;
}

/** The last days, oldest first; days without data have no activity. @param now ms since 1970 */
export function lastDays(found: readonly Day[], now: number): Day[] {
	const today = new Date(now);
	return Array.from({ length: daysShown }, (_, index) => {
		const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysShown + 1 + index);
		const day = isoDay(date);
		const own = found.filter((item) => item.day === day);
		return {
			day,
			changes: own.reduce((sum, { changes }) => sum + changes, 0),
			failedBuilds: own.reduce((sum, { failedBuilds }) => sum + failedBuilds, 0),
		};
	});
}

const isoDay = (date: Date): string =>
	[date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Failed runs whose BuildSpec has had no later completed run of that kind. */
export const stillFailed = (runs: readonly BuildRun[]): BuildRun[] =>
	runs.filter(
		(run, position) =>
			run.state === 'failed' &&
			!runs
				.slice(0, position)
				.some(
					({ kind, buildSpecId, state }) =>
						kind === run.kind && buildSpecId === run.buildSpecId && ['succeeded', 'failed'].includes(state),
				),
	);

export interface NamespaceHealth {
	readonly attention: readonly DatasetStatus[];
	/** Other built datasets that aren't up to date, most urgent first. */
	readonly unfinished: readonly DatasetStatus[];
	readonly built: number;
}

export function healthOf(statuses: readonly DatasetStatus[], owner: string, namespace: string): NamespaceHealth {
	const name = foldName(`${owner}/${namespace}`);
	const own = statuses.filter((status) => foldName(`${status.owner}/${status.namespace}`) === name);
	const attention = needingAttention(own);
	const built = own.filter(isBuilt);
	const unfinished = built
		.filter((status) => status.state !== 'current' && !attention.includes(status))
		.sort((a, b) => urgency.indexOf(shownState(a)) - urgency.indexOf(shownState(b)));
	return { attention, unfinished, built: built.length };
}
