import { type Problem, parseLocated } from '#lib/exact-json/located.ts';
import { createMemberReader, type Text } from './read-members.ts';

/** The members of a GitPipeline's payload, with their positions. */
export interface GitPipeline {
	readonly repository: Text;
	readonly ref: Text;
	readonly manifest: Text;
}

export type ReadPayload = { readonly pipeline: GitPipeline } | { readonly problems: readonly Problem[] };

/** Whether a payload is a GitPipeline's: a JSON object with the member `gitPipeline`, or a failed attempt at one. */
export function isGitPipeline(payload: string): boolean {
	if (!/^\s*\{/.test(payload) || !payload.includes('"gitPipeline"')) return false;
	const parsed = parseLocated(payload);
	if ('problem' in parsed) return true;
	return parsed.node.kind === 'object' && parsed.node.members.some((member) => member.key === 'gitPipeline');
}

/** Reads the payload `{"gitPipeline": {"repository", "ref", "manifest"}}`. */
export function readPayload(payload: string): ReadPayload {
	const parsed = parseLocated(payload);
	if ('problem' in parsed) return { problems: [parsed.problem] };
	const reader = createMemberReader();
	const outer = reader.object(parsed.node, 'The code', ['gitPipeline']);
	const node = outer?.get('gitPipeline');
	const members = node && reader.object(node, 'gitPipeline', ['repository', 'ref', 'manifest']);
	if (node && members) {
		const repository = reader.text(
			members,
			'repository',
			node,
			'a repository in one of the service’s repository folders, or an https URL',
		);
		const ref = reader.text(members, 'ref', node, 'a branch, a tag or a commit, for example "main"');
		const manifest = reader.text(members, 'manifest', node, 'the path of the manifest, for example "pipeline.json"');
		if (ref !== null) for (const message of refProblems(ref.value)) reader.say(ref, message);
		if (manifest !== null) for (const message of pathProblems(manifest.value)) reader.say(manifest, message);
		if (repository && ref && manifest && reader.problems.length === 0) {
			return { pipeline: { repository, ref, manifest } };
		}
	}
	return { problems: reader.problems };
}

/** Git's rules for branch and tag names, minus names that other programs would take for an option. */
export function refProblems(ref: string): string[] {
	const fine =
		ref.length <= 255 &&
		/^[\p{L}\p{N}_][\p{L}\p{N}_./+@#=,-]*$/u.test(ref) &&
		!/\.\.|\/\/|@\{|\/$|\.$|\.lock(\/|$)|\/[.-]/.test(ref);
	return fine ? [] : [`"${ref}" isn’t a valid branch, tag or commit. Use a name such as "main", or a full commit ID.`];
}

const deepest = 16;

export function pathProblems(path: string): string[] {
	const parts = path.split('/');
	if (/[\\\p{Cc}]/u.test(path) || path.length > 1_000)
		return [`"${path}" isn’t a valid file path. Separate folders with "/", and use at most 1,000 characters.`];
	if (parts.some((part) => part === '' || part === '.' || part === '..')) {
		return [
			`"${path}" must be a path from the root of the repository, without "." or "..", and without "/" at either end.`,
		];
	}
	if (parts.some((part) => part.toLowerCase() === '.git'))
		return [`"${path}" is in a .git folder. Choose a file outside of it.`];
	return parts.length > deepest
		? [`"${path}" is nested too deeply. The limit is ${deepest - 1} folders. Move the file to a higher folder.`]
		: [];
}
