import { IconGitBranch } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { startScratchRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec } from '#contract/build-spec.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { loadMonaco } from '../../../ui/editor/load-monaco.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { descriptionQuery, useOffers, useScope } from '../../session/queries.ts';
import { isHandedOver, newDraftId } from '../draft-ids.ts';
import { DraftMark } from '../draft-mark.tsx';
import { findDeleted, recoverOwnDrafts } from '../drafts/recover-own-drafts.ts';
import { StoredDraft } from '../drafts/stored-draft-panel.tsx';
import { emptyText, textOf, type WorkText } from '../model.ts';
import { buildSpecQuery } from '../queries.ts';
import { createdPage, useCreate } from './use-create.ts';
import { useWorkbench } from './use-workbench.ts';
import { Workbench } from './workbench.tsx';
import { ActionButton, DraftNotices } from './workbench-parts.tsx';
import { WriteProblem } from './write-problem.tsx';

/** Loads the BuildSpec to duplicate, if any, before rendering the page. */
export const loadNewBuildSpec =
	(queryClient: QueryClient) =>
	async ({ request }: LoaderFunctionArgs) => {
		loadMonaco().catch(() => {});
		const from = new URL(request.url).searchParams.get('from');
		await Promise.all([
			recoverOwnDrafts(),
			queryClient.ensureQueryData(descriptionQuery),
			from === null || isHandedOver(from)
				? null
				: findDeleted(queryClient.ensureQueryData(buildSpecQuery(from)), newDraftId(from)),
		]);
		return null;
	};

export function NewBuildSpecPage() {
	const [params] = useSearchParams();
	const from = params.get('from');
	const canCreate = useOffers(createBuildSpec);
	const original = useQuery({
		...buildSpecQuery(from ?? ''),
		enabled: from !== null && !isHandedOver(from),
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (!canCreate) {
		const empty = <EmptyState title={notSupported}>You can open and edit existing BuildSpecs.</EmptyState>;
		return (
			<StoredDraft
				key={from ?? ''}
				draftId={newDraftId(from)}
				title={notSupported}
				otherwise={<PageFrame title="New BuildSpec">{empty}</PageFrame>}
			/>
		);
	}
	// A duplicate's draft outlives the original.
	if (from !== null && !isHandedOver(from) && original.data === undefined && !original.isError) return null;
	return <NewWorkbench key={from ?? ''} from={from} original={original.data?.value ?? null} />;
}

const notSupported = 'This service doesn’t support creating BuildSpecs';
const fileName = 'new-build-spec.txt';

function NewWorkbench({ from, original }: { from: string | null; original: BuildSpec | null }) {
	const scope = useScope();
	const navigate = useNavigate();
	const draftId = newDraftId(from);
	const workbench = useWorkbench({
		scope,
		draftId,
		saved: null,
		fresh: original === null ? emptyText : copyOf(original),
	});
	const creation = useCreate(workbench, scope, (spec) => {
		void navigate(createdPage(spec, workbench.preview.runId), { replace: true });
	});
	const canPreview = useOffers(startScratchRun);
	const canUseRepository = useOffers(checkPipeline);
	const editAddress = useAddressEdit();
	// Stable, so typing doesn't rerender components that only call these.
	const acts = useSteady({ create: creation.create, previewOf: workbench.previewText });

	return (
		<Workbench
			title="New BuildSpec"
			subtitle={
				<Inline gap={[1, 3]} style={{ minHeight: 20 }}>
					{creation.stuck === null && original !== null && <span>Duplicate</span>}
					{workbench.dirty && <DraftMark />}
				</Inline>
			}
			actions={
				<>
					{canUseRepository && workbench.text.payload.trim() === '' && (
						<SecondaryButton
							leftSection={<IconGitBranch size={16} aria-hidden />}
							onClick={() => editAddress((address) => address.set('form', 'repository'))}
						>
							Use repository…
						</SecondaryButton>
					)}
					<ActionButton
						action="save"
						label={creation.stuck === null ? 'Create BuildSpec' : 'Open BuildSpec'}
						pending={creation.pending}
						disabledReason={creation.disabledReason}
						onClick={acts.create}
					/>
				</>
			}
			notices={
				<>
					{creation.error !== null && (
						<WriteProblem
							error={creation.error}
							title="Couldn’t create the BuildSpec"
							verb="Create"
							onAgain={creation.create}
							onLook={creation.look}
						/>
					)}
					{creation.stuck !== null && (
						<Notice tone="warning" title="BuildSpec created without your latest changes">
							{creation.stuck.message} Your latest changes are only on this page. Free up storage or allow it for this
							site, then open the BuildSpec. Or copy your code and{' '}
							<Link to={paths.buildSpec(creation.stuck.spec.id)}>open the BuildSpec without these changes</Link>.
						</Notice>
					)}
					<DraftNotices workbench={workbench} fileName={fileName} />
				</>
			}
			workbench={workbench}
			fileName={fileName}
			onPreview={canPreview ? acts.previewOf : null}
			onSave={acts.create}
		/>
	);
}

/** Copies everything except the destination's name, since two BuildSpecs would overwrite each other's dataset. */
function copyOf(spec: BuildSpec): WorkText {
	const text = textOf(spec);
	return { ...text, destination: `${text.destination}_copy` };
}
