import type { PipelineCheck, RepositoryEntry } from '#contract/pipeline.ts';

export interface Folder {
	readonly name: string;
	readonly path: string;
	readonly folders: readonly Folder[];
	readonly files: readonly RepositoryEntry[];
}

/** A commit's entries as folders, sorted by name. */
export function treeOf(entries: readonly RepositoryEntry[], path = ''): Folder {
	const prefix = path === '' ? '' : `${path}/`;
	const inner = new Map<string, RepositoryEntry[]>();
	const files: RepositoryEntry[] = [];
	for (const entry of entries) {
		const rest = entry.path.slice(prefix.length);
		const end = rest.indexOf('/');
		if (end < 0) files.push(entry);
		else inner.set(rest.slice(0, end), [...(inner.get(rest.slice(0, end)) ?? []), entry]);
	}
	const folders = [...inner].map(([name, below]) => treeOf(below, `${prefix}${name}`));
	return { name: fileName(path), path, folders, files };
}

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Roles of files: "manifest", "step flights_by_month", "output delays_{state}". */
export function rolesOf({ steps, outputs }: Pick<PipelineCheck, 'steps' | 'outputs'>, manifest: string) {
	const roles = new Map<string, string>([[manifest, 'manifest']]);
	for (const { name, file } of steps) roles.set(file, `step ${name}`);
	for (const { name, file } of outputs) if (file !== undefined) roles.set(file, `output ${name}`);
	return roles;
}

const languages = { sql: 'sql', json: 'json', py: 'python' } as const;

export function languageOf(path: string): 'sql' | 'json' | 'python' | 'plaintext' {
	const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
	return Object.hasOwn(languages, ending) ? languages[ending as keyof typeof languages] : 'plaintext';
}
