import { setMaxListeners } from 'node:events';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { SharedWork } from '#lib/concurrency/shared-work.ts';
import { isCorrupt, type ServiceError } from '../../platform/core/service-error.ts';
import { type DescribedDataset, readDatasetContext } from '../../platform/namespaces/dataset-context.ts';
import { type AskTogether, askTogether } from './ask-together.ts';
import { type Profile, profileDataset, profiledColumns, unknownProfile } from './profile.ts';
import { relevant } from './relevant.ts';
import type { AgentTools, ContextDataset, ContextLink, SchemaContext } from './types.ts';

/** Maximum datasets in a context; if there are more, those most relevant to the question. */
const mostDatasets = 24;
/** Cached profiles; one with columns of 30,000 values takes a few megabytes. */
const mostProfiles = 200;
/** Cached contexts, with the indexes that writers build over their values. */
const mostContexts = 4;

/** Caches what it learned about a dataset's content; other content has another hash. */
export function createContextReader(): { read: AgentTools['readContext'] } {
	const profiles = new LruCache<Profile>(mostProfiles);
	const contexts = new LruCache<SchemaContext>(mostContexts);
	const looking = new SharedWork();

	const profileOf = async (ask: AskTogether, dataset: DescribedDataset, signal: AbortSignal) => {
		const key = dataset.source.sha256;
		const look = (stop: AbortSignal) => profileDataset(ask, dataset, stop);
		const profile = profiles.get(key) ?? (await looking.join(key, signal, look));
		profiles.set(key, profile);
		return profile;
	};

	return {
		async read(platform, caller, namespace, { question, signal }) {
			const { datasets, links } = await readDatasetContext(platform, caller, namespace);
			const nameOf = new Map(datasets.map((dataset) => [dataset.id, dataset.source.coordinate.datasetName]));
			const chosen = relevant(datasets, question, mostDatasets, (dataset) => ({
				name: dataset.source.coordinate.datasetName,
				text: [dataset.description, ...dataset.columns.map((column) => `${column.name} ${column.description}`)].join(
					' ',
				),
				links: links.flatMap(({ from, to }) => {
					if (from.dataset === dataset.id) return [nameOf.get(to.dataset) ?? ''];
					return to.dataset === dataset.id ? [nameOf.get(from.dataset) ?? ''] : [];
				}),
			}));
			const unreadable: ServiceError[] = [];
			// All profiling ends with the question.
			setMaxListeners(2 * mostDatasets, signal);
			const ask = askTogether(platform, caller);
			const found = await Promise.all(
				chosen.map(async (dataset) => {
					const profile = await profileOf(ask, dataset, signal).catch((error: unknown) => {
						if (!isCorrupt(error)) throw error;
						unreadable.push(error);
						return unknownProfile(dataset.columns);
					});
					return present(dataset, profile);
				}),
			);
			const coordinates = new Map(chosen.map((dataset) => [dataset.id, dataset.source.coordinate]));
			const context: SchemaContext = {
				namespace: { owner: namespace.owner, name: namespace.name },
				datasets: found,
				unreadable,
				links: links.flatMap(({ from, to, matchType, options }): ContextLink[] => {
					const [a, b] = [coordinates.get(from.dataset), coordinates.get(to.dataset)];
					if (a === undefined || b === undefined) return [];
					return [
						{ from: { dataset: a, column: from.column }, to: { dataset: b, column: to.column }, matchType, options },
					];
				}),
			};
			// Returning the same context object lets writers reuse what they computed for it.
			const key = JSON.stringify([
				context.namespace,
				context.links,
				chosen.map(({ source, description, columns }) => [source.coordinate, source.sha256, description, columns]),
			]);
			const known = unreadable.length > 0 ? context : (contexts.get(key) ?? context);
			if (unreadable.length === 0) contexts.set(key, known);
			return known;
		},
	};
}

function present({ source, description, rows, columns }: DescribedDataset, profile: Profile): ContextDataset {
	return {
		coordinate: source.coordinate,
		description,
		rows,
		columns: profiledColumns(columns, profile.columns),
		keys: profile.keys,
		source,
	};
}
