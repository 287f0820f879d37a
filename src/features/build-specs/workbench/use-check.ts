import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type CheckResult, checkBuildSpec, type Definition } from '#contract/build-spec.ts';
import { call } from '../../../api/http.ts';

/** From the last change to the check, ms. */
const pause = 400;

export interface Check {
	/** The text that was checked: an answer about another one is of no use. */
	readonly payload: string;
	readonly result: CheckResult;
}

/**
 * Checks a definition a moment after it last changed; null where the check failed, since the preview says what is wrong.
 * @param definition null while the fields cannot be read
 * @param key changes with the definition
 */
export function useCheck(definition: Definition | null, key: string, offered: boolean): Check | null {
	const [settled] = useDebouncedValue(key, pause);
	const { data = null } = useQuery({
		queryKey: ['check', settled],
		queryFn:
			definition !== null && offered && settled === key
				? async ({ signal }): Promise<Check> => {
						const result = await call(checkBuildSpec, { body: definition }, { signal });
						return { payload: definition.code.payload, result };
					}
				: skipToken,
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		retry: false,
	});
	return data;
}
