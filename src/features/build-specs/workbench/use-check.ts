import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { type CheckResult, checkBuildSpec, type Definition } from '#contract/build-spec.ts';
import { statementsOf } from '#lib/sql/statements.ts';
import { hasPosition } from '#lib/text/has-position.ts';
import { call } from '../../../api/http.ts';
import { placeAt, placedInWhole } from '../../../lib/text-part.ts';

/** Delay between the last change and the check, in ms. */
const pause = 400;

export interface Check {
	/** The checked text: a result for another one is useless. */
	readonly payload: string;
	readonly result: CheckResult;
}

/**
 * Checks a definition shortly after it last changed. Null if the check failed, since the preview shows the error.
 * @param definition null while the fields are invalid
 * @param key changes with the definition
 * @param hasStatements whether the code may have several statements, which are checked separately
 */
export function useCheck(
	definition: Definition | null,
	key: string,
	{ offered, hasStatements }: { readonly offered: boolean; readonly hasStatements: boolean },
): Check | null {
	const [settled] = useDebouncedValue(key, pause);
	const { data = null } = useQuery({
		queryKey: ['check', settled],
		queryFn:
			definition !== null && offered && settled === key
				? async ({ signal, client }): Promise<Check> => ({
						payload: definition.code.payload,
						result: hasStatements
							? await checkStatements(definition, client)
							: await call(checkBuildSpec, { body: definition }, { signal }),
					})
				: skipToken,
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		retry: false,
	});
	return data;
}

/** Maximum statements checked per text. */
const limit = 30;

/** Results for the statements of a text. Unchanged ones are checked once. */
async function checkStatements(definition: Definition, client: QueryClient): Promise<CheckResult> {
	const { payload } = definition.code;
	const statements = statementsOf(payload).slice(0, limit);
	const results = await Promise.all(
		statements.map(({ text }) => {
			const body = { ...definition, code: { ...definition.code, payload: text } };
			return client.fetchQuery({
				queryKey: ['check', 'statement', body],
				queryFn: ({ signal }) => call(checkBuildSpec, { body }, { signal }),
				staleTime: 60_000,
				retry: false,
			});
		}),
	);
	const [first] = results;
	if (first !== undefined && results.length === 1 && statements[0]?.start === 0) return first;
	const diagnostics = results.flatMap((result, index) => {
		const { start, end } = statements[index] ?? { start: 0, end: 0 };
		const part = placeAt(payload, start, end);
		return result.diagnostics.map((diagnostic) => {
			// If one of several statements has a problem without a position, the whole statement is marked.
			if (!hasPosition(diagnostic))
				return results.length === 1
					? diagnostic
					: { ...diagnostic, ...part, endLine: part.line, endColumn: part.column + 1 };
			const last = placedInWhole({ line: diagnostic.endLine, column: diagnostic.endColumn }, part);
			return { ...placedInWhole(diagnostic, part), endLine: last.line, endColumn: last.column };
		});
	});
	return results.length === 1 && first !== undefined ? { ...first, diagnostics } : { diagnostics, columns: [] };
}
