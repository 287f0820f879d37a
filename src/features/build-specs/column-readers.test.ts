import { expect, test } from 'vitest';
import { BuildSpec, type ColumnOrigin } from '#contract/build-spec.ts';
import { readersOfColumns } from './column-readers.ts';
import type { SpecOutput } from './spec-outputs.ts';

const at = (datasetName: string) => ({ owner: 'demo', namespace: 'lab', datasetName });
const column = (text: string) => {
	const [dataset = '', name = ''] = text.split('.');
	return { dataset: at(dataset), column: name };
};

/** "kept < seed.v": a dataset's column and its origin. */
interface Made {
	readonly name: string;
	readonly reads: readonly string[];
	readonly columns: readonly string[];
	readonly alsoRead?: readonly string[];
}

function fixture(all: readonly Made[]) {
	const specs = all.map(({ name, reads }) =>
		BuildSpec.parse({
			...{ id: name, owner: 'demo', version: 1, createdAt: '', updatedAt: '', code: { payload: '' } },
			...{ sources: reads.map(at), destination: at(name) },
		}),
	);
	const outputs = new Map(
		all.map(({ name, columns, alsoRead = [] }): [string, SpecOutput[]] => {
			const origins = columns.map((text): ColumnOrigin => {
				const [made = '', from = ''] = text.split(' < ');
				return { column: made, kind: 'computed', from: from.split(' ').filter(Boolean).map(column) };
			});
			return [name, [{ target: at(name), columns: [], lineage: { columns: origins, alsoRead: alsoRead.map(column) } }]];
		}),
	);
	return { specs, outputs };
}

const namesOf = (specs: readonly BuildSpec[] | undefined) => (specs ?? []).map(({ id }) => id).sort();

async function readers(all: readonly Made[], of = 'seed') {
	const { specs, outputs } = fixture(all);
	const { byColumn, unsure } = await readersOfColumns(at(of), specs, async () => outputs);
	return {
		unsure: namesOf(unsure),
		of: (name: string) => {
			const users = byColumn.get(name);
			const made = (users?.made ?? []).map(({ dataset, column }) => `${dataset.datasetName}.${column}`).sort();
			return { direct: namesOf(users?.direct), further: namesOf(users?.further), made };
		},
	};
}

test('follows a column through downstream datasets and skips those that drop it', async () => {
	const found = await readers([
		{ name: 'a', reads: ['seed'], columns: ['v < seed.V', 'k < seed.k'] },
		{ name: 'b', reads: ['a'], columns: ['w < a.v'] },
		{ name: 'c', reads: ['b'], columns: ['x < b.w'] },
		{ name: 'other', reads: ['a'], columns: ['k < a.k'] },
	]);
	expect(found.of('v')).toEqual({ direct: ['a'], further: ['b', 'c'], made: ['a.v', 'b.w', 'c.x'] });
	expect(found.of('k')).toEqual({ direct: ['a'], further: ['other'], made: ['a.k', 'other.k'] });
});

test('counts a dataset that only filters by a column as a reader, but nothing downstream of it', async () => {
	const found = await readers([
		{ name: 'a', reads: ['seed'], columns: ['k < seed.k'], alsoRead: ['seed.v'] },
		{ name: 'b', reads: ['a'], columns: ['k < a.k'] },
	]);
	expect(found.of('v')).toEqual({ direct: ['a'], further: [], made: [] });
});

test('follows a column around a cycle and through computed pipeline outputs', async () => {
	const found = await readers([
		{ name: 'part_{k}', reads: ['seed'], columns: ['v < seed.v'] },
		{ name: 'a', reads: ['part_TX', 'b'], columns: ['v < part_TX.v b.w'] },
		{ name: 'b', reads: ['a'], columns: ['w < a.v'] },
	]);
	expect(found.of('v')).toMatchObject({ direct: ['part_{k}'], further: ['a', 'b'] });
});

test('reports BuildSpecs whose column lineage is unknown', async () => {
	const { specs, outputs } = fixture([
		{ name: 'a', reads: ['seed'], columns: ['v < seed.v'] },
		{ name: 'broken', reads: ['seed'], columns: [] },
		{ name: 'later', reads: ['a'], columns: [] },
	]);
	for (const name of ['broken', 'later']) outputs.set(name, [{ target: at(name), columns: [], lineage: null }]);
	const { byColumn, unsure } = await readersOfColumns(at('seed'), specs, async () => outputs);
	expect(namesOf(unsure)).toEqual(['broken']);
	expect(namesOf(byColumn.get('v')?.unsure)).toEqual(['later']);
});
