import * as z from 'zod/mini';

/** What is wanted of a repository: a manifest with its files, the same with a list of all files, one file, or what there is to choose from. */
export type Wanted =
	| { readonly kind: 'run' | 'check'; readonly ref: string; readonly manifest: string }
	| { readonly kind: 'file'; readonly ref: string; readonly path: string }
	/** `ref`: whose commits are listed; null for the default branch's. */
	| { readonly kind: 'choices'; readonly ref: string | null };

/** What the reading process is asked, once. */
export interface ReadRequest {
	readonly repository: string;
	readonly wanted: Wanted;
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

/** Commits, branches, tags and files that are listed. */
export const mostCommits = 50;
export const mostRefs = 500;
export const mostEntries = 2_000;

const Commit = z.object({ id: z.string(), message: z.string(), author: z.string(), at: z.string() });
const Ref = z.object({ name: z.string(), commit: z.string() });

/** What it answers. It reads strangers' repositories: its words are checked like a stranger's. */
export const ReadAnswer = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('read'),
		commit: Commit,
		/** Null where the commit has none, which only a check is told; `problem` says why. */
		manifest: z.nullable(z.string()),
		problem: z.string(),
		/** The files that the manifest names: a text, or why there is none. */
		files: z.array(
			z.union([z.object({ path: z.string(), text: z.string() }), z.object({ path: z.string(), problem: z.string() })]),
		),
		/** All that the commit holds, where that was wanted. */
		entries: z.array(z.object({ path: z.string(), kind: z.enum(['file', 'link', 'submodule']), id: z.string() })),
		truncated: z.boolean(),
	}),
	z.object({ kind: z.literal('file'), text: z.string() }),
	z.object({
		kind: z.literal('choices'),
		defaultBranch: z.nullable(z.string()),
		branches: z.array(Ref),
		tags: z.array(Ref),
		commits: z.array(Commit),
		manifests: z.array(z.string()),
	}),
	/** `about` is the member of the payload that is at fault. */
	z.object({
		kind: z.literal('refused'),
		about: z.enum(['repository', 'ref', 'manifest', 'path']),
		message: z.string(),
	}),
]);
export type ReadAnswer = z.infer<typeof ReadAnswer>;

type About = Extract<ReadAnswer, { kind: 'refused' }>['about'];

/** Why a repository cannot be read, in words for the person who named it. */
export class RefusedError extends Error {
	override name = 'RefusedError';
	readonly about: About;
	constructor(about: About, message: string) {
		super(message);
		this.about = about;
	}
}

/** More would have to be fetched than may be. */
export class TooLargeError extends RefusedError {}
