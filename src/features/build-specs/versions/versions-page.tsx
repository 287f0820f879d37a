import { Button } from '@mantine/core';
import { IconDots, IconFileExport } from '@tabler/icons-react';
import { type QueryClient, useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { describeBuildSpecVersion, listBuildSpecVersions } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import type { VersionEntry } from '../../../storage/version-history.ts';
import { loadMonaco } from '../../../ui/editor/load-monaco.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers, useScope } from '../../session/queries.ts';
import { describeVersionMutation } from '../mutations.ts';
import { buildSpecQuery } from '../queries.ts';
import { versionsQuery } from '../version-queries.ts';
import classes from '../versions.module.css';
import { NoteDialog } from './note-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useBrokenVersions } from './use-broken-versions.ts';
import { VersionComparison } from './version-comparison.tsx';
import { exportVersionHistory } from './version-history-export.ts';
import { VersionList } from './version-list.tsx';
import { type Sides, sideName, useHistory } from './versions.ts';

type Describe = ComponentProps<typeof VersionList>['onDescribe'];

export const loadVersions =
	(queryClient: QueryClient) =>
	async ({ params: { buildSpecId = '' } }: LoaderFunctionArgs) => {
		loadMonaco().catch(() => {});
		const [description] = await Promise.all([
			queryClient.ensureQueryData(descriptionQuery),
			queryClient.ensureQueryData(buildSpecQuery(buildSpecId)),
		]);
		if (offers(description, listBuildSpecVersions)) void queryClient.prefetchInfiniteQuery(versionsQuery(buildSpecId));
		return null;
	};

export function VersionsPage() {
	const { buildSpecId = '' } = useParams();
	const scope = useScope();
	const { data: saved } = useSuspenseQuery(buildSpecQuery(buildSpecId));
	const { keeps, listed, seen, lines, readable } = useHistory(saved.value);
	const [restoring, setRestoring] = useState<number | null>(null);
	const canDescribe = useOffers(describeBuildSpecVersion);
	const [describing, setDescribing] = useState<Parameters<NonNullable<Describe>>[0] | null>(null);
	const saying = useMutation(describeVersionMutation(buildSpecId));
	const broken = useBrokenVersions(scope, buildSpecId, readable);
	const spec = saved.value;
	const name = formatCoordinate(spec.destination);
	// Another tab may store or save a draft while this page is open.
	const hasDraft = useDrafts(scope).some((draft) => draft.id === buildSpecId);
	const sides = useSides(readable, seen, hasDraft, spec.version);

	return (
		<PageFrame
			title={`Versions of the BuildSpec for ${name}`}
			fill
			subtitle={
				!keeps && (
					<Muted component="p">
						This service doesn’t list versions. Only versions stored in this browser are shown.
					</Muted>
				)
			}
			actions={
				<>
					<Button component={Link} to={paths.buildSpec(buildSpecId)}>
						Open BuildSpec
					</Button>
					{seen.length > 0 && (
						<MenuButton
							label="Actions for these versions"
							size="lg"
							icon={<IconDots size={16} aria-hidden />}
							entries={[
								{
									label: 'Export version history (this browser)',
									icon: IconFileExport,
									onClick: () => exportVersionHistory(spec.destination.datasetName, scope, seen),
								},
							]}
						/>
					)}
				</>
			}
		>
			{listed.error !== null && <QueryErrorPanel title="Couldn’t load versions from the service" query={listed} />}
			<div className={classes.page}>
				<VersionList
					lines={lines}
					hasDraft={hasDraft}
					readable={readable}
					sides={sides}
					onRestore={setRestoring}
					onDescribe={canDescribe ? setDescribing : null}
					broken={broken}
					name={spec.destination.datasetName}
					scope={scope}
					onMore={listed.hasNextPage ? () => void listed.fetchNextPage() : null}
					loadingMore={listed.isFetchingNextPage}
				/>
				<VersionComparison scope={scope} current={spec} left={sides.left} right={sides.right} seen={seen} />
			</div>
			{describing !== null && (
				<NoteDialog
					title={`Edit version ${describing.version}`}
					submitLabel="Save message and name"
					note={describing}
					pending={saying.isPending}
					problem={saying.error === null ? null : errorFacts(saying.error).message}
					onClose={() => {
						saying.reset();
						setDescribing(null);
					}}
					onSubmit={(note) =>
						saying.mutate({ buildSpecId, version: describing.version, note }, { onSuccess: () => setDescribing(null) })
					}
				/>
			)}
			<RestoreDialog
				version={restoring}
				saved={saved}
				scope={scope}
				hasDraft={hasDraft}
				onClose={() => setRestoring(null)}
			/>
		</PageFrame>
	);
}

/** The compared versions, from the URL, or else the last two. */
function useSides(
	readable: readonly number[],
	seen: readonly VersionEntry[],
	hasDraft: boolean,
	current: number,
): Sides {
	const [params, setParams] = useAddressParams();
	// The URL follows later, but the choice must show at once.
	const [chosen, setChosen] = useState({ left: params.get('left'), right: params.get('right') });
	const known = [
		...(hasDraft ? ['draft'] : []),
		...readable.map(String),
		...seen.flatMap((item) => (item.kind === 'aside' ? [sideName(item)] : [])),
	];
	const right = known.find((value) => value === chosen.right) ?? (hasDraft ? 'draft' : String(current));
	const left = known.find((value) => value === chosen.left) ?? known.find((value) => value !== right) ?? right;
	const choose = (side: 'left' | 'right', value: string) => {
		const next = { left, right, [side]: value };
		setChosen(next);
		setParams(next, { replace: true, preventScrollReset: true });
	};
	return { left, right, choose };
}
