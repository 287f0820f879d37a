/** Part size of small datasets, as a share of the maximum, so that a version adds few bytes to what it shares with others. */
const smallestShare = 1 / 64;
/** Above this number of parts, the next size is used. */
const partsOfSize = 16;

/**
 * The part size for a dataset.
 * @param bytes of all its rows
 * @param largest part size of a large dataset, bytes
 */
export function partSizeOf(bytes: number, largest: number): number {
	let size = largest * smallestShare;
	// Steps of four, so that many boundaries of larger parts are also boundaries of smaller ones.
	while (size < largest && bytes > partsOfSize * size) size *= 4;
	return Math.min(size, largest);
}
