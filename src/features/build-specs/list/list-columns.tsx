import { IconCopy, IconDatabaseImport, IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { paths } from '../../../routing/paths.ts';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LaterPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { DraftMark } from '../draft-mark.tsx';
import type { SpecRow } from './list-model.ts';
import { shortSources } from './short-sources.ts';

const lastBuild = lazyPart(() => import('./last-build.tsx'), 'LastBuild');

interface RowActions {
	readonly canCreate: boolean;
	readonly canBuild: boolean;
	readonly onDelete: (row: SpecRow) => void;
}

export function specName({ spec, name }: SpecRow): ListName {
	const { owner, namespace, datasetName } = spec.destination;
	return {
		key: spec.id,
		to: paths.buildSpec(spec.id),
		title: name,
		face: (
			<>
				<Muted>
					{owner}/{namespace}/
				</Muted>
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
		title: (row) => row.sources,
		cell: (row) => shortSources(row),
		key: (row) => row.keys.sources,
	},
	{
		id: 'built',
		label: 'Last build',
		cell: (row) => <LaterPart part={lastBuild} props={{ spec: row.spec }} />,
	},
	{ id: 'owner', label: 'Owner', wideOnly: true, cell: (row) => row.spec.owner, key: (row) => row.keys.owner },
	{
		id: 'version',
		label: 'Version',
		numeric: true,
		wideOnly: true,
		cell: (row) => row.spec.version,
		key: (row) => row.keys.version,
	},
	{
		id: 'updated',
		label: 'Updated',
		wideOnly: true,
		cell: (row) => <RelativeTime iso={row.spec.updatedAt} />,
		key: (row) => row.keys.updated,
	},
];

export const specColumns = (
	drafts: ReadonlySet<string>,
	{ canCreate, canBuild, onDelete }: RowActions,
): readonly ListColumn<SpecRow>[] => [
	...facts,
	{ id: 'draft', label: 'Draft', cell: (row) => drafts.has(row.spec.id) && <DraftMark /> },
	{
		id: 'menu',
		label: '',
		isAction: true,
		cell: (row, focusable) => (
			<MenuButton
				label={`Actions for ${row.name}`}
				icon={<IconDots size={16} aria-hidden />}
				tabIndex={focusable ? 0 : -1}
				entries={[
					{ label: 'Open', icon: IconExternalLink, to: paths.buildSpec(row.spec.id) },
					...(canBuild ? [{ label: 'Build…', icon: IconDatabaseImport, to: paths.build(row.spec.id) }] : []),
					...(canCreate ? [{ label: 'Duplicate', icon: IconCopy, to: paths.newBuildSpec(row.spec.id) }] : []),
					{ label: 'Delete…', icon: IconTrash, danger: true, onClick: () => onDelete(row) },
				]}
			/>
		),
	},
];
