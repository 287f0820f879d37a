import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Definition } from '#contract/build-spec.ts';
import { pipelineCheckQuery } from './queries.ts';

/** From the last change to the check, ms. */
const pause = 400;

/** What a definition's pipeline consists of; while another one is read, what was known before. */
export function usePipelineCheck(definition: Definition, runId: string | null) {
	const [settled] = useDebouncedValue(definition, pause);
	const check = useQuery({ ...pipelineCheckQuery(settled, runId), placeholderData: keepPreviousData });
	return { check, isStale: settled !== definition || check.isFetching };
}
