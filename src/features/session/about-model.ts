import type { Description } from '#contract/description.ts';
import type { ExtensionName } from '#contract/operation.ts';

/** What each extension is for, in the words of whoever uses it; one without words goes by its name. */
export const extensionWords: Readonly<Partial<Record<ExtensionName, string>>> = {
	'description/1': 'The service describes itself',
	'build-spec-create/1': 'Create BuildSpecs',
	'build-spec-versions/1': 'Version history of BuildSpecs, and going back',
	'build-spec-check/1': 'Check a definition while it is typed',
	'preview-runs/1': 'Preview runs of a BuildSpec, unsaved text included',
	'scratch-runs/1': 'Scratch queries that are saved nowhere',
	'build-runs/1': 'Build runs, which write the destination',
	'runs/1': 'List runs with their state and log, and cancel them',
	'namespaces/1': 'List and create namespaces',
	'datasets/1': 'List, describe and delete datasets',
	'dataset-rows/1': 'Look at rows of a dataset, sorted and filtered',
	'links/1': 'List and delete links',
	'link-trial/1': 'Try a link before it is added',
	'link-suggestions/1': 'Suggest links',
	'shares/1': 'List and grant shares',
	'tokens/1': 'List, create and revoke tokens',
	'ingestions/1': 'Bring rows in, in chunks, with a record of each ingestion',
	'preview-facts/1': 'What previews of an ingestion work with',
	'query-ask/1': 'Ask the assistant for one answer at once',
};

/** An operation of an extension, as the service's document has it. */
export interface OfferedOperation {
	readonly method: string;
	readonly path: string;
	readonly summary: string;
	/** Bounds that the document states for its parameters: "limit: at most 1,000". */
	readonly limits: readonly string[];
}

/** The operations of an extension, in the order of the document. */
export function operationsOf(description: Description | null, extension: string): OfferedOperation[] {
	return Object.entries(description?.paths ?? {}).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, it]) => it['x-console-extension'] === extension)
			.map(([method, it]) => ({
				method: method.toUpperCase(),
				path,
				summary: typeof it.summary === 'string' ? it.summary : '',
				limits: limitsOf(it.parameters),
			})),
	);
}

const count = new Intl.NumberFormat('en-US');

function limitsOf(parameters: unknown): string[] {
	if (!Array.isArray(parameters)) return [];
	return parameters.flatMap((it: unknown) => {
		const { name, schema, in: place } = asObject(it);
		const { maximum, maxLength } = asObject(schema);
		// Headers are the console's own affair.
		if (typeof name !== 'string' || place === 'header') return [];
		// A schema states the largest number that can be written where nobody chose one.
		if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) {
			return [`${name}: at most ${count.format(maximum)}`];
		}
		return typeof maxLength === 'number' ? [`${name}: at most ${count.format(maxLength)} characters`] : [];
	});
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null ? { ...value } : {};
