/** Decodes a part of a URL, or returns it unchanged if invalid. */
export function decodeSegment(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
