import { useQueries, useQuery } from '@tanstack/react-query';
import type { BuildSpec } from '#contract/build-spec.ts';
import { getChecks } from '#contract/check.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { listLinks } from '#contract/link.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { listDrafts, readDraft } from '../../../storage/drafts.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { DialogSection } from '../../../ui/primitives/section.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { checksQuery } from '../../build-specs/check-queries.ts';
import { namesIn, type SpecTargets } from '../../build-specs/model.ts';
import { isGitPipeline, useSpecTargets } from '../../build-specs/pipeline-queries.ts';
import { linksQuery } from '../../links/queries.ts';
import { readCoordinate } from '../../names/model.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { type SpecUse, specUses } from '../model.ts';
import { ScrolledList } from '../scrolled-list.tsx';
import { namesWord } from './rename-code.ts';

/** Maximum BuildSpecs whose checks are read, starting with those that read or write the dataset. */
const maxChecked = 100;

interface RenameDatasetImpactProps {
	readonly dataset: DatasetCoordinate;
	/** The new name; null while it's invalid. */
	readonly to: string | null;
	/** The user's BuildSpecs; undefined until known. */
	readonly specs: readonly BuildSpec[] | undefined;
}

export function RenameDatasetImpact({ dataset, to, specs }: RenameDatasetImpactProps) {
	const canList = useOffers(listLinks);
	const links = useQuery({ ...linksQuery(dataset), staleTime: 0, enabled: canList });
	const { targets } = useSpecTargets(specs);
	const key = coordinateKey(dataset);
	const { checks, isPending: isAsking, left } = useChecksOf(specs, key);
	const drafts = useDraftsNaming(dataset);
	const uses = specUses(specs ?? [], dataset, new Map());
	const [readers, writers] = [uses.filter((use) => use.reads.length > 0), uses.filter((use) => use.writes.length > 0)];
	const related = checks.filter(({ check }) => check.dataset !== undefined && coordinateKey(check.dataset) === key);
	const broken = [
		...readers
			.filter(({ spec }) => namesWord(spec.code.payload, dataset.datasetName))
			.map(({ spec }) => ({
				key: spec.id,
				name: nameOf(spec),
				note: 'Its code uses the name. You can update the code in the next step.',
			})),
		...readers
			.filter(({ spec }) => isGitPipeline(spec.code.payload))
			.map(({ spec }) => ({
				key: `${spec.id} repository`,
				name: nameOf(spec),
				note: 'Its code is in a repository. Change the name there.',
			})),
		...pipelinesWriting(specs ?? [], key, targets ?? new Map()).map((spec) => ({
			key: `${spec.id} pipeline`,
			name: nameOf(spec),
			note: 'Its manifest uses the old name. The next build creates a new dataset with the old name.',
		})),
		...checks
			.filter(({ check, isNamed }) => isNamed && namesWord(check.sql ?? '', dataset.datasetName))
			.map(({ spec, check }) => ({
				key: `${spec.id} ${check.name}`,
				name: nameOf(spec),
				note: `The SQL of its check "${check.name}" uses the name.`,
			})),
	];
	const updated = (count: number, what: string) => (count === 0 ? 'None' : `${countOf(count, what)}`);
	const isPending = specs === undefined || targets === undefined || isAsking;
	const used = (some: readonly SpecUse[], consequence: string) =>
		specs === undefined ? loading : usesIn(some, consequence);
	const toKey = to === null ? null : coordinateKey({ ...dataset, datasetName: to });
	const replacing = toKey === key ? [] : (specs ?? []).filter((spec) => coordinateKey(spec.destination) === toKey);
	return (
		<>
			<DialogSection title="Impact">
				<PropertyList aligned collapses numeric>
					<Property name="Read by">
						{used(readers, 'The sources are updated, which creates a new version of each BuildSpec.')}
					</Property>
					<Property name="Written by">
						{used(writers, 'The destination is updated, which creates a new version of each BuildSpec.')}
					</Property>
					{links.data !== undefined && <Property name="Links">{updated(links.data.items.length, 'link')}</Property>}
					<Property name="Checks">{isAsking ? loading : updated(related.length, 'relationship check')}</Property>
					<Property name="Drafts">
						{drafts === 0 ? 'None in this browser' : `${formatCount(drafts)} in this browser`}
					</Property>
					<Property name="Access tokens">Entries that name this dataset</Property>
					<Property name="Unchanged">Rows, version history, descriptions, and the namespace’s shares</Property>
				</PropertyList>
			</DialogSection>
			<DialogSection title="Code that will break">
				<Muted component="p" measure>
					{broken.length === 0
						? isPending
							? 'Checking your BuildSpecs…'
							: 'None that you can see'
						: 'After renaming, update this code:'}
				</Muted>
				{broken.length > 0 && (
					<ScrolledList
						label="Code that uses the name"
						items={broken.map(({ key, name, note }) => ({ key, name: <code>{name}</code>, note }))}
					/>
				)}
				<Bullets tone="muted">
					{replacing.length > 0 && (
						<li>
							{formatCoordinate({ ...dataset, datasetName: to ?? '' })} is the destination of a BuildSpec. Its next
							build replaces this dataset’s rows.
						</li>
					)}
					{left > 0 && <li>Checks in {countOf(left, 'more BuildSpec')}, which weren’t searched.</li>}
					<li>Code in other people’s BuildSpecs, which you can’t see. Their sources and destinations are updated.</li>
					<li>References outside this service, such as scripts, notebooks and bookmarks.</li>
				</Bullets>
			</DialogSection>
		</>
	);
}

const namedAtMost = 3;
const loading = '…';

/** Names the BuildSpecs and how they're affected. */
function usesIn(uses: readonly SpecUse[], consequence: string): string {
	if (uses.length === 0) return 'None of your BuildSpecs';
	const more = uses.length - namedAtMost;
	const names = uses.slice(0, namedAtMost).map(({ spec }) => nameOf(spec));
	return `${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}. ${consequence}`;
}

const nameOf = ({ destination }: BuildSpec): string => formatCoordinate(destination);

/** Pipelines whose manifest, not their BuildSpec, names the dataset as an output. */
const pipelinesWriting = (specs: readonly BuildSpec[], key: string, targets: SpecTargets): BuildSpec[] =>
	specs.filter((spec) => (targets.get(spec.id) ?? []).some((target) => coordinateKey(target) === key));

/** Known checks of BuildSpecs. `left`: BuildSpecs whose checks weren't read. */
function useChecksOf(specs: readonly BuildSpec[] = [], key: string) {
	const isOffered = useOffers(getChecks);
	const names = ({ sources, destination }: BuildSpec) =>
		[...sources, destination].some((at) => coordinateKey(at) === key);
	const asked = specs.toSorted((a, b) => Number(names(b)) - Number(names(a))).slice(0, maxChecked);
	const found = useQueries({
		queries: asked.map(({ id }) => ({ ...checksQuery(id), enabled: isOffered, staleTime: 30_000 })),
	});
	return {
		checks: asked.flatMap((spec, index) =>
			(found[index]?.data?.checks ?? []).map((check) => ({ spec, check, isNamed: names(spec) })),
		),
		isPending: found.some(({ isLoading }) => isLoading),
		left: isOffered ? specs.length - asked.length : 0,
	};
}

function useDraftsNaming(dataset: DatasetCoordinate): number {
	const scope = useScope();
	useDrafts(scope);
	const key = coordinateKey(dataset);
	return listDrafts(scope).filter(({ id }) => {
		const found = readDraft(scope, id);
		if (found.kind !== 'draft') return false;
		return namesIn(found.draft.text).some((name) => {
			const { coordinate } = readCoordinate(name, scope.user);
			return coordinate !== null && coordinateKey(coordinate) === key;
		});
	}).length;
}
