import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { getNamespaceModels } from '#contract/agents/models.ts';
import { foldName } from '#contract/ids.ts';
import type { Namespace } from '#contract/namespace.ts';
import { deleteNamespace } from '#contract/namespace-changes.ts';
import { countOf } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import type { NamespaceRef } from '../model.ts';
import { useOutcomeOf } from '../rename/rename-outcome.ts';
import { NamespaceModelsForm } from './namespace-models-form.tsx';

const renameSheet = lazyPart(() => import('../rename/rename-sheet.tsx'), 'RenameSheet');
const deleteDialog = lazyPart(() => import('./delete-namespace-dialog.tsx'), 'DeleteNamespaceDialog');
const wipeSheet = lazyPart(() => import('../wipe/wipe-sheet.tsx'), 'WipeSheet');

interface DangerZoneProps {
	readonly namespace: NamespaceRef;
	readonly record: Namespace | null;
}

export function DangerZone({ namespace, record }: DangerZoneProps) {
	const [opened, setOpened] = useState<'rename' | 'wipe' | 'delete' | null>(null);
	const role = record?.role ?? null;
	const { user } = useScope();
	const isRenamed = useOutcomeOf(namespace) !== null;
	const isOwner = role === null ? foldName(namespace.owner) === foldName(user) : role === 'owner';
	const close = () => setOpened(null);
	const reason = isOwner ? null : `Only the owner, ${namespace.owner}, can do this.`;
	return (
		<Stack gap={4} style={{ maxWidth: '56rem' }}>
			{useOffers(getNamespaceModels) && <NamespaceModelsForm namespace={namespace} isOwner={isOwner} />}
			<Act
				title="Rename this namespace"
				text={reason ?? 'After the rename, the console helps you update the code in your BuildSpecs.'}
			>
				{isOwner && (
					<SecondaryButton {...warmedBy(renameSheet)} onClick={() => setOpened('rename')}>
						Rename namespace…
					</SecondaryButton>
				)}
			</Act>
			<Act
				title="Wipe this namespace"
				text={
					reason ??
					'Permanently deletes all data, links and metadata in the namespace. You can review what’s affected first.'
				}
			>
				{isOwner && (
					<Button variant="outline" color="red" {...warmedBy(wipeSheet)} onClick={() => setOpened('wipe')}>
						Wipe namespace…
					</Button>
				)}
			</Act>
			{useOffers(deleteNamespace) && record !== null && (
				<Act title="Delete this namespace" text={reason ?? deletionText(record.datasets)}>
					{isOwner && (
						<Button
							variant="outline"
							color="red"
							disabled={record.datasets > 0}
							{...warmedBy(deleteDialog)}
							onClick={() => setOpened('delete')}
						>
							Delete namespace…
						</Button>
					)}
				</Act>
			)}
			{(opened === 'rename' || isRenamed) && (
				<LazyPart part={renameSheet} props={{ namespace, onClose: close }} onMissing={close} />
			)}
			{opened === 'delete' && <LazyPart part={deleteDialog} props={{ namespace, onClose: close }} onMissing={close} />}
			{opened === 'wipe' && <LazyPart part={wipeSheet} props={{ namespace, onClose: close }} onMissing={close} />}
		</Stack>
	);
}

const deletionText = (datasets: number): string =>
	datasets === 0
		? 'The namespace has no datasets. Its shares and settings are also deleted.'
		: `The namespace still has ${countOf(datasets, 'dataset')}. Delete ${datasets === 1 ? 'it' : 'them'} first, or wipe the namespace together with its datasets.`;

/** Preloads the dialog's code when it's about to be opened. */
const warmedBy = ({ warm }: { warm: () => void }) => ({ onPointerEnter: warm, onFocus: warm });

const Act = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
	<Inline component="section" gap={[2, 4]} boxed py={3} px={4} raised aria-label={title}>
		<div style={{ flex: '1 1 20rem' }}>
			<SectionHeader>{title}</SectionHeader>
			<Muted component="p" measure>
				{text}
			</Muted>
		</div>
		{children}
	</Inline>
);
