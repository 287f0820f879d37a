import { queryOptions } from '@tanstack/react-query';
import type { Definition } from '#contract/build-spec.ts';
import { checkPipeline, listRepositories, readPipelineFile, readRepository } from '#contract/pipeline.ts';
import { call } from '../../../api/http.ts';

/** Of everything that is read from repositories; their branches move. */
export const repositoryKey = ['repositories'] as const;

export const repositoriesQuery = queryOptions({
	queryKey: [...repositoryKey, 'list'] as const,
	queryFn: ({ signal }) => call(listRepositories, {}, { signal }),
});

/** @param ref whose last commits are wanted; null for the default branch */
export const repositoryQuery = (repository: string, ref: string | null) =>
	queryOptions({
		queryKey: [...repositoryKey, 'choices', repository, ref] as const,
		queryFn: ({ signal }) =>
			call(readRepository, { body: ref === null ? { repository } : { repository, ref } }, { signal }),
		retry: false,
	});

/** @param commit its full id, so that the file never changes */
export const fileQuery = (repository: string, commit: string, path: string) =>
	queryOptions({
		queryKey: ['repository-file', repository, commit, path] as const,
		queryFn: ({ signal }) => call(readPipelineFile, { body: { repository, ref: commit, path } }, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

/** @param runId of the latest run: another one may have run a newer commit */
export const pipelineCheckQuery = (definition: Definition, runId: string | null) =>
	queryOptions({
		queryKey: [...repositoryKey, 'check', definition, runId] as const,
		queryFn: ({ signal }) => call(checkPipeline, { body: definition }, { signal }),
		retry: false,
	});
