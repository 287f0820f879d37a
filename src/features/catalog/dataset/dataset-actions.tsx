import {
	IconCursorText,
	IconDots,
	IconHammer,
	IconSchema,
	IconSitemap,
	IconTerminal2,
	IconTrash,
	IconUpload,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { startBuildPlan } from '#contract/build-plan.ts';
import { startScratchRun } from '#contract/build-run.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { type DatasetSchema, deleteDataset, formatCoordinate } from '#contract/dataset.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { useCommands } from '../../../lib/commands.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { keepNewDraft } from '../../build-specs/mutations.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { useOutcomeOf } from '../rename/rename-outcome.ts';
import { DeleteDatasetDialog } from './delete-dataset-dialog.tsx';
import { selectAllText, useWorksheet } from './use-worksheet.ts';

const dependentsPanel = lazyPart(() => import('../../build-specs/build/dependents-panel.tsx'), 'BuildDependentsPanel');
const renameSheet = lazyPart(() => import('../rename/rename-dataset-sheet.tsx'), 'RenameDatasetSheet');

/** Listed in the palette, and in the menu if it has a label for it. */
interface Action extends Partial<MenuEntry> {
	readonly id: string;
	readonly label: string;
	readonly menu?: string;
	readonly isOffered: boolean;
}

export function DatasetActions({ schema }: { schema: DatasetSchema }) {
	const scope = useScope();
	const navigate = useNavigate();
	const [params, setParams] = useAddressParams();
	const setDeleting = (isDeleting: boolean) =>
		setParams(
			(now) => {
				const next = new URLSearchParams(now);
				if (isDeleting) next.set('sheet', 'delete');
				else next.delete('sheet');
				return next;
			},
			{ replace: true },
		);
	const [building, setBuilding] = useState<boolean | null>(null);
	const canBuildAll = useOffers(startBuildPlan);
	const [renaming, setRenaming] = useState(false);
	const isRenamed = useOutcomeOf(schema, schema.datasetName) !== null;
	const name = formatCoordinate(schema);
	const text = selectAllText(schema);
	const build = () => {
		const from = keepNewDraft(scope, text);
		if (from !== null) void navigate(paths.newBuildSpec(from));
	};
	const query = useWorksheet(text);
	const [canBuild, canQuery, canRename, canDelete] = [
		useOffers(createBuildSpec),
		useOffers(startScratchRun),
		useOffers(renameDataset),
		useOffers(deleteDataset),
	];
	const stopRenaming = () => setRenaming(false);
	const hasHistory = useOffers(listDatasetVersions);
	const canUpload = useOffers(startFileIngestion) && schema.access === 'write';
	const mayWrite = schema.access === 'write';
	const all: readonly Action[] = [
		{ id: 'lineage', label: 'Lineage', menu: 'Lineage', icon: IconSitemap, to: paths.lineage(name), isOffered: true },
		{
			id: 'history',
			label: 'Compare, undo or restore versions',
			to: paths.dataset(schema, 'history'),
			isOffered: hasHistory,
		},
		{ id: 'add-rows', label: 'Add rows', to: paths.upload(name), isOffered: canUpload },
		{
			id: 'build-dependents',
			label: 'Build dependent datasets',
			menu: 'Build dependent datasets…',
			icon: IconHammer,
			onClick: () => setBuilding(true),
			isOffered: canBuildAll,
		},
		{
			id: 'query',
			label: 'Query in a worksheet',
			menu: 'Query',
			icon: IconTerminal2,
			onClick: query,
			isOffered: canQuery,
		},
		{ id: 'derive', label: 'New BuildSpec from this dataset', onClick: build, isOffered: canBuild },
		{
			id: 'rename',
			label: 'Rename dataset',
			menu: 'Rename…',
			icon: IconCursorText,
			onClick: () => setRenaming(true),
			isOffered: canRename && mayWrite,
		},
		{
			id: 'delete',
			label: 'Delete dataset',
			menu: 'Delete…',
			icon: IconTrash,
			danger: true,
			onClick: () => setDeleting(true),
			isOffered: canDelete && mayWrite,
		},
	];
	const actions = all.filter(({ isOffered }) => isOffered);
	useCommands(
		actions.map(({ id, label, to, onClick }) => ({
			...{ id, label },
			run: () => (to === undefined ? onClick?.() : void navigate(to)),
		})),
	);
	const entries = actions.flatMap(({ id: _, isOffered: __, menu, icon, ...entry }): MenuEntry[] =>
		menu === undefined || icon === undefined ? [] : [{ ...entry, icon, label: menu }],
	);
	return (
		<>
			{canUpload && (
				<LinkButton to={paths.upload(name)} leftSection={<IconUpload size={16} aria-hidden />}>
					Add rows
				</LinkButton>
			)}
			{canBuild && (
				<SecondaryButton leftSection={<IconSchema size={16} aria-hidden />} onClick={build}>
					New BuildSpec
				</SecondaryButton>
			)}
			<MenuButton
				label="Actions for this dataset"
				size="lg"
				icon={<IconDots size={18} aria-hidden />}
				entries={entries}
			/>
			{building !== null && (
				<LazyPart
					part={dependentsPanel}
					props={{ dataset: schema, opened: building, onClose: () => setBuilding(false) }}
				/>
			)}
			{(renaming || isRenamed) && (
				<LazyPart part={renameSheet} props={{ dataset: schema, onClose: stopRenaming }} onMissing={stopRenaming} />
			)}
			{canDelete && mayWrite && (
				<DeleteDatasetDialog
					schema={schema}
					opened={params.get('sheet') === 'delete'}
					onClose={() => setDeleting(false)}
				/>
			)}
		</>
	);
}
