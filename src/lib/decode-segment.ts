/** A part of an address as text; as it is where it can't be decoded. */
export function decodeSegment(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
