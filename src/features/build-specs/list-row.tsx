import { IconCopy, IconDatabaseImport, IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../routing/paths.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './list.module.css';
import type { SpecRow } from './list-model.ts';

interface ListRowProps {
	readonly row: SpecRow;
	readonly index: number;
	/** Distance from the top of the list, px. */
	readonly top: number;
	readonly hasDraft: boolean;
	readonly current: boolean;
	readonly canCreate: boolean;
	readonly canBuild: boolean;
	readonly onDelete: (row: SpecRow) => void;
}

export const ListRow = memo(function ListRow({
	row,
	index,
	top,
	hasDraft,
	current,
	canCreate,
	canBuild,
	onDelete,
}: ListRowProps) {
	const { spec } = row;
	const { owner, namespace, datasetName } = spec.destination;
	return (
		<tr
			// The header is row 1.
			aria-rowindex={index + 2}
			className={classes.row}
			style={{ transform: `translateY(${top}px)` }}
			data-index={index}
		>
			<td className={classes.name}>
				<Link to={paths.buildSpec(spec.id)} tabIndex={current ? 0 : -1} className={classes.link} title={row.name}>
					<span className={classes.path}>
						{owner}/{namespace}/
					</span>
					<strong>{datasetName}</strong>
				</Link>
			</td>
			<td className={classes.sources} title={row.sources}>
				{row.sources || 'no sources'}
			</td>
			<td className={classes.owner}>{spec.owner}</td>
			<td className={classes.version}>{spec.version}</td>
			<td className={classes.updated}>
				<RelativeTime iso={spec.updatedAt} />
			</td>
			<td className={classes.draft}>{hasDraft && <span className={classes.mark}>draft</span>}</td>
			<td className={classes.menu}>
				<RowMenu row={row} canCreate={canCreate} canBuild={canBuild} onDelete={onDelete} focusable={current} />
			</td>
		</tr>
	);
});

type RowMenuProps = Pick<ListRowProps, 'row' | 'canCreate' | 'canBuild' | 'onDelete'> & { readonly focusable: boolean };

function RowMenu({ row, canCreate, canBuild, onDelete, focusable }: RowMenuProps) {
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
