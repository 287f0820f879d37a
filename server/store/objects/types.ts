/** Content-addressed, immutable objects: the name of an object is the SHA-256 of its bytes, in lower-case hex. */
export interface ObjectStore {
	/** Takes a finished file from the same or another folder; the original is gone afterwards. */
	adopt(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Copies a file in; the original stays. */
	copy(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Says that an object is about to be named, so that it is not removed in between; false where there is no such object. */
	keep(sha256: string): Promise<boolean>;
	/** Every object, in no order. */
	list(): AsyncIterable<StoredObject>;
	/** Removes an object, unless it was taken in or kept since a time. Whether it did. */
	remove(sha256: string, unlessSince: Date): Promise<boolean>;
	/** Absolute path of an object, for engines that read files. */
	path(sha256: string): string;
	/** Size in bytes, or null where there is no such object. */
	size(sha256: string): Promise<number | null>;
	/** Bytes from `start` to `end`, both included. */
	read(sha256: string, start: number, end: number): ReadableStream<Uint8Array>;
}

export interface StoredObject {
	readonly sha256: string;
	readonly bytes: number;
	/** When it was taken in or kept last. */
	readonly keptAt: Date;
}
