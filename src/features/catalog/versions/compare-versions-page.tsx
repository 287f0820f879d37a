import { IconArrowsLeftRight } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useParams, useSearchParams } from 'react-router';
import { type DatasetCoordinate, type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { viewRows } from '#contract/rows/queries.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { PaneFrame } from '../../../ui/layout/pane-bar.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { versionQuery, versionsQuery } from '../../names/dataset-version-queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { ComparisonPanel } from '../../runs/compare/comparison-panel.tsx';
import { queriedTable } from '../../runs/row-queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';

type Params = Readonly<Record<string, string | undefined>>;

const sidesOf = ({ owner = '', namespace = '', dataset = '', before = '', after = '' }: Params) => ({
	dataset: { owner, namespace, datasetName: dataset },
	versions: [Number(before), Number(after)] as const,
	/** An invalid version in the URL; undefined if both are valid. */
	invalid: [before, after].find((text) => !/^[1-9]\d{0,8}$/.test(text)),
});

export const loadCompareVersions =
	(queryClient: QueryClient) =>
	async ({ params }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		if (!offers(description, listDatasetVersions)) return null;
		const { dataset, versions, invalid } = sidesOf(params);
		if (invalid !== undefined) return null;
		for (const version of versions) void queryClient.prefetchQuery(versionQuery(dataset, version));
		return null;
	};

export function CompareVersionsPage() {
	const { dataset, versions, invalid } = sidesOf(useParams());
	const [params] = useSearchParams();
	const navigate = useNavigate();
	const canCompare = [useOffers(viewRows), useOffers(listDatasetVersions)].every(Boolean);
	const enabled = canCompare && invalid === undefined;
	const before = useQuery({ ...versionQuery(dataset, versions[0]), enabled });
	const after = useQuery({ ...versionQuery(dataset, versions[1]), enabled });
	const kept = useQuery({ ...versionsQuery(dataset), enabled });
	const choices = [...new Set([...(kept.data?.items ?? []).map(({ version }) => version), ...versions])].sort(
		(a, b) => b - a,
	);
	const compare = (sides: readonly [number, number]) =>
		void navigate({ pathname: paths.compareVersions(dataset, ...sides), search: params.toString() });
	const missing = before.data === null ? versions[0] : after.data === null ? versions[1] : null;
	const failed = before.isError ? before : after.isError ? after : null;
	if (invalid !== undefined) {
		return (
			<PageFrame title="Compare versions" subtitle={<p>{formatCoordinate(dataset)}</p>}>
				<EmptyState
					title={`"${invalid}" isn’t a version number`}
					action={<Link to={paths.dataset(dataset, 'history')}>Go to history</Link>}
				>
					Versions are numbered from 1. Choose two versions in the history.
				</EmptyState>
			</PageFrame>
		);
	}
	return (
		<PageFrame
			title="Compare versions"
			fill
			subtitle={
				<Inline gap={[1, 2]}>
					{formatCoordinate(dataset)}
					<Side
						{...{ dataset, choices, label: 'Before', version: versions[0], schema: before.data }}
						onChange={(version) => compare([version, versions[1]])}
					/>
					→
					<Side
						{...{ dataset, choices, label: 'After', version: versions[1], schema: after.data }}
						onChange={(version) => compare([versions[0], version])}
					/>
				</Inline>
			}
			actions={
				<LinkButton
					to={{ pathname: paths.compareVersions(dataset, versions[1], versions[0]), search: params.toString() }}
					leftSection={<IconArrowsLeftRight size={16} aria-hidden="true" />}
				>
					Swap versions
				</LinkButton>
			}
		>
			{!canCompare ? (
				<EmptyState title="This service can’t compare versions" />
			) : missing !== null ? (
				<EmptyState
					title={`Dataset version ${missing} isn’t available`}
					action={<Link to={paths.dataset(dataset, 'history')}>Go to history</Link>}
				>
					The version may not exist or may have been deleted, or the dataset may not be shared with you.
				</EmptyState>
			) : failed !== null ? (
				<QueryErrorPanel title="Couldn’t load the versions" query={failed} />
			) : before.data && after.data ? (
				<Compared before={before.data} after={after.data} />
			) : (
				<LoadingRows rows={6} />
			)}
		</PageFrame>
	);
}

function Compared({ before, after }: { before: DatasetSchema; after: DatasetSchema }) {
	const [old, now] = useMemo(() => [tableOf(before), tableOf(after)], [before, after]);
	return (
		<PaneFrame label="Comparison">
			<ComparisonPanel name={after.datasetName} before={old} after={now} />
		</PaneFrame>
	);
}

function tableOf({ owner, namespace, datasetName, version, rows, columns }: DatasetSchema) {
	return queriedTable(columns, rows, { kind: 'dataset', owner, namespace, datasetName, version });
}

interface SideProps {
	readonly dataset: DatasetCoordinate;
	readonly label: string;
	readonly version: number;
	readonly choices: readonly number[];
	readonly schema: DatasetSchema | null | undefined;
	readonly onChange: (version: number) => void;
}

const Side = ({ dataset, label, version, choices, schema, onChange }: SideProps) => (
	<Inline component="span" gap={2}>
		<Choice
			aria-label={label}
			data={choices.map((choice) => ({ value: String(choice), label: `Version ${choice}` }))}
			value={String(version)}
			onChange={(choice) => onChange(Number(choice))}
		/>
		{schema && (
			<>
				<Muted>
					<RelativeTime iso={schema.updatedAt} />
				</Muted>
				<Link to={paths.datasetVersion(dataset, version)} aria-label={`Open version ${version}`}>
					Open
				</Link>
			</>
		)}
	</Inline>
);
