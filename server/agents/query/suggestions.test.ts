import { expect, it } from 'vitest';
import { suggestionsFor } from './suggestions.ts';
import type { ContextDataset } from './types.ts';

const column = (name: string, type: string, distinct: number): ContextDataset['columns'][number] => ({
	...{ name, type, distinct, description: '', samples: [], values: null, min: null, max: null, nulls: 0, textOf: null },
});

it('suggests averages only of columns whose names read as nouns', () => {
	const coordinate = { owner: 'demo', namespace: 'aviation', datasetName: 'strikes' };
	const columns = [
		column('phase_of_flight', 'VARCHAR', 8),
		column('Cost: Other', 'BIGINT', 90),
		column('in_stock', 'BIGINT', 90),
		column('proposed_by', 'BIGINT', 90),
		column('Cost: Repairs', 'BIGINT', 90),
	];
	const source = { coordinate, namespaceId: '', sha256: '' };
	const dataset = { coordinate, description: '', rows: 100, columns, keys: [], source };
	const namespace = { owner: 'demo', name: 'aviation' };
	const averages = suggestionsFor({ namespace, datasets: [dataset], links: [] }).flatMap(({ kind, text }) =>
		kind === 'comparison' ? [text] : [],
	);
	expect(averages).toEqual(['Average cost: repairs by phase of flight']);
});
