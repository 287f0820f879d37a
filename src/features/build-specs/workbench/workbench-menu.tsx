import {
	IconCopy,
	IconDatabaseImport,
	IconDots,
	IconFileExport,
	IconFiles,
	IconHistory,
	IconRestore,
	IconSitemap,
	IconTrash,
	IconVersions,
} from '@tabler/icons-react';
import { memo } from 'react';
import { copyText } from '../../../lib/browser/clipboard.ts';
import { paths } from '../../../routing/paths.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';

interface WorkbenchMenuProps {
	readonly buildSpecId: string;
	readonly name: string;
	readonly onExport: () => void;
	readonly onBuild: (() => void) | null;
	readonly canListRuns: boolean;
	readonly canDuplicate: boolean;
	readonly onDiscard: (() => void) | null;
	readonly onDelete: (() => void) | null;
}

export const WorkbenchMenu = memo((props: WorkbenchMenuProps) => {
	const { buildSpecId, name, onExport, onBuild, canListRuns, canDuplicate, onDiscard, onDelete } = props;
	const entries: readonly (MenuEntry | false)[] = [
		canListRuns && { label: 'Runs', icon: IconHistory, to: paths.runs(buildSpecId) },
		onBuild !== null && { label: 'Build…', icon: IconDatabaseImport, onClick: onBuild },
		canDuplicate && { label: 'Duplicate', icon: IconFiles, to: paths.newBuildSpec(buildSpecId) },
		{ label: 'Versions', icon: IconVersions, to: paths.versions(buildSpecId) },
		{ label: 'Lineage', icon: IconSitemap, to: paths.lineage(name) },
		{ label: 'Export what is saved', icon: IconFileExport, onClick: onExport },
		{ label: 'Copy id', icon: IconCopy, onClick: () => void copyText(buildSpecId) },
		onDiscard !== null && { label: 'Discard draft', icon: IconRestore, onClick: onDiscard },
		onDelete !== null && { label: 'Delete…', icon: IconTrash, onClick: onDelete, danger: true },
	];
	return (
		<MenuButton
			label="More"
			size="lg"
			icon={<IconDots size={16} aria-hidden />}
			entries={entries.filter((entry) => entry !== false)}
		/>
	);
});
