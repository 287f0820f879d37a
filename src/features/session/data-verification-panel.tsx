import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { foldName } from '#contract/ids.ts';
import { type CorruptData, getDataVerification } from '#contract/integrity.ts';
import { call } from '../../api/http.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { LinkButton } from '../../ui/primitives/button.tsx';
import { Property } from '../../ui/primitives/property-list.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { useOffers } from './queries.ts';

export const dataVerificationQuery = queryOptions({
	// Refetched with datasets, since replacing rows may replace corrupt ones.
	queryKey: ['schema', 'verification'],
	queryFn: ({ signal }) => call(getDataVerification, {}, { signal }),
	staleTime: 60_000,
});

function useDataVerification() {
	const isOffered = useOffers(getDataVerification);
	return useQuery({ ...dataVerificationQuery, enabled: isOffered }).data;
}

const problems = {
	changed: 'the stored data doesn’t match its checksum',
	missing: 'the data is missing from storage',
} as const satisfies Record<CorruptData['problem'], string>;

export const useCorruptDataset = (dataset: DatasetCoordinate): CorruptData | undefined =>
	useDataVerification()?.corrupt.find((item) => item.kind === 'dataset' && isOf(item, dataset));

export function CorruptDatasetNotice({ dataset, found }: { dataset: DatasetCoordinate; found: CorruptData }) {
	const { buildSpecId, problem } = found;
	const hasHistory = useOffers(listDatasetVersions);
	return (
		<Notice
			tone="error"
			title="This dataset’s data is corrupt"
			action={buildSpecId !== null && <LinkButton to={paths.buildSpec(buildSpecId)}>Open BuildSpec</LinkButton>}
		>
			No rows are shown because {problems[problem]}.{' '}
			{buildSpecId === null ? 'Upload the data again' : 'Build the dataset again with its BuildSpec'},{' '}
			{hasHistory && (
				<>
					restore an earlier version from the <Link to={paths.dataset(dataset, 'history')}>dataset’s history</Link>,{' '}
				</>
			)}
			or ask your admin to restore the data from a backup.
		</Notice>
	);
}

export function CorruptOutputNotice({ runId }: { runId: string }) {
	const found = useDataVerification()?.corrupt.find((item) => item.kind === 'output' && item.runId === runId);
	if (found === undefined) return null;
	return (
		<Notice tone="error" title="An output of this run is corrupt">
			The output can’t be shown or downloaded because {problems[found.problem]}. Run the preview or query again, or ask
			your admin to restore the output from a backup.
		</Notice>
	);
}

export function VerifiedProperty() {
	const verification = useDataVerification();
	if (verification === undefined) return null;
	return (
		<Property name="Stored data">
			{verification.verifiedAt === null ? (
				'Not verified yet'
			) : (
				<>
					Verified <RelativeTime iso={verification.verifiedAt} />
				</>
			)}
		</Property>
	);
}

export function CorruptDataList() {
	const corrupt = useDataVerification()?.corrupt ?? [];
	if (corrupt.length === 0) return null;
	return (
		<Notice
			tone="error"
			title={`${countOf(corrupt.length, 'stored item')} ${corrupt.length === 1 ? 'is' : 'are'} corrupt`}
		>
			<Bullets>
				{corrupt.map((item) => (
					<li key={`${item.kind} ${item.runId} ${item.owner}/${item.namespace}/${item.datasetName}`}>
						<CorruptItem item={item} />: {problems[item.problem]}
					</li>
				))}
			</Bullets>
			Build or upload the datasets again, run the previews and queries again, or ask your admin to restore the data from
			a backup.
		</Notice>
	);
}

function CorruptItem({ item }: { item: CorruptData }) {
	const { kind, runId, owner, namespace, datasetName } = item;
	if (kind === 'output' && runId !== null) {
		const what = datasetName === null ? 'Query result' : `Preview output of ${owner}/${namespace}/${datasetName}`;
		return <Link to={paths.run(runId)}>{what}</Link>;
	}
	if (owner === null || namespace === null || datasetName === null) return 'A dataset';
	return (
		<Link to={paths.dataset({ owner, namespace, datasetName })}>
			{owner}/{namespace}/{datasetName}
		</Link>
	);
}

const isOf = (item: CorruptData, dataset: DatasetCoordinate): boolean =>
	(['owner', 'namespace', 'datasetName'] as const).every(
		(name) => foldName(item[name] ?? '') === foldName(dataset[name]),
	);
