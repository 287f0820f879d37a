import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Definition } from '#contract/build-spec.ts';
import { pipelineCheckQuery } from './queries.ts';

/** Delay between the last change and the check, in ms. */
const pause = 400;

/** Structure of a definition's pipeline. While another is loading, the previous one is returned. */
export function usePipelineCheck(definition: Definition, runId: string | null) {
	const [settled] = useDebouncedValue(definition, pause);
	const check = useQuery({ ...pipelineCheckQuery(settled, runId), placeholderData: keepPreviousData });
	return { check, isStale: settled !== definition || check.isFetching };
}
