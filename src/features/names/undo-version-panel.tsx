import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, getSchema } from '#contract/dataset.ts';
import { restoreDatasetVersion } from '#contract/dataset-version.ts';
import { useCommands } from '../../lib/commands.ts';
import { paths } from '../../routing/paths.ts';
import { CompactButton } from '../../ui/primitives/button.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { useOffers } from '../session/queries.ts';
import { schemaQuery } from './queries.ts';
import { RestoreVersionPanel } from './restore-version-panel.tsx';

interface UndoVersionProps {
	readonly what: 'build' | 'ingestion';
	readonly wrote: { readonly coordinate: DatasetCoordinate; readonly version: number };
	/** Which rows change, in one sentence. */
	readonly effect?: string;
	/** Whether to explain why it can't be undone. */
	readonly explains?: boolean;
}

/** What a build or ingestion changed, with Undo while it's the latest version. */
export function UndoVersionPanel(props: UndoVersionProps) {
	const { what, wrote, effect, explains = false } = props;
	const { coordinate, version } = wrote;
	const [opened, dialog] = useDisclosure(false);
	const keepsVersions = [useOffers(restoreDatasetVersion), useOffers(getSchema)].every(Boolean);
	const { data, isFetching } = useQuery({
		...schemaQuery(coordinate),
		enabled: keepsVersions && (version > 1 || explains),
	});
	// It may have been looked up before it was created.
	const schema = data === null && isFetching ? undefined : data;
	const canUndo = keepsVersions && version > 1 && schema?.version === version && schema.access === 'write';
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
	if (!keepsVersions || schema === undefined) return null;
	const reason = explains && !canUndo ? <Muted>{whyNot(props, schema)}</Muted> : null;
	if (schema === null || version === 1) return reason;
	return (
		<Inline component="span" gap={2} style={{ display: 'inline-flex' }}>
			<Link to={paths.compareVersions(coordinate, version - 1, version)}>Show changes</Link>
			{canUndo && <CompactButton onClick={dialog.open}>Undo this {what}…</CompactButton>}
			{reason}
			<RestoreVersionPanel
				schema={schema}
				version={opened ? version - 1 : null}
				isUndo
				{...(effect === undefined ? {} : { effect })}
				onClose={dialog.close}
			/>
		</Inline>
	);
}

type Known = { readonly version: number; readonly access: 'read' | 'write' } | null;

function whyNot({ what, wrote: { coordinate, version } }: UndoVersionProps, schema: Known): ReactNode {
	if (schema === null) return 'The dataset doesn’t exist anymore, so there’s nothing to undo.';
	if (schema.access !== 'write') return `To undo this ${what}, you need write access to the dataset.`;
	const history = <Link to={paths.dataset(coordinate, 'history')}>its history</Link>;
	if (schema.version !== version)
		return (
			<>
				The dataset has changed since (it’s at version {schema.version}), so this {what} can’t be undone on its own. To
				undo {version === 1 ? '' : 'it and all '}later changes, restore{' '}
				{version === 1 ? 'a version' : `version ${version - 1}`} in {history}.
			</>
		);
	return (
		<>
			This {what} created the dataset, so there’s no earlier version. To undo it,{' '}
			<Link to={paths.deleteDataset(coordinate)}>delete the dataset</Link>.
		</>
	);
}
