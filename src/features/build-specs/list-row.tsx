import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../routing/paths.ts';
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
	readonly onDelete: (row: SpecRow) => void;
}

export const ListRow = memo(function ListRow({
	row,
	index,
	top,
	hasDraft,
	current,
	canCreate,
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
				<RowMenu row={row} canCreate={canCreate} onDelete={onDelete} focusable={current} />
			</td>
		</tr>
	);
});

type RowMenuProps = Pick<ListRowProps, 'row' | 'canCreate' | 'onDelete'> & { readonly focusable: boolean };

function RowMenu({ row, canCreate, onDelete, focusable }: RowMenuProps) {
	return (
		<Menu position="bottom-end">
			<Menu.Target>
				<ActionIcon
					variant="subtle"
					color="gray"
					aria-label={`More for ${row.name}`}
					title="More"
					tabIndex={focusable ? 0 : -1}
				>
					<IconDots size={16} aria-hidden />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Item component={Link} to={paths.buildSpec(row.spec.id)} leftSection={<IconExternalLink size={16} />}>
					Open
				</Menu.Item>
				{canCreate && (
					<Menu.Item component={Link} to={paths.newBuildSpec(row.spec.id)} leftSection={<IconCopy size={16} />}>
						Duplicate
					</Menu.Item>
				)}
				<Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onDelete(row)}>
					Delete…
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
