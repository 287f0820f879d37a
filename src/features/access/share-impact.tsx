import { useQueries, useQuery } from '@tanstack/react-query';
import { listDatasets } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { countOf, formatBytes } from '../../lib/format.ts';
import { isInNamespace } from '../../storage/changes-elsewhere.ts';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Property, PropertyList } from '../../ui/primitives/property-list.tsx';
import { DialogSection } from '../../ui/primitives/section.tsx';
import { Prose } from '../../ui/primitives/text.tsx';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { datasetsQuery } from '../names/queries.ts';
import { useOffers } from '../session/queries.ts';
import type { Share, ShareChange } from './mutations.ts';

/** What users lose through a change of their shares, as far as it's visible, and what isn't. */
export function ShareImpact({ shares, action }: ShareChange) {
	if (action.kind === 'withdraw') return <RevokeImpact shares={shares} />;
	const whose = new Set(shares.map(({ username }) => foldName(username))).size === 1 ? 'user’s' : 'users’';
	return (
		<Prose>
			{action.role === 'editor'
				? 'Editors can read all datasets, and also add, change, build and delete them.'
				: 'Viewers can read all datasets, but not change them. Writes in progress are rejected.'}{' '}
			Changing the role interrupts the {whose} requests in progress, including agent answers. They can be started again.
		</Prose>
	);
}

function RevokeImpact({ shares }: { shares: readonly Share[] }) {
	const sees = useOffers(listDatasets);
	const namespaces = [
		...new Map(shares.map((share) => [foldName(`${share.owner}/${share.namespace}`), share])).values(),
	];
	const lists = useQueries({
		queries: namespaces.map((share) => ({ ...datasetsQuery(share.owner, share.namespace), enabled: sees })),
	});
	const specs = useQuery(buildSpecsQuery);
	const datasets = lists.flatMap((item) => item.data?.items ?? []);
	const rows = datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
	const bytes = datasets.reduce((sum, dataset) => sum + dataset.bytes, 0);
	const reading = (specs.data?.items ?? []).filter((spec) =>
		shares.some(
			(share) =>
				foldName(spec.owner) === foldName(share.username) &&
				spec.sources.some((source) => isInNamespace(source, share.owner, share.namespace)),
		),
	);
	const isOne = new Set(shares.map(({ username }) => foldName(username))).size === 1;
	const who = isOne ? `${shares[0]?.username} can’t` : 'none of these users can';
	const them = isOne ? String(shares[0]?.username) : 'these users';
	const whose = isOne ? `${them}’s` : 'these users’';
	return (
		<>
			<Prose>
				Once access is revoked, {who} see or open the shared datasets. You can share them again at any time.
			</Prose>
			<DialogSection title="Lost access">
				<PropertyList aligned collapses>
					<Property name="Datasets">
						{!sees
							? 'All datasets (this service doesn’t list them)'
							: lists.some((candidate) => candidate.isError)
								? 'All datasets (couldn’t load the list)'
								: lists.some((candidate) => candidate.isPending)
									? 'Counting…'
									: `${countOf(datasets.length, 'dataset')} with ${countOf(rows, 'row')}, ${formatBytes(bytes)}`}
					</Property>
					<Property name="Agents">Agents stop answering {whose} questions about these datasets.</Property>
					<Property name="Download URLs">
						Download URLs that {them} created stop working for everyone if their files contain data from these datasets.
					</Property>
					<Property name="Runs">
						The outputs of {whose} earlier runs that read these datasets become unavailable.
					</Property>
					<Property name="BuildSpecs">
						{reading.length === 0
							? `Any BuildSpecs owned by ${them} that read these datasets will fail, including those you can’t see.`
							: `You can see ${countOf(reading.length, 'BuildSpec')} that ${reading.length === 1 ? 'reads' : 'read'} these datasets: ${reading
									.map((item) => item.destination.datasetName)
									.join(', ')}. ${reading.length === 1 ? 'It' : 'They'} will fail.`}
					</Property>
				</PropertyList>
			</DialogSection>
			<DialogSection title="Not visible to you">
				<Bullets tone="muted">
					<li>Downloaded files, and datasets in other namespaces that were built from these datasets.</li>
					<li>Other people’s BuildSpecs, runs and drafts that read these datasets.</li>
					{!sees && <li>Datasets and rows, which this service doesn’t list.</li>}
				</Bullets>
			</DialogSection>
		</>
	);
}
