import { formatCount } from '../../../lib/format.ts';
import type { Content } from '../../source/content.ts';
import type { WorkerTable } from '../../source/worker-table.ts';
import type { Decoding } from './decoding.ts';

/** What became of a text. A null table: it holds no rows after all. */
export interface ReadText extends Pick<Content, 'format' | 'extension' | 'remarks'> {
	readonly table: WorkerTable | null;
}

/** Takes a text piece by piece and makes rows of it. */
export interface RowReader {
	/** @returns whether it has room for more */
	take(text: string): boolean;
	/**
	 * @param isWhole whether the text ended, and was not cut by a limit or by a person
	 * @param pause lets others have their turn; throws when nobody waits any more
	 */
	finish(isWhole: boolean, pause: () => Promise<void>): Promise<ReadText>;
}

/** Where something is in a file, for people: lines and bytes count from 1. */
export function locationOf(text: string, at: number, decoding: Decoding): string {
	const before = text.slice(0, at);
	let line = 1;
	for (let next = before.indexOf('\n'); next !== -1; next = before.indexOf('\n', next + 1)) line += 1;
	return `line ${formatCount(line)}, byte ${formatCount(decoding.bytesOf(before) + 1)}`;
}
