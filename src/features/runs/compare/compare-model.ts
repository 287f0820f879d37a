import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import type { OutputItem } from '../output-item.ts';

export interface OutputPair {
	readonly name: string;
	readonly before: OutputItem | null;
	readonly after: OutputItem | null;
}

/** Pairs outputs by destination, or else by file name, in the later run's order. */
export function pairOutputs(before: readonly OutputItem[], after: readonly OutputItem[]): OutputPair[] {
	const nameOf = ({ target, name }: OutputItem) => (target === null ? name : formatCoordinate(target));
	const rest = new Map(before.map((item) => [nameOf(item), item]));
	const pairs = after.map((item): OutputPair => {
		const other = rest.get(nameOf(item)) ?? null;
		rest.delete(nameOf(item));
		return { name: item.name, before: other, after: item };
	});
	// A draft may have sent the same rows to another destination.
	const [only] = pairs;
	if (before.length === 1 && after.length === 1 && only !== undefined && only.before === null)
		return [{ ...only, before: before[0] ?? null }];
	return [...pairs, ...[...rest.values()].map((item) => ({ name: item.name, before: item, after: null }))];
}

/**
 * Whether two download URLs have the same content: the same URL, with a digest of the content in its path. The query
 * contains only a signature and a date.
 * @param isAddressed whether the interface guarantees content-addressed objects, however they're named
 */
export function isSameObject(before: string, after: string, isAddressed: boolean): boolean {
	const [a, b] = [new URL(before), new URL(after)];
	if (a.origin !== b.origin || a.pathname !== b.pathname) return false;
	return isAddressed || /(?:^|[/_.-])[0-9a-f]{40,128}(?:$|[/_.-])/i.test(a.pathname);
}

type Definition = Pick<BuildRun, 'definition'>;

const sourcesOf = ({ definition }: Definition): string[] => definition.sources.map(formatCoordinate);

/** Differences besides the code: added or removed sources, another destination. */
export function definitionChanges(before: Definition, after: Definition): string[] {
	const [old, now] = [sourcesOf(before), sourcesOf(after)];
	const destination = ({ definition }: Definition) =>
		definition.destination === undefined ? 'none' : formatCoordinate(definition.destination);
	const [from, to] = [destination(before), destination(after)];
	return [
		...now.filter((value) => !old.includes(value)).map((value) => `Source added: ${value}`),
		...old.filter((value) => !now.includes(value)).map((value) => `Source removed: ${value}`),
		...(from === to ? [] : [`Destination: ${from} → ${to}`]),
	];
}
