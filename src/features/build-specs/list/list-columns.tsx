import { IconCopy, IconDatabaseImport, IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { paths } from '../../../routing/paths.ts';
import type { ListColumn, ListName } from '../../../ui/list-table.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from './list.module.css';
import type { SpecRow } from './list-model.ts';

export interface RowActions {
	readonly canCreate: boolean;
	readonly canBuild: boolean;
	readonly onDelete: (row: SpecRow) => void;
}

/** A BuildSpec goes by the name of its destination. */
export function specName({ spec, name }: SpecRow): ListName {
	const { owner, namespace, datasetName } = spec.destination;
	return {
		key: spec.id,
		to: paths.buildSpec(spec.id),
		title: name,
		face: (
			<>
				<span className={classes.dimmed}>
					{owner}/{namespace}/
				</span>
				<strong>{datasetName}</strong>
			</>
		),
	};
}

const facts: readonly ListColumn<SpecRow>[] = [
	{
		id: 'sources',
		label: 'Sources',
		mono: true,
		narrowFill: true,
		title: (it) => it.sources,
		cell: (it) => it.sources || 'no sources',
		key: (it) => it.keys.sources,
	},
	{ id: 'owner', label: 'Owner', wideOnly: true, cell: (it) => it.spec.owner, key: (it) => it.keys.owner },
	{
		id: 'version',
		label: 'Version',
		numeric: true,
		wideOnly: true,
		cell: (it) => it.spec.version,
		key: (it) => it.keys.version,
	},
	{
		id: 'updated',
		label: 'Updated',
		cell: (it) => <RelativeTime iso={it.spec.updatedAt} />,
		key: (it) => it.keys.updated,
	},
];

export const specColumns = (drafts: ReadonlySet<string>, actions: RowActions): readonly ListColumn<SpecRow>[] => [
	...facts,
	{
		id: 'draft',
		label: 'Draft',
		cell: (it) => drafts.has(it.spec.id) && <span className={classes.mark}>draft</span>,
	},
	{
		id: 'menu',
		label: '',
		isAction: true,
		cell: (it, focusable) => <RowMenu row={it} {...actions} focusable={focusable} />,
	},
];

function RowMenu({ row, canCreate, canBuild, onDelete, focusable }: RowActions & { row: SpecRow; focusable: boolean }) {
	return (
		<MenuButton
			label={`More for ${row.name}`}
			title="More"
			icon={<IconDots size={16} aria-hidden />}
			tabIndex={focusable ? 0 : -1}
			entries={[
				{ label: 'Open', icon: IconExternalLink, to: paths.buildSpec(row.spec.id) },
				...(canBuild ? [{ label: 'Build…', icon: IconDatabaseImport, to: paths.build(row.spec.id) }] : []),
				...(canCreate ? [{ label: 'Duplicate', icon: IconCopy, to: paths.newBuildSpec(row.spec.id) }] : []),
				{ label: 'Delete…', icon: IconTrash, danger: true, onClick: () => onDelete(row) },
			]}
		/>
	);
}
