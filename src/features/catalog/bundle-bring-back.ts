import type { BuildSpec } from '#contract/build-spec.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { type DatasetSchema, describeDataset, getSchema, putSortOrder } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { addLink } from '#contract/link.ts';
import { isApiError } from '../../api/api-error.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { call } from '../../api/http.ts';
import { createOnce } from '../build-specs/mutations.ts';
import { offers } from '../session/model.ts';
import type { Bundle } from './bundle-files.ts';
import { sameOrder } from './column-order-model.ts';

/** What became of one thing of a bundle. */
export interface BroughtBack {
	readonly what: string;
	readonly state: 'made' | 'there' | 'not-made';
	/** Why not, or what else is to be known. */
	readonly note: string;
}

interface BringBackInput {
	readonly bundle: Bundle;
	readonly description: Description | null;
	/** The person's BuildSpecs as they are now. */
	readonly present: readonly BuildSpec[];
	readonly signal: AbortSignal;
	readonly onStep: (done: readonly BroughtBack[]) => void;
}

/** Makes again what is gone, one after the other; what is there stays as it is. @throws AbortError */
export async function bringBack({ bundle, description, present, signal, onStep }: BringBackInput): Promise<void> {
	const done: BroughtBack[] = [];
	const step = async (what: string, act: () => Promise<Omit<BroughtBack, 'what'>>) => {
		signal.throwIfAborted();
		try {
			done.push({ what, ...(await act()) });
		} catch (error) {
			signal.throwIfAborted();
			const { message, subErrors } = errorFacts(error);
			done.push({ what, state: 'not-made', note: [message, ...subErrors.map((it) => it.message)].join(' ') });
		}
		onStep([...done]);
	};
	for (const it of bundle.buildSpecs) {
		const { owner, namespace, datasetName } = it.destination;
		await step(`BuildSpec ${owner}/${namespace}/${datasetName}`, () => bringBuildSpec(it, description, present));
	}
	for (const it of bundle.schemas)
		await step(`Descriptions and order of ${it.datasetName}`, () => bringSchema(it, description));
	for (const { from, to, matchType, options } of bundle.links) {
		const what = `Link ${from.dataset}.${from.columnName} → ${to.dataset}.${to.columnName}`;
		await step(what, async () => {
			const answer = await call(addLink, { body: { from: endOf(from), to: endOf(to), matchType, options } });
			if (answer === null) return { ...made, note: 'The service does not say whether it existed already.' };
			return answer.created ? made : there;
		});
	}
}

const made = { state: 'made', note: '' } as const;
const there = { state: 'there', note: '' } as const;

const endOf = ({ username, namespace, dataset, columnName }: Bundle['links'][number]['from']) => ({
	username,
	namespace,
	dataset,
	columnName,
});

async function bringBuildSpec(spec: BuildSpec, description: Description | null, present: readonly BuildSpec[]) {
	const now = present.find((it) => it.id === spec.id);
	if (now !== undefined) {
		const isSame = now.code.payload === spec.code.payload;
		return { ...there, note: isSame ? '' : 'Its code was changed since; it stays as it is now.' };
	}
	if (!offers(description, createBuildSpec)) throw new Error('This service does not offer creating BuildSpecs.');
	const { sources, destination, code } = spec;
	const edit = { sources, destination, code: { payload: code.payload } };
	await createOnce({ edit, known: present.map((it) => it.id), at: Date.now() });
	return { ...made, note: 'Under a new id.' };
}

/** Writes descriptions where the columns are still the same ones, and their order. */
async function bringSchema(schema: DatasetSchema, description: Description | null) {
	if (!offers(description, getSchema) || !offers(description, describeDataset))
		throw new Error('This service does not offer descriptions.');
	const params = { username: schema.owner, namespace: schema.namespace, datasetName: schema.datasetName };
	let now: DatasetSchema;
	try {
		now = await call(getSchema, { params });
	} catch (error) {
		if (!isApiError(error) || error.status !== 404) throw error;
		throw new Error('The dataset is not there. Bring its rows back first.');
	}
	const there = new Set(now.columns.map((it) => it.name));
	const kept = schema.columns.filter((it) => there.has(it.name) && it.description !== '');
	const columns = Object.fromEntries(kept.map((it) => [it.name, it.description]));
	if (schema.description !== '' || kept.length > 0)
		await call(describeDataset, { params, body: { description: schema.description, columns } });
	const order = schema.columns.map((it) => it.name);
	const isSame = order.length === there.size && order.every((it) => there.has(it));
	if (!isSame) return { ...made, note: 'Its columns are others now: their order stays as it is.' };
	if (
		!sameOrder(
			order,
			now.columns.map((it) => it.name),
		)
	)
		await call(putSortOrder, { params, body: { order } });
	return made;
}
