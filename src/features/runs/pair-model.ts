import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';

type Comparable = { readonly before: BuildRun; readonly after: BuildRun } | { readonly reason: string };

/** Whether the selected runs can be compared: two previews with outputs of the same destination. */
export function comparable(picked: readonly BuildRun[]): Comparable {
	const [first, second, ...more] = picked;
	if (first === undefined || second === undefined) return { reason: 'Select one more run to compare.' };
	if (more.length > 0) return { reason: `Select two runs to compare, not ${picked.length}.` };
	if ([first, second].some((candidate) => candidate.kind === 'build'))
		return {
			reason: 'Only previews can be compared. A build writes its dataset and keeps no outputs. Select two previews.',
		};
	if ([first, second].some((candidate) => candidate.state !== 'succeeded'))
		return { reason: 'Only successful previews can be compared. Select two of them.' };
	if (destinationOf(first) !== destinationOf(second)) {
		return { reason: 'These previews have different destinations. Select two previews with the same destination.' };
	}
	const [before, after] = first.createdAt <= second.createdAt ? [first, second] : [second, first];
	return { before, after };
}

const destinationOf = ({ definition }: BuildRun): string =>
	definition.destination === undefined ? '' : formatCoordinate(definition.destination);
