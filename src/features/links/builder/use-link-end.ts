import { useQuery } from '@tanstack/react-query';
import {
	type Column,
	type DatasetCoordinate,
	type DatasetSchema,
	formatCoordinate,
	getSchema,
} from '#contract/dataset.ts';
import { isApiError } from '../../../api/api-error.ts';
import { nameKey, readCoordinate } from '../../names/model.ts';
import { schemaQuery, useDiscoveredNames } from '../../names/queries.ts';
import { useOffers } from '../../session/queries.ts';
import type { EndText } from '../model.ts';

/** What is known of an end's dataset and column. */
export type LinkEndState = ReturnType<typeof useLinkEnd>;

export function useLinkEnd({ dataset: text, column }: EndText, me: string) {
	const { names } = useDiscoveredNames();
	const isKnown = useOffers(getSchema);
	const { coordinate: dataset } = text.trim() === '' ? { coordinate: null } : readCoordinate(text, me);
	const schema = useQuery({ ...schemaQuery(dataset ?? noDataset), enabled: isKnown && dataset !== null });
	const discovered = dataset === null ? undefined : names.get(nameKey(dataset));
	const found = dataset === null ? undefined : schema.data;
	/** Its columns, or those seen in the console. Unknown types are empty. */
	const columns: readonly Column[] =
		found?.columns ?? discovered?.columns.map(({ name, type }) => ({ name, type: type ?? '' })) ?? [];
	const problems = { dataset: datasetProblem(), column: found && column !== '' ? columnProblem(column, found) : null };
	return {
		/** Null if the service doesn't describe it, or while loading. */
		schema: found ?? null,
		columns,
		problems,
		/** Whether it can be tried. */
		isUsable:
			dataset !== null && problems.dataset === null && problems.column === null && !(isKnown && schema.isPending),
	};

	function datasetProblem(): string | null {
		if (dataset === null || !isKnown) return null;
		const name = formatCoordinate(dataset);
		if (found === null) {
			if (dataset.owner.toLowerCase() === me.toLowerCase()) return `${name} doesn’t exist. Check the name.`;
			return `${name} doesn’t exist or isn’t shared with you. Check the name, or ask ${dataset.owner} to share ${dataset.namespace}.`;
		}
		if (!schema.isError || found !== undefined) return null;
		return `Couldn’t look up ${name}. ${isApiError(schema.error) ? schema.error.message : 'Try again.'}`;
	}
}

const noDataset: DatasetCoordinate = { owner: '', namespace: '', datasetName: '' };

function columnProblem(column: string, { datasetName, columns }: DatasetSchema): string | null {
	if (columns.some((candidate) => candidate.name === column)) return null;
	const near = columns.find((candidate) => candidate.name.toLowerCase() === column.toLowerCase());
	if (near !== undefined) return `${datasetName} has no column "${column}". Did you mean "${near.name}"?`;
	return `${datasetName} has no column "${column}". Choose one from the list.`;
}
