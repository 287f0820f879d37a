/** Browser messages for a chunk that can't be loaded, usually because a deployment replaced it. */
const phrases = [
	/dynamically imported module/i,
	/importing a module script failed/i,
	/unable to preload css/i,
	/is not a valid javascript mime type/i,
];

export const isMissingChunk = (error: unknown): boolean =>
	error instanceof Error && phrases.some((phrase) => phrase.test(error.message));
