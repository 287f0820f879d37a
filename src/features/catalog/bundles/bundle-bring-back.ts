import type { BuildSpec } from '#contract/build-spec.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { type DatasetSchema, type Descriptions, describeDataset, getSchema, putSortOrder } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { addLink } from '#contract/link.ts';
import { isApiError } from '../../../api/api-error.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { call } from '../../../api/http.ts';
import { readAgain } from '../../../api/retry.ts';
import { editOf } from '../../build-specs/model.ts';
import { createOnce } from '../../build-specs/mutations.ts';
import { offers } from '../../session/model.ts';
import { sameOrder } from '../columns/column-order-model.ts';
import type { Bundle } from './bundle-files.ts';

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
	await createOnce({ edit: editOf(spec), known: present.map((it) => it.id), at: Date.now() });
	return { ...made, note: 'Under a new id.' };
}

/** Writes descriptions where there are none now. Of a dataset that nobody has described the order of the columns comes back too. */
async function bringSchema(schema: DatasetSchema, description: Description | null) {
	if (!offers(description, getSchema) || !offers(description, describeDataset))
		throw new Error('This service does not offer descriptions.');
	const params = { username: schema.owner, namespace: schema.namespace, datasetName: schema.datasetName };
	let now: DatasetSchema;
	try {
		now = await readAgain(() => call(getSchema, { params }));
	} catch (error) {
		if (!isApiError(error) || error.status !== 404) throw error;
		throw new Error('The dataset is not there. Bring its rows back first.');
	}
	const { order, isDescribed } = whatStays(now);
	const wanted = schema.columns.map((it) => it.name);
	const isOrdered = sameOrder(wanted, order);
	const isReordered = !isOrdered && !isDescribed && sameOrder(wanted.toSorted(), order.toSorted());
	// First: what was broken off between them is taken up by bringing the bundle back again.
	if (isReordered) await call(putSortOrder, { params, body: { order: wanted } });
	const texts = missingTexts(schema, now);
	if (texts !== null) await call(describeDataset, { params, body: texts });
	const notes = [
		...(isWrittenSince(schema, now) ? ['Descriptions that were written since stay.'] : []),
		...(isOrdered || isReordered
			? []
			: [isDescribed ? 'The order of its columns stays.' : 'Its columns are others now: their order stays.']),
	];
	return { ...(isReordered || texts !== null ? made : there), note: notes.join(' ') };
}

const whatStays = ({ description, columns }: DatasetSchema) => ({
	order: columns.map((it) => it.name),
	isDescribed: description !== '' || columns.some((it) => it.description !== ''),
});

/** The bundle's descriptions of what has none now; null where there is nothing to write. */
function missingTexts(schema: DatasetSchema, now: DatasetSchema): Descriptions | null {
	const empty = new Set(now.columns.filter((it) => it.description === '').map((it) => it.name));
	const missing = schema.columns.filter((it) => it.description !== '' && empty.has(it.name));
	const isMissing = schema.description !== '' && now.description === '';
	if (!isMissing && missing.length === 0) return null;
	const columns = Object.fromEntries(missing.map((it) => [it.name, it.description]));
	return { ...(isMissing ? { description: schema.description } : {}), columns };
}

function isWrittenSince(schema: DatasetSchema, now: DatasetSchema): boolean {
	const before = new Map(schema.columns.map((it) => [it.name, it.description]));
	const isNew = (text: string, was: string | undefined) => text !== '' && text !== was;
	return (
		isNew(now.description, schema.description) || now.columns.some((it) => isNew(it.description, before.get(it.name)))
	);
}
