import { queryOptions } from '@tanstack/react-query';
import type { Definition } from '#contract/build-spec.ts';
import { checkPipeline, listRepositories, readPipelineFile, readRepository } from '#contract/pipeline.ts';
import { call } from '../../../api/http.ts';

/** Parent key of all repository data, as branches move. */
export const repositoryKey = ['repositories'] as const;

export const repositoriesQuery = queryOptions({
	queryKey: [...repositoryKey, 'list'] as const,
	queryFn: ({ signal }) => call(listRepositories, {}, { signal }),
});

/** @param ref whose latest commits are wanted; null: the default branch */
export const repositoryQuery = (repository: string, ref: string | null) =>
	queryOptions({
		queryKey: [...repositoryKey, 'choices', repository, ref] as const,
		queryFn: ({ signal }) =>
			call(readRepository, { body: ref === null ? { repository } : { repository, ref } }, { signal }),
		retry: false,
	});

/** @param commit full id, so the file never changes */
export const fileQuery = (repository: string, commit: string, path: string) =>
	queryOptions({
		queryKey: ['repository-file', repository, commit, path] as const,
		queryFn: ({ signal }) => call(readPipelineFile, { body: { repository, ref: commit, path } }, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

/** @param runId the latest run, since another may have run a newer commit */
export const pipelineCheckQuery = (definition: Definition, runId: string | null) =>
	queryOptions({
		queryKey: [...repositoryKey, 'check', definition, runId] as const,
		queryFn: ({ signal }) => call(checkPipeline, { body: definition }, { signal }),
		retry: false,
	});
