import { useQuery } from '@tanstack/react-query';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { fileQuery } from './queries.ts';

/** Text of a file in a commit: empty if it doesn't exist, undefined while loading or if it can't be read. */
export function useFileText({ files, entries, truncated, commit }: PipelineCheck, repository: string, path: string) {
	const known = files.find((file) => file.path === path)?.text;
	const isThere = commit !== null && (truncated || entries.some((entry) => entry.path === path));
	const query = useQuery({
		...fileQuery(repository, commit?.id ?? '', path),
		enabled: known === undefined && isThere,
	});
	return { query, isThere, text: known ?? query.data?.text ?? (isThere ? undefined : '') };
}
