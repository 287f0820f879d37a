import { Button } from '@mantine/core';
import { IconDatabaseImport, IconDeviceFloppy, IconPlayerPlay } from '@tabler/icons-react';
import { memo } from 'react';
import { keyName } from '../../../ui/keys.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Notice } from '../../../ui/states.tsx';
import type { WorkbenchState } from './use-workbench.ts';
import classes from './workbench.module.css';

interface PreviewButtonProps {
	readonly pending: boolean;
	/** Why no preview can be started at this moment, or null. */
	readonly waits: string | null;
	readonly onClick: () => void;
}

export const PreviewButton = memo(({ pending, waits, onClick }: PreviewButtonProps) => (
	<Button
		variant="default"
		leftSection={<IconPlayerPlay size={16} aria-hidden />}
		aria-keyshortcuts="Control+Enter Meta+Enter"
		aria-disabled={pending || waits !== null}
		title={waits ?? undefined}
		onClick={onClick}
	>
		Preview <kbd className={classes.kbd}>{keyName('Enter')}</kbd>
	</Button>
));

interface SaveButtonProps {
	readonly label: string;
	readonly pending: boolean;
	/** Why there is nothing to save, or null. */
	readonly idle: string | null;
	readonly onClick: () => void;
}

export const SaveButton = memo(({ label, pending, idle, onClick }: SaveButtonProps) => (
	<Button
		leftSection={<IconDeviceFloppy size={16} aria-hidden />}
		aria-keyshortcuts="Control+S Meta+S"
		aria-disabled={pending || idle !== null}
		title={idle ?? undefined}
		onClick={onClick}
	>
		{label} <kbd className={classes.kbd}>{keyName('S')}</kbd>
	</Button>
));

interface BuildButtonProps {
	/** Why nothing can be built at this moment, or null. */
	readonly waits: string | null;
	readonly onClick: () => void;
}

export const BuildButton = memo(({ waits, onClick }: BuildButtonProps) => (
	<Button
		variant="default"
		leftSection={<IconDatabaseImport size={16} aria-hidden />}
		aria-disabled={waits !== null}
		title={waits ?? undefined}
		onClick={onClick}
	>
		Build…
	</Button>
));

interface DraftNoticesProps {
	readonly workbench: WorkbenchState;
	readonly fileName: string;
	/** It is a draft for good: that it was restored is nothing to tell. */
	readonly isKeptByNature?: boolean;
}

/** What there is to say about the draft: it could not be kept, it cannot be read, or it was restored. */
export function DraftNotices({ workbench, fileName, isKeptByNature = false }: DraftNoticesProps) {
	const { work, notKept, unreadable, dirty } = workbench;
	return (
		<>
			{notKept !== null && (
				<Notice
					tone="warning"
					title="This text could not be kept as a draft"
					action={
						<Button variant="default" size="compact-sm" onClick={() => saveFile(fileName, work.text.payload)}>
							Download my text
						</Button>
					}
				>
					{notKept} It is lost when this tab is closed before it is saved.
				</Notice>
			)}
			{unreadable !== null && (
				<Notice
					tone="warning"
					title="A draft kept in this browser cannot be read"
					action={
						<>
							<Button variant="default" size="compact-sm" onClick={() => saveFile('draft.json', unreadable)}>
								Download it
							</Button>
							<Button variant="default" size="compact-sm" onClick={workbench.discard}>
								Discard it
							</Button>
						</>
					}
				>
					Another version of the console may have written it. It stays until it is discarded or this text is changed.
				</Notice>
			)}
			{dirty && !isKeptByNature && work.restoredAt !== null && (
				<Restored at={work.restoredAt} version={work.base.version} onDiscard={workbench.discard} />
			)}
		</>
	);
}

interface RestoredProps {
	/** ms since 1970. */
	readonly at: number;
	/** That the draft began on; null for a BuildSpec that was never saved. */
	readonly version: number | null;
	readonly onDiscard: () => void;
}

const Restored = memo(({ at, version, onDiscard }: RestoredProps) => (
	<Muted component="p">
		Draft from <RelativeTime iso={new Date(at).toISOString()} />
		{version !== null && `, begun on version ${version}`} ·{' '}
		<Button variant="subtle" size="compact-sm" onClick={onDiscard}>
			Discard
		</Button>
	</Muted>
));
