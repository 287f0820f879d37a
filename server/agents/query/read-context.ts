import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { SharedWork } from '#lib/concurrency/shared-work.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { isCorrupt, type ServiceError } from '../../platform/core/service-error.ts';
import { type DescribedDataset, readDatasetContext } from '../../platform/namespaces/dataset-context.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { type Profile, profileDataset, profiledColumns, unknownProfile } from './profile.ts';
import { relevant } from './relevant.ts';
import type { AgentTools, ContextDataset, ContextLink } from './types.ts';

/** Most datasets in a context; of more, those that the question is about. */
const mostDatasets = 24;
/** Profiles that are kept; one with columns of 30,000 values takes a few megabytes. */
const mostProfiles = 200;

/** Remembers what it learned of a dataset's content; other content has another hash. */
export function createContextReader(): { read: AgentTools['readContext'] } {
	const profiles = new LruCache<Profile>(mostProfiles);
	const looking = new SharedWork();

	const profileOf = async (platform: Platform, caller: Caller, dataset: DescribedDataset, signal: AbortSignal) => {
		const key = dataset.source.sha256;
		const look = (stop: AbortSignal) => profileDataset(platform, caller, dataset, stop);
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
			const found: ContextDataset[] = [];
			const unreadable: ServiceError[] = [];
			for (const dataset of chosen) {
				const profile = await profileOf(platform, caller, dataset, signal).catch((error: unknown) => {
					if (!isCorrupt(error)) throw error;
					unreadable.push(error);
					return unknownProfile(dataset.columns);
				});
				found.push(present(dataset, profile));
			}
			const coordinates = new Map(chosen.map((dataset) => [dataset.id, dataset.source.coordinate]));
			return {
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
