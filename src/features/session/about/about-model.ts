import type { Description } from '#contract/description.ts';
import type { ExtensionName } from '#contract/operation.ts';
import { formatCount } from '../../../lib/format.ts';

/** What each extension is for, in the words of whoever uses it; one without words goes by its name. */
export const extensionLabels: Readonly<Partial<Record<ExtensionName, string>>> = {
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

/** The operations of an extension as the service's document has them, in its order. */
export function operationsOf(description: Description | null, extension: string) {
	return Object.entries(description?.paths ?? {}).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, operation]) => operation['x-console-extension'] === extension)
			.map(([method, { summary, parameters }]) => ({
				method: method.toUpperCase(),
				path,
				summary: typeof summary === 'string' ? summary : '',
				/** Bounds that the document states for its parameters: "limit: at most 1,000". */
				limits: limitsOf(parameters),
			})),
	);
}

function limitsOf(parameters: unknown): string[] {
	if (!Array.isArray(parameters)) return [];
	return parameters.flatMap((parameter: unknown) => {
		const { name, schema, in: location } = asObject(parameter);
		const { maximum, maxLength } = asObject(schema);
		// Headers are the console's own affair.
		if (typeof name !== 'string' || location === 'header') return [];
		// A schema states the largest number that can be written where nobody chose one.
		if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) {
			return [`${name}: at most ${formatCount(maximum)}`];
		}
		return typeof maxLength === 'number' ? [`${name}: at most ${formatCount(maxLength)} characters`] : [];
	});
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null ? { ...value } : {};
