import { ActionIcon, Menu } from '@mantine/core';
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
import { Link } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { dangerColor } from '../../../ui/menu-entry.ts';

interface WorkbenchMenuProps {
	readonly buildSpecId: string;
	/** Of its destination. */
	readonly name: string;
	readonly onExport: () => void;
	/** Null where the service offers no builds. */
	readonly onBuild: (() => void) | null;
	readonly canListRuns: boolean;
	readonly canDuplicate: boolean;
	/** Null where there is no draft. */
	readonly onDiscard: (() => void) | null;
	/** Null where there is nothing to delete any more. */
	readonly onDelete: (() => void) | null;
}

/** What else can be done with a BuildSpec that is open. */
export const WorkbenchMenu = memo((props: WorkbenchMenuProps) => {
	const { buildSpecId, name, onExport, onBuild, canListRuns, canDuplicate, onDiscard, onDelete } = props;
	return (
		<Menu position="bottom-end">
			<Menu.Target>
				<ActionIcon variant="default" size="lg" aria-label="More" title="More">
					<IconDots size={16} aria-hidden />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				{canListRuns && (
					<Menu.Item component={Link} to={paths.runs(buildSpecId)} leftSection={<IconHistory size={16} />}>
						Runs
					</Menu.Item>
				)}
				{onBuild !== null && (
					<Menu.Item leftSection={<IconDatabaseImport size={16} />} onClick={onBuild}>
						Build…
					</Menu.Item>
				)}
				{canDuplicate && (
					<Menu.Item component={Link} to={paths.newBuildSpec(buildSpecId)} leftSection={<IconFiles size={16} />}>
						Duplicate
					</Menu.Item>
				)}
				<Menu.Item component={Link} to={paths.versions(buildSpecId)} leftSection={<IconVersions size={16} />}>
					Versions
				</Menu.Item>
				<Menu.Item component={Link} to={paths.lineage(name)} leftSection={<IconSitemap size={16} />}>
					Lineage
				</Menu.Item>
				<Menu.Item leftSection={<IconFileExport size={16} />} onClick={onExport}>
					Export what is saved
				</Menu.Item>
				<Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copyText(buildSpecId)}>
					Copy id
				</Menu.Item>
				{onDiscard !== null && (
					<Menu.Item leftSection={<IconRestore size={16} />} onClick={onDiscard}>
						Discard draft
					</Menu.Item>
				)}
				{onDelete !== null && (
					<Menu.Item color={dangerColor} leftSection={<IconTrash size={16} />} onClick={onDelete}>
						Delete…
					</Menu.Item>
				)}
			</Menu.Dropdown>
		</Menu>
	);
});
