import { Button } from '@mantine/core';
import { useState } from 'react';
import { foldName } from '#contract/ids.ts';
import { LazyPart, lazyPart } from '../../../ui/lazy-part.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { useScope } from '../../session/queries.ts';
import classes from '../danger-zone.module.css';
import type { Role } from '../model.ts';
import { useRenameOutcome } from '../rename/rename-outcome.ts';
import { fullName, type NamespaceName } from '../wipe-radius.ts';

const renameSheet = lazyPart(() => import('../rename/rename-sheet.tsx').then((it) => it.RenameSheet));
const wipeSheet = lazyPart(() => import('../wipe/wipe-sheet.tsx').then((it) => it.WipeSheet));
const restoreSheet = lazyPart(() => import('../bundles/bundle-restore.tsx').then((it) => it.RestoreSheet));

type Sheet = 'rename' | 'wipe' | 'restore';

interface DangerZoneProps {
	readonly namespace: NamespaceName;
	/** What the person is in it; null where the service does not say. */
	readonly role: Role | null;
}

/** What is done with a whole namespace. */
export function DangerZone({ namespace, role }: DangerZoneProps) {
	const [opened, setOpened] = useState<Sheet | null>(null);
	const { user } = useScope();
	const done = useRenameOutcome((it) => it.done);
	const isRenamed =
		done !== null &&
		foldName(fullName({ owner: done.rename.owner, name: done.rename.to })) === foldName(fullName(namespace));
	const isOwner = role === null ? foldName(namespace.owner) === foldName(user) : role === 'owner';
	const close = () => setOpened(null);
	const reason = `Only ${namespace.owner}, who owns this namespace, can do that.`;
	return (
		<Stack gap={4} className={classes.zone}>
			<Act
				title="Rename this namespace"
				words="Gives the namespace a new name, and helps you update the code of your BuildSpecs."
				label="Rename…"
				reason={isOwner ? null : reason}
				onIntent={renameSheet.warm}
				onClick={() => setOpened('rename')}
			/>
			<Act
				title="Bring back a bundle"
				words="Restores what was exported before a wipe, as far as this service allows it."
				label="Choose a bundle…"
				reason={
					role === 'viewer'
						? `You may read this namespace, not change it. ${namespace.owner} can make you an editor.`
						: null
				}
				onIntent={restoreSheet.warm}
				onClick={() => setOpened('restore')}
			/>
			<Act
				title="Wipe this namespace"
				words="Removes all of its data, links and metadata for good. What is hit is shown before anything happens."
				label="Wipe…"
				danger
				reason={isOwner ? null : reason}
				onIntent={wipeSheet.warm}
				onClick={() => setOpened('wipe')}
			/>
			{(opened === 'rename' || isRenamed) && (
				<LazyPart part={renameSheet} props={{ namespace, onClose: close }} onMissing={close} />
			)}
			{opened === 'wipe' && <LazyPart part={wipeSheet} props={{ namespace, onClose: close }} onMissing={close} />}
			{opened === 'restore' && <LazyPart part={restoreSheet} props={{ namespace, onClose: close }} onMissing={close} />}
		</Stack>
	);
}

interface ActProps {
	readonly title: string;
	readonly words: string;
	readonly label: string;
	readonly danger?: boolean;
	/** Why it cannot be done; null: it can. */
	readonly reason: string | null;
	readonly onIntent: () => void;
	readonly onClick: () => void;
}

const Act = ({ title, words, label, danger = false, reason, onIntent, onClick }: ActProps) => (
	<Inline component="section" gap={[2, 4]} boxed py={3} px={4} raised aria-label={title}>
		<div className={classes.words}>
			<h2>{title}</h2>
			<p>{reason ?? words}</p>
		</div>
		{reason === null && (
			<Button
				variant={danger ? 'outline' : 'default'}
				{...(danger ? { color: 'red' } : {})}
				onPointerEnter={onIntent}
				onFocus={onIntent}
				onClick={onClick}
			>
				{label}
			</Button>
		)}
	</Inline>
);
