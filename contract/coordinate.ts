/* Names and addresses of datasets as text. Uses no schemas, so the first screen doesn't have to wait for the schema library. */

/** A dataset's address. */
export type Coordinate = { owner: string; namespace: string; datasetName: string };

/** Names are compared as case-folded NFC. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/** Formats a coordinate as `owner/namespace/dataset`. A slash in a name, which some services allow, becomes `\/`. */
export const formatCoordinate = ({ owner, namespace, datasetName }: Coordinate): string =>
	joinNames([owner, namespace, datasetName]);

/** Joins names the way `formatCoordinate` does. */
export const joinNames = (names: readonly string[]): string =>
	names.map((name) => name.replace(/[\\/]/g, '\\$&')).join('/');

/** Splits text from `joinNames`, or text typed by a user, into names; a coordinate has three. */
export function splitNames(text: string): string[] {
	if (!text.includes('\\')) return text.split('/');
	const names = [''];
	for (const [token] of text.matchAll(/\\[\\/]|./gs)) {
		if (token === '/') names.push('');
		else names[names.length - 1] += token.length > 1 ? token.slice(1) : token;
	}
	return names;
}

/** Key for comparing coordinates as the service does. */
export const coordinateKey = (coordinate: Coordinate): string => foldName(formatCoordinate(coordinate));
