import { countChanges, type Merge } from './merge.ts';

const times = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** What was merged and what collides, in a sentence or two. */
export function changesInWords(merge: Merge): string {
	if (!merge.hasBase) {
		return 'What both began from is not known here any more, so every difference is for you to decide.';
	}
	const { mine, theirs, both } = countChanges(merge);
	const went = [
		theirs > 0 ? `${times(theirs, 'change')} of theirs` : '',
		mine > 0 ? `${times(mine, 'change')} of yours` : '',
		both > 0 ? `${times(both, 'change')} that you both made` : '',
	].filter((it) => it !== '');
	const together = went.length === 0 ? '' : `${list(went)} ${mine + theirs + both === 1 ? 'fits' : 'fit'} in. `;
	const { length } = merge.collisions;
	return `${together}${length === 0 ? 'Nothing in the code collides.' : `${times(length, 'place')} in the code ${length === 1 ? 'collides' : 'collide'}.`}`;
}

const list = (parts: readonly string[]): string =>
	parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
