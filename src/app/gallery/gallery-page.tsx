import { Button, Checkbox, NativeSelect, PasswordInput, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatBytes, formatCount, formatDuration } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type ErrorFacts, ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { ColorSchemeMenu } from '../shell/color-scheme-menu.tsx';
import classes from './gallery-page.module.css';
import { Primitives } from './primitives.tsx';

const failure: ErrorFacts = {
	message: 'The BuildSpec was changed by someone else since you opened it.',
	code: 'VERSION_CONFLICT',
	requestId: '0d6f4c3e-5a7b-4a55-9a5e-2d1c8d1f0b77',
	subErrors: [
		{ code: 'sources.0', message: 'The dataset does not exist.' },
		{ code: 'code.payload', message: 'The code is empty.' },
	],
	operation: 'updateBuildSpec',
};

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Every primitive of the kit in every state. */
export function GalleryPage() {
	return (
		<main className={classes.page}>
			<PageFrame
				title="Gallery"
				count={1234567}
				subtitle="Every primitive in every state"
				actions={
					<>
						<ColorSchemeMenu />
						<Button>Primary action</Button>
					</>
				}
			>
				<Controls />
				<Section title="States of a thing">
					<div className={classes.row}>
						<StateChip tone="neutral">Queued</StateChip>
						<StateChip tone="info">Running</StateChip>
						<StateChip tone="success">Succeeded</StateChip>
						<StateChip tone="warning">Draft</StateChip>
						<StateChip tone="error">Failed</StateChip>
					</div>
				</Section>
				<Section title="Texts, properties and tables">
					<Primitives />
				</Section>
				<Section title="Notices">
					<Notice tone="info" title="A newer version exists" action={<Button variant="default">Show it</Button>}>
						Version 8 was saved four minutes ago by guest.
					</Notice>
					<Notice tone="success" title="Saved as version 8" />
					<Notice tone="warning" title="Three runs could not be read">
						The service sent them in a form that this console does not know.
					</Notice>
					<Notice tone="error" title="The draft could not be kept">
						This browser's storage is full. Save it now, or copy the text.
					</Notice>
				</Section>
				<Section title="Errors">
					<ErrorPanel title="The BuildSpec could not be saved" error={failure} onRetry={() => {}} />
				</Section>
				<Section title="Nothing yet">
					<EmptyState title="No runs yet" action={<Button>Open a BuildSpec</Button>}>
						<p>A run is what a BuildSpec's code gave at one time. Preview a BuildSpec to see its first one here.</p>
					</EmptyState>
				</Section>
				<Section title="Loading">
					<LoadingRows rows={4} />
					<Skeleton height={32} width={240} />
				</Section>
				<Section title="Values">
					<ul>
						<li>
							<RelativeTime iso={ago(5_000)} /> · <RelativeTime iso={ago(240_000)} /> · <RelativeTime iso={ago(9e7)} />{' '}
							· <RelativeTime iso={ago(9e10)} /> · <RelativeTime iso="last Tuesday" />
						</li>
						<li>
							{formatCount(1_000_000)} rows · {formatCount(12_345_678_901_234_567_890n)} · {formatBytes(512)} ·{' '}
							{formatBytes(11_234)} · {formatDuration(41)} · {formatDuration(1_234)} · {formatDuration(185_000)}
						</li>
						<li>
							<code>demo/aviation/airport_delays</code>{' '}
							<CopyButton value="demo/aviation/airport_delays" label="Copy the name" />
						</li>
					</ul>
				</Section>
				<Dialogs />
			</PageFrame>
		</main>
	);
}

function Controls() {
	return (
		<Section title="Controls">
			<div className={classes.row}>
				<Button>Save BuildSpec</Button>
				<Button variant="default">Compare</Button>
				<Button variant="subtle">Discard</Button>
				<Button color="red">Delete BuildSpec</Button>
				<Button loading>Saving</Button>
				<Button disabled>Not possible</Button>
				<Button variant="default" disabled>
					Not possible
				</Button>
			</div>
			<div className={classes.row}>
				<TextInput label="Name" placeholder="For example airport_delays" />
				<TextInput
					label="With a problem"
					defaultValue="a/b"
					error='The name contains "/". Letters, digits, "_" are allowed.'
				/>
				<TextInput label="Disabled" placeholder="Nothing to type" disabled />
				<PasswordInput
					label="Access token"
					visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
				/>
				<NativeSelect label="Service" data={['Sample workspace', 'Another service…']} />
			</div>
			<div className={classes.row}>
				<Checkbox label="Keep me signed in" description="On this computer" />
				<Checkbox label="Checked" defaultChecked />
				<Checkbox label="Disabled" disabled />
				<SegmentedControl data={['Grid', 'Log']} />
			</div>
		</Section>
	);
}

function Dialogs() {
	const [opened, setOpened] = useState<'none' | 'normal' | 'danger' | 'failed'>('none');
	const close = () => setOpened('none');
	return (
		<Section title="Dialogs">
			<div className={classes.row}>
				<Button variant="default" onClick={() => setOpened('normal')}>
					Ask
				</Button>
				<Button variant="default" onClick={() => setOpened('danger')}>
					Ask about something dangerous
				</Button>
				<Button variant="default" onClick={() => setOpened('failed')}>
					Ask, and fail
				</Button>
			</div>
			<ConfirmDialog
				opened={opened !== 'none'}
				onClose={close}
				title="Delete airport_delays?"
				confirmLabel="Delete airport_delays"
				tone={opened === 'normal' ? 'normal' : 'danger'}
				onConfirm={close}
				error={opened === 'failed' ? failure : null}
			>
				<p>The BuildSpec and its 7 versions are deleted. The dataset that it made stays.</p>
			</ConfirmDialog>
		</Section>
	);
}

function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className={classes.section}>
			<h2>{title}</h2>
			{children}
		</section>
	);
}
