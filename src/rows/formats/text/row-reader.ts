import { formatCount } from '../../../lib/format.ts';
import type { Content } from '../../source/content.ts';
import type { WorkerTable } from '../../source/worker-table.ts';
import type { Decoding } from './decoding.ts';

/** Result of reading text. A null table means no rows. */
export interface ReadText extends Pick<Content, 'format' | 'extension' | 'remarks'> {
	readonly table: WorkerTable | null;
}

/** Converts text to rows, piece by piece. */
export interface RowReader {
	/** @returns whether it can take more */
	take(text: string): boolean;
	/**
	 * @param isWhole whether the text is complete, not cut by a limit or by the user
	 * @param pause yields to other work; throws when no caller waits anymore
	 */
	finish(isWhole: boolean, pause: () => Promise<void>): Promise<ReadText>;
}

/** Describes a position in a file, with 1-based lines and bytes. */
export function locationOf(text: string, at: number, decoding: Decoding): string {
	const before = text.slice(0, at);
	let line = 1;
	for (let next = before.indexOf('\n'); next !== -1; next = before.indexOf('\n', next + 1)) line += 1;
	return `line ${formatCount(line)} (byte ${formatCount(decoding.bytesOf(before) + 1)})`;
}
