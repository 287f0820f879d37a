import {
	IconCopy,
	IconDatabaseImport,
	IconFileExport,
	IconFiles,
	IconHistory,
	IconMessage,
	IconRestore,
	IconSitemap,
	IconTrash,
	IconVersions,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { listRuns, startBuildRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec, describeBuildSpecVersion } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { startPreviewRun } from '#contract/preview-run.ts';
import { copyText } from '../../../lib/browser/clipboard.ts';
import { keyName } from '../../../lib/browser/keys.ts';
import { useKeys } from '../../../lib/browser/use-keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { paths } from '../../../routing/paths.ts';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { useOffers } from '../../session/queries.ts';

interface BuildSpecActions {
	readonly spec: BuildSpec;
	readonly dirty: boolean;
	readonly isDeleted: boolean;
	readonly preview: () => void;
	readonly save: () => void;
	readonly saveWithMessage: () => void;
	readonly build: () => void;
	readonly discard: () => void;
	readonly remove: () => void;
	readonly cannotPreview: string | null;
	readonly cannotSave: string | null;
	readonly cannotBuild: string | null;
	readonly cannotRemove: string | null;
}

/** Registers actions on a BuildSpec as commands, and returns the entries for its menu. */
export function useBuildSpecMenu(actions: BuildSpecActions): readonly MenuEntry[] {
	const { spec, dirty, isDeleted, preview, save, saveWithMessage, build, discard, remove } = actions;
	const { cannotPreview, cannotSave, cannotBuild, cannotRemove } = actions;
	const navigate = useNavigate();
	const canPreview = useOffers(startPreviewRun);
	const canBuild = useOffers(startBuildRun);
	const canDescribe = useOffers(describeBuildSpecVersion);
	const canDuplicate = useOffers(createBuildSpec);
	const canListRuns = useOffers(listRuns);
	const { id, destination } = spec;
	const lineage = paths.lineage(formatCoordinate(destination));
	const withMessage = 'Save with message…';
	useKeys({ 'Mod+Shift+KeyS': canDescribe ? saveWithMessage : undefined });
	useCommands([
		...(canPreview
			? [{ id: 'preview', label: 'Preview', keys: keyName('Enter'), run: preview, disabledReason: cannotPreview }]
			: []),
		{ id: 'save', label: 'Save', keys: keyName('S'), run: save, disabledReason: cannotSave },
		...(canDescribe
			? [
					{
						id: 'save-message',
						label: withMessage,
						keys: keyName('Shift S'),
						run: saveWithMessage,
						disabledReason: cannotSave,
					},
				]
			: []),
		...(canBuild ? [{ id: 'build', label: 'Build…', run: build, disabledReason: cannotBuild }] : []),
		{ id: 'lineage', label: 'Lineage', run: () => void navigate(lineage) },
		{ id: 'versions', label: 'Versions', run: () => void navigate(paths.versions(id)) },
		...(dirty ? [{ id: 'discard', label: 'Discard draft', run: discard }] : []),
		{ id: 'delete', label: 'Delete…', run: remove, disabledReason: cannotRemove },
	]);
	const exportSaved = () => void import('../import/spec-export.ts').then(({ exportSpec }) => exportSpec(spec));
	const entries: readonly (MenuEntry | false)[] = [
		canDescribe &&
			!isDeleted &&
			dirty && { label: `${withMessage} (${keyName('Shift S')})`, icon: IconMessage, onClick: saveWithMessage },
		canListRuns && { label: 'Runs', icon: IconHistory, to: paths.runs(id) },
		canBuild && !isDeleted && { label: 'Build…', icon: IconDatabaseImport, onClick: build },
		canDuplicate && { label: 'Duplicate', icon: IconFiles, to: paths.newBuildSpec(id) },
		{ label: 'Versions', icon: IconVersions, to: paths.versions(id) },
		{ label: 'Lineage', icon: IconSitemap, to: lineage },
		{ label: 'Export saved version', icon: IconFileExport, onClick: exportSaved },
		{ label: 'Copy ID', icon: IconCopy, onClick: () => void copyText(id) },
		dirty && { label: 'Discard draft', icon: IconRestore, onClick: discard },
		!isDeleted && { label: 'Delete…', icon: IconTrash, onClick: remove, danger: true },
	];
	return entries.filter((entry) => entry !== false);
}
