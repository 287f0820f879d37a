/** Content-addressed, immutable objects: the name of an object is the SHA-256 of its bytes, in lower-case hex. */
export interface ObjectStore {
	/** Takes a finished file from the same or another folder; the original is gone afterwards. */
	adopt(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Copies a file in; the original stays. */
	copy(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Absolute path of an object, for engines that read files. */
	path(sha256: string): string;
	/** Size in bytes, or null where there is no such object. */
	size(sha256: string): Promise<number | null>;
	/** Bytes from `start` to `end`, both included. */
	read(sha256: string, start: number, end: number): ReadableStream<Uint8Array>;
}
