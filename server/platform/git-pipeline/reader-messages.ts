import * as z from 'zod/mini';

/** What the reading process is asked, once. */
export interface ReadRequest {
	readonly repository: string;
	readonly ref: string;
	readonly manifest: string;
	/** Absolute paths of the folders that repositories are read from; the first of them that has a relative one wins. */
	readonly folders: readonly string[];
	/** Hosts that repositories are fetched from, in lower case, with the port where it is not 443. */
	readonly hosts: readonly string[];
	/** An empty folder for what is fetched. */
	readonly draft: string;
	/** Most bytes of one file of Git's, and of all that is fetched. */
	readonly maxBytes: number;
}

/** Longest manifest or SQL file, bytes. */
export const maxFileBytes = 1_000_000;

/** What it answers. It reads strangers' repositories: its words are checked like a stranger's. */
export const ReadAnswer = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('read'),
		commit: z.object({ id: z.string(), message: z.string(), at: z.string() }),
		manifest: z.string(),
		/** The files that the manifest names: a text, or why there is none. */
		files: z.array(
			z.union([z.object({ path: z.string(), text: z.string() }), z.object({ path: z.string(), problem: z.string() })]),
		),
	}),
	/** `about` is the member of the payload that is at fault. */
	z.object({ kind: z.literal('refused'), about: z.enum(['repository', 'ref', 'manifest']), message: z.string() }),
]);
export type ReadAnswer = z.infer<typeof ReadAnswer>;

/** Why a repository cannot be read, in words for the person who named it. */
export class RefusedError extends Error {
	override name = 'RefusedError';
	readonly about: 'repository' | 'ref' | 'manifest';
	constructor(about: 'repository' | 'ref' | 'manifest', message: string) {
		super(message);
		this.about = about;
	}
}
