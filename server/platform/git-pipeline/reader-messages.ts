import * as z from 'zod/mini';

/** The requested part of a repository: a manifest with its files, the same with a list of all files, one file, or the available choices. */
export type Wanted =
	| { readonly kind: 'run' | 'check'; readonly ref: string; readonly manifest: string }
	| { readonly kind: 'file'; readonly ref: string; readonly path: string }
	/** `ref`: list commits of this one; null for the default branch. */
	| { readonly kind: 'choices'; readonly ref: string | null };

/** The single request to the reading process. */
export interface ReadRequest {
	readonly repository: string;
	readonly wanted: Wanted;
	/** Absolute paths of folders with repositories; the first that contains a relative path wins. */
	readonly folders: readonly string[];
	/** Hosts to fetch repositories from, lower case, with the port unless it's 443. */
	readonly hosts: readonly string[];
	/** An empty folder for fetched data. */
	readonly draft: string;
	/** Maximum bytes of one Git file, and of everything fetched. */
	readonly maxBytes: number;
}

/** Maximum size of a manifest or SQL file, bytes. */
export const maxFileBytes = 1_000_000;

/** Maximum number of listed commits, branches, tags and files. */
export const maxCommits = 50;
export const maxRefs = 500;
export const maxEntries = 2_000;

const Commit = z.object({ id: z.string(), message: z.string(), author: z.string(), at: z.string() });
const Ref = z.object({ name: z.string(), commit: z.string() });

/** The reading process's answer. It reads untrusted repositories, so its output is validated like untrusted input. */
export const ReadAnswer = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('read'),
		commit: Commit,
		/** Null if the commit has none, which only checks report; `problem` has the reason. */
		manifest: z.nullable(z.string()),
		problem: z.string(),
		/** The files that the manifest names: their text, or why there is none. */
		files: z.array(
			z.union([z.object({ path: z.string(), text: z.string() }), z.object({ path: z.string(), problem: z.string() })]),
		),
		/** All files of the commit, if requested. */
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
	/** `about` is the faulty member of the payload. */
	z.object({
		kind: z.literal('refused'),
		about: z.enum(['repository', 'ref', 'manifest', 'path']),
		message: z.string(),
	}),
]);
export type ReadAnswer = z.infer<typeof ReadAnswer>;

type About = Extract<ReadAnswer, { kind: 'refused' }>['about'];

/** Why a repository can't be read; the message is shown to the user who named it. */
export class RefusedError extends Error {
	override name = 'RefusedError';
	readonly about: About;
	constructor(about: About, message: string) {
		super(message);
		this.about = about;
	}
}

/** Fetching it would exceed the limit. */
export class TooLargeError extends RefusedError {}

/** Logs what a library reports, which isn't shown to users: the service logs what this process writes. */
export function logUnexpected(error: unknown): void {
	const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	console.error(`Couldn’t read a Git repository. ${text.split('\n')[0]}`);
}
