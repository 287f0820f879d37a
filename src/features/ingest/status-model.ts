import type { Ingestion } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import type { Tone } from '../../ui/states/state-chip.tsx';

const states = new Map<string, { readonly label: string; readonly tone: Tone }>([
	['open', { label: 'Unfinished', tone: 'warning' }],
	['committing', { label: 'Writing', tone: 'info' }],
	['committed', { label: 'Written', tone: 'success' }],
	['failed', { label: 'Failed', tone: 'error' }],
	['cancelled', { label: 'Canceled', tone: 'neutral' }],
	['expired', { label: 'Expired', tone: 'neutral' }],
	['undone', { label: 'Undone', tone: 'neutral' }],
]);

/** Label of an ingestion's state. Unknown states are shown as they are. */
export const ingestionState = ({ state, isUndone = false }: Pick<Ingestion, 'state' | 'isUndone'>) =>
	states.get(isUndone ? 'undone' : state) ?? { label: state, tone: 'neutral' as const };

/** Explains why nothing was written, for a title that already says so. */
export function whyNotWritten(message: string): string {
	const why = message.replace(/^Nothing was written[:.] */, '');
	return `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
}

/** Whether nobody has seen how an ingestion ended. Open and canceled ones don't count. */
export const isUnseen = ({ seenAt, state }: Pick<Ingestion, 'seenAt' | 'state'>): boolean =>
	seenAt === null && isSettled({ state });

/** Whether the dataset exists or existed: a new one doesn't before it's written. */
export const hasDataset = ({ mode, state }: Pick<Ingestion, 'mode' | 'state'>): boolean =>
	mode !== 'create' || state === 'committed';

/** Whether it ended with rows written or refused, or is being written. Others have changed nothing yet, or never will. */
export const isSettled = ({ state }: Pick<Ingestion, 'state'>): boolean => !/^(open|cancelled|expired)$/.test(state);

/** Unseen ones first, each in the listed order. */
export const unseenFirst = (items: readonly Ingestion[]): Ingestion[] => [
	...items.filter(isUnseen),
	...items.filter((item) => !isUnseen(item)),
];

/** The user's own uploads that wait to be reviewed and saved. */
export const unfinishedOf = (items: readonly Ingestion[], user: string): Ingestion[] =>
	items.filter(({ state, by }) => state === 'open' && by === user);

/** Whether the user can continue it: an incomplete upload would save only part of the file. */
export const isResumable = ({ state, by, bytes, fileBytes }: Ingestion, user: string): boolean =>
	state === 'open' && by === user && fileBytes != null && bytes >= fileBytes;

/** Effect on the dataset's rows, such as "12 new, 40 changed"; empty if the service doesn't say. */
export function effectText({ effect, state }: Pick<Ingestion, 'effect' | 'state'>): string {
	if (effect == null || state !== 'committed') return '';
	const { added, changed, unchanged, removed } = effect;
	const parts = [
		[added, 'new'],
		[changed, 'changed'],
		[unchanged, 'unchanged'],
		[removed, 'removed'],
	] as const;
	const those = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`]));
	return those.length === 0 ? 'no changes' : those.join(', ');
}

/** What undoing it does to the dataset's rows, in one sentence; undefined if the service doesn't say. */
export function undoText({ effect }: Pick<Ingestion, 'effect'>): string | undefined {
	if (effect == null) return undefined;
	const { added, changed, removed } = effect;
	const parts = [
		...(added === 0 ? [] : [`removes ${countOf(added, 'added row')}`]),
		...(changed === 0
			? []
			: [`reverts ${countOf(changed, 'updated row')} to ${changed === 1 ? 'its' : 'their'} earlier values`]),
		...(removed === 0 ? [] : [`brings back ${countOf(removed, 'removed row')}`]),
	];
	if (parts.length === 0) return 'Undoing this ingestion changes no rows.';
	const last = parts.pop() ?? '';
	return `Undoing this ingestion ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}.`;
}

/** "1,203 (line 1,204)"; files without lines have only rows. @param sheet name of the workbook's sheet, if it's one */
export const rowNumber = (
	{ row, line }: { readonly row: number; readonly line?: number | undefined },
	sheet?: string | null,
): string =>
	`${formatCount(row)}${line === undefined ? '' : ` (${sheet == null ? 'line' : 'sheet row'} ${formatCount(line)})`}`;

/** In a CSV file: the column with the lines of rows, if the file has lines. */
export const lineNames = (rows: readonly { readonly line?: number | undefined }[]): string[] =>
	rows.some(({ line }) => line !== undefined) ? ['line'] : [];

/** Rows added, changed or removed; -1 if the service doesn't say. */
export function effectSize({ effect, state }: Pick<Ingestion, 'effect' | 'state'>): number {
	return effect == null || state !== 'committed' ? -1 : effect.added + effect.changed + effect.removed;
}
