import { Button } from '@mantine/core';
import { IconDatabaseImport, IconDeviceFloppy, IconPlayerPlay } from '@tabler/icons-react';
import { memo } from 'react';
import { keyName } from '../../../lib/browser/keys.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import type { WorkbenchState } from './use-workbench.ts';
import classes from './workbench.module.css';

interface ActionButtonProps {
	readonly action: keyof typeof actions;
	readonly label: string;
	readonly pending?: boolean;
	/** Why it's currently disabled, or null. */
	readonly disabledReason: string | null;
	readonly onClick: () => void;
}

const actions = {
	preview: { icon: IconPlayerPlay, variant: 'default', keys: 'Control+Enter Meta+Enter', hint: keyName('Enter') },
	build: { icon: IconDatabaseImport, variant: 'default', keys: undefined, hint: null },
	save: { icon: IconDeviceFloppy, variant: 'filled', keys: 'Control+S Meta+S', hint: keyName('S') },
} as const;

/** A main action of a workbench. Stays focusable while disabled, so the reason can be read. */
export const ActionButton = memo(({ action, label, pending = false, disabledReason, onClick }: ActionButtonProps) => {
	const { icon: Icon, variant, keys, hint } = actions[action];
	return (
		<Button
			variant={variant}
			leftSection={<Icon size={16} aria-hidden />}
			aria-keyshortcuts={keys}
			aria-disabled={pending || disabledReason !== null}
			title={disabledReason ?? (hint === null ? undefined : `${label} (${hint})`)}
			onClick={onClick}
		>
			{label} {hint !== null && <kbd className={classes.kbd}>{hint}</kbd>}
		</Button>
	);
});

interface DraftNoticesProps {
	readonly workbench: WorkbenchState;
	readonly fileName: string;
}

/** Shows in the existing line below the code that it's a restored draft, so that the code doesn't lose a line. */
export function RestoredDraft({ workbench: { dirty, work, discard } }: Pick<DraftNoticesProps, 'workbench'>) {
	if (!dirty || work.restoredAt === null) return null;
	const { version } = work.base;
	return (
		<Muted component="p" style={{ flex: 'none' }}>
			<span title={version === null ? undefined : `Based on version ${version}`}>
				Draft from <RelativeTime iso={new Date(work.restoredAt).toISOString()} />
			</span>{' '}
			<Button variant="subtle" size="compact-sm" onClick={discard}>
				Discard draft
			</Button>
		</Muted>
	);
}

export function DraftNotices({ workbench, fileName }: DraftNoticesProps) {
	const { work, storeError, unreadable, discarded } = workbench;
	return (
		<>
			{storeError !== null && (
				<Notice
					tone="warning"
					title="Couldn’t store your changes as a draft"
					action={<CompactButton onClick={() => saveFile(fileName, work.text.payload)}>Download code</CompactButton>}
				>
					{storeError} Save your changes or download the code before you close this tab.
				</Notice>
			)}
			{unreadable !== null && (
				<Notice
					tone="warning"
					title="A draft in this browser can’t be read"
					action={
						<>
							<CompactButton onClick={() => saveFile('draft.json', unreadable)}>Download draft</CompactButton>
							<CompactButton onClick={workbench.discard}>Discard draft</CompactButton>
						</>
					}
				>
					Another version of the console may have written it. The draft stays until you discard it or edit the code.
				</Notice>
			)}
			{discarded !== null && (
				<Muted component="p" role="status">
					Draft discarded.{' '}
					<Button variant="subtle" size="compact-sm" onClick={workbench.undiscard}>
						Undo
					</Button>
				</Muted>
			)}
		</>
	);
}
