import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { getNamespaceModels } from '#contract/agents/models.ts';
import { foldName } from '#contract/ids.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { fullName, type NamespaceRef, type Role } from '../model.ts';
import { useRenameOutcome } from '../rename/rename-outcome.ts';
import { NamespaceModelsForm } from './namespace-models-form.tsx';

const renameSheet = lazyPart(() => import('../rename/rename-sheet.tsx'), 'RenameSheet');
const wipeSheet = lazyPart(() => import('../wipe/wipe-sheet.tsx'), 'WipeSheet');

/** What is set and done for a whole namespace. @param role what the person is in it; null where the service does not say */
export function DangerZone({ namespace, role }: { namespace: NamespaceRef; role: Role | null }) {
	const [opened, setOpened] = useState<'rename' | 'wipe' | null>(null);
	const { user } = useScope();
	const rename = useRenameOutcome((outcome) => outcome.done?.rename);
	const isRenamed = rename !== undefined && foldName(`${rename.owner}/${rename.to}`) === foldName(fullName(namespace));
	const isOwner = role === null ? foldName(namespace.owner) === foldName(user) : role === 'owner';
	const close = () => setOpened(null);
	const reason = isOwner ? null : `Only the owner, ${namespace.owner}, can do this.`;
	return (
		<Stack gap={4} style={{ maxWidth: '56rem' }}>
			{useOffers(getNamespaceModels) && <NamespaceModelsForm namespace={namespace} isOwner={isOwner} />}
			<Act title="Rename this namespace" text={reason ?? 'The console helps you update the code of your BuildSpecs.'}>
				{isOwner && (
					<SecondaryButton {...warmedBy(renameSheet)} onClick={() => setOpened('rename')}>
						Rename…
					</SecondaryButton>
				)}
			</Act>
			<Act
				title="Wipe this namespace"
				text={
					reason ?? 'Permanently deletes all of its data, links and metadata. You can review what’s affected first.'
				}
			>
				{isOwner && (
					<Button variant="outline" color="red" {...warmedBy(wipeSheet)} onClick={() => setOpened('wipe')}>
						Wipe…
					</Button>
				)}
			</Act>
			{(opened === 'rename' || isRenamed) && (
				<LazyPart part={renameSheet} props={{ namespace, onClose: close }} onMissing={close} />
			)}
			{opened === 'wipe' && <LazyPart part={wipeSheet} props={{ namespace, onClose: close }} onMissing={close} />}
		</Stack>
	);
}

/** Loads the code as soon as somebody is about to open the dialog. */
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
