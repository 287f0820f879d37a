import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, getSchema } from '#contract/dataset.ts';
import { restoreDatasetVersion } from '#contract/dataset-version.ts';
import { useCommands } from '../../lib/commands.ts';
import { paths } from '../../routing/paths.ts';
import { CompactButton } from '../../ui/primitives/button.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { useOffers } from '../session/queries.ts';
import { schemaQuery } from './queries.ts';
import { RestoreVersionPanel } from './restore-version-panel.tsx';

interface UndoVersionProps {
	readonly what: 'build' | 'ingestion';
	readonly wrote: { readonly coordinate: DatasetCoordinate; readonly version: number };
}

/** What a build or ingestion changed, with Undo while it's the latest version. */
export function UndoVersionPanel({ what, wrote: { coordinate, version } }: UndoVersionProps) {
	const [opened, dialog] = useDisclosure(false);
	const keepsVersions = [useOffers(restoreDatasetVersion), useOffers(getSchema)].every(Boolean) && version > 1;
	const { data: schema } = useQuery({ ...schemaQuery(coordinate), enabled: keepsVersions });
	const canUndo = keepsVersions && schema?.version === version && schema.access === 'write';
	useCommands(
		canUndo
			? [
					{
						id: `undo ${coordinateKey(coordinate)}`,
						label: `Undo ${what} ${what === 'build' ? 'of' : 'into'} ${formatCoordinate(coordinate)}…`,
						run: dialog.open,
					},
				]
			: [],
	);
	if (!keepsVersions || schema == null) return null;
	return (
		<Inline component="span" gap={2} style={{ display: 'inline-flex' }}>
			<Link to={paths.compareVersions(coordinate, version - 1, version)}>Show changes</Link>
			{canUndo && <CompactButton onClick={dialog.open}>Undo this {what}…</CompactButton>}
			<RestoreVersionPanel schema={schema} version={opened ? version - 1 : null} isUndo onClose={dialog.close} />
		</Inline>
	);
}
