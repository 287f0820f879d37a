import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getSchema } from '#contract/dataset.ts';
import { parametersOf } from '#lib/sql/parameters.ts';
import { readCoordinate } from '../../names/model.ts';
import { schemaQuery } from '../../names/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { guessedTypes, type ParameterTypes } from './parameters.ts';

/**
 * Guesses types of parameters from the source columns they're compared with. The identity changes only with the
 * content.
 * @param sources coordinates the code reads
 */
export function useGuessedTypes(sql: string, sources: readonly string[], me: string): ParameterTypes {
	const isOffered = useOffers(getSchema);
	const isWanted = useMemo(() => parametersOf(sql).length > 0, [sql]) && isOffered;
	const columns = useQueries({
		queries: (isWanted ? sources : []).flatMap((source) => {
			const { coordinate } = readCoordinate(source, me);
			return coordinate === null ? [] : schemaQuery(coordinate);
		}),
		combine: (results) => results.flatMap(({ data }) => data?.columns ?? []),
	});
	const text = JSON.stringify([...guessedTypes(sql, columns)]);
	return useMemo(() => new Map(JSON.parse(text)), [text]);
}
