import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';

/** Two runs that can be compared, the earlier one first, or why those that were picked cannot. */
export type Comparable = { readonly before: BuildRun; readonly after: BuildRun } | { readonly reason: string };

/** Whether picked runs can be compared: two previews with outputs, of the same destination. */
export function comparable(picked: readonly BuildRun[]): Comparable {
	const [first, second, ...more] = picked;
	if (first === undefined || second === undefined) return { reason: 'Select one more run to compare it with.' };
	if (more.length > 0) return { reason: `Two runs can be compared; ${picked.length} are selected.` };
	if ([first, second].some((it) => it.kind === 'build'))
		return { reason: 'Only previews keep outputs that can be compared; a build writes its dataset.' };
	if ([first, second].some((it) => it.state !== 'succeeded'))
		return { reason: 'Only previews that succeeded have outputs to compare.' };
	if (destinationOf(first) !== destinationOf(second)) {
		return { reason: 'These previews have different destinations. Only outputs of the same destination are compared.' };
	}
	const [before, after] = first.createdAt <= second.createdAt ? [first, second] : [second, first];
	return { before, after };
}

const destinationOf = ({ definition }: BuildRun): string =>
	definition.destination === undefined ? '' : formatCoordinate(definition.destination);
