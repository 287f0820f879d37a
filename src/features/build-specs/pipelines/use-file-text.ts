import { useQuery } from '@tanstack/react-query';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { fileQuery } from './queries.ts';

/** The text of a file of a commit, which is empty where it isn't there; undefined while it is being read, and where it can't be. */
export function useFileText({ files, entries, truncated, commit }: PipelineCheck, repository: string, path: string) {
	const known = files.find((file) => file.path === path)?.text;
	const isThere = commit !== null && (truncated || entries.some((entry) => entry.path === path));
	const query = useQuery({
		...fileQuery(repository, commit?.id ?? '', path),
		enabled: known === undefined && isThere,
	});
	return { query, isThere, text: known ?? query.data?.text ?? (isThere ? undefined : '') };
}
