import type { Repository, RepositoryCommit } from '#contract/pipeline.ts';

interface RefOption {
	readonly value: string;
	readonly label: string;
}

interface RefGroup {
	readonly group: string;
	readonly items: RefOption[];
}

export const isCommitId = (ref: string): boolean => /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(ref);

const shortId = (id: string): string => (isCommitId(id) ? id.slice(0, 7) : id);

/** An option's value includes its kind, as a branch and a tag may have the same name. */
export const refOf = (value: string): string => value.slice(value.indexOf(':') + 1);

const kindOf = (repository: Repository | undefined, ref: string): 'branch' | 'tag' | 'commit' | 'other' => {
	if (repository?.branches.some(({ name }) => name === ref)) return 'branch';
	if (repository?.tags.some(({ name }) => name === ref)) return 'tag';
	return repository?.commits.some(({ id }) => id === ref) ? 'commit' : 'other';
};

export const optionOf = (repository: Repository | undefined, ref: string): string =>
	`${kindOf(repository, ref)}:${ref}`;

/** The choices, including the current one even if the repository doesn't list it. */
export function refOptions(repository: Repository | undefined, ref: string): RefGroup[] {
	const optionsOf = (kind: string, refs: readonly string[]): RefOption[] =>
		[...new Set(refs)].map((ref) => ({ value: `${kind}:${ref}`, label: shortId(ref) }));
	const current = ref !== '' && kindOf(repository, ref) === 'other' ? [ref] : [];
	return [
		{ group: 'Current', items: optionsOf('other', current) },
		{ group: 'Branches', items: optionsOf('branch', repository?.branches.map(({ name }) => name) ?? []) },
		{ group: 'Tags', items: optionsOf('tag', repository?.tags.map(({ name }) => name) ?? []) },
		{ group: 'Commits', items: optionsOf('commit', repository?.commits.map(({ id }) => id) ?? []) },
	].filter(({ items }) => items.length > 0);
}

export const commitOf = (repository: Repository | undefined, value: string): RepositoryCommit | undefined =>
	value.startsWith('commit:') ? repository?.commits.find(({ id }) => id === refOf(value)) : undefined;

/** Options that contain a text, for commits also in the message. All options while the field has the current choice. */
export function findRefs(groups: readonly RefGroup[], search: string, repository: Repository | undefined): RefGroup[] {
	const wanted = search.trim().toLowerCase();
	const isChosen = groups.some(({ items }) => items.some(({ label }) => label.toLowerCase() === wanted));
	return groups
		.map(({ group, items }) => ({
			group,
			items: items.filter(
				({ value, label }) =>
					isChosen || `${label} ${commitOf(repository, value)?.message ?? ''}`.toLowerCase().includes(wanted),
			),
		}))
		.filter(({ items }) => items.length > 0);
}
