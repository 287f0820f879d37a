import { editDistance } from '#lib/text/edit-distance.ts';

/** Names the user may have meant, nearest first: a few different letters, or a common start or end. */
export function nearest(wanted: string, names: readonly string[], most = 3): string[] {
	const text = wanted.toLowerCase();
	const limit = Math.max(1, Math.floor(text.length / 3));
	return names
		.map((name) => ({ name, far: distanceOf(text, name.toLowerCase(), limit) }))
		.filter((candidate) => candidate.far <= limit)
		.sort((a, b) => a.far - b.far)
		.slice(0, most)
		.map((item) => item.name);
}

function distanceOf(text: string, name: string, limit: number): number {
	if (text.length > 2 && (name.startsWith(text) || name.endsWith(text))) return 1;
	return Math.abs(text.length - name.length) > limit ? limit + 1 : editDistance(text, name);
}
