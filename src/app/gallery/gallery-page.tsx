import { Button, Checkbox, NativeSelect, PasswordInput, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatBytes, formatCount, formatDuration } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { LineProperty, Property, PropertyLine, PropertyList } from '../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted, Prose, Text } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import { type ErrorFacts, ErrorPanel } from '../../ui/states/error-panel.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states/states.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { ColorSchemeMenu } from '../shell/color-scheme-menu.tsx';

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
		<Box component="main" style={{ minHeight: '100%' }}>
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
					<Inline gap={3} align="start">
						<StateChip tone="neutral">Queued</StateChip>
						<StateChip tone="info">Running</StateChip>
						<StateChip tone="success">Succeeded</StateChip>
						<StateChip tone="warning">Draft</StateChip>
						<StateChip tone="error">Failed</StateChip>
					</Inline>
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
					<Bullets>
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
					</Bullets>
				</Section>
				<Dialogs />
			</PageFrame>
		</Box>
	);
}

function Controls() {
	return (
		<Section title="Controls">
			<Inline gap={3} align="start">
				<Button>Save BuildSpec</Button>
				<Button variant="default">Compare</Button>
				<Button variant="subtle">Discard</Button>
				<Button color="red">Delete BuildSpec</Button>
				<Button loading>Saving</Button>
				<Button disabled>Not possible</Button>
				<Button variant="default" disabled>
					Not possible
				</Button>
			</Inline>
			<Inline gap={3} align="start">
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
			</Inline>
			<Inline gap={3} align="start">
				<Checkbox label="Keep me signed in" description="On this computer" />
				<Checkbox label="Checked" defaultChecked />
				<Checkbox label="Disabled" disabled />
				<SegmentedControl data={['Grid', 'Log']} />
			</Inline>
		</Section>
	);
}

function Dialogs() {
	const [opened, setOpened] = useState<'none' | 'normal' | 'danger' | 'failed'>('none');
	const close = () => setOpened('none');
	return (
		<Section title="Dialogs">
			<Inline gap={3} align="start">
				<Button variant="default" onClick={() => setOpened('normal')}>
					Ask
				</Button>
				<Button variant="default" onClick={() => setOpened('danger')}>
					Ask about something dangerous
				</Button>
				<Button variant="default" onClick={() => setOpened('failed')}>
					Ask, and fail
				</Button>
			</Inline>
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
		<Stack component="section" gap={3} ruled="above" py={4}>
			<SectionHeader>{title}</SectionHeader>
			{children}
		</Stack>
	);
}

const tones = ['text', 'muted', 'info', 'success', 'warning', 'error'] as const;

function Primitives() {
	return (
		<Stack gap={4}>
			<Stack gap={2}>
				<SectionHeader>Section</SectionHeader>
				<Prose>Sentences to be read are larger, and no wider than is pleasant.</Prose>
				<Inline gap={[0, 4]}>
					{tones.map((tone) => (
						<Text key={tone} tone={tone}>
							{tone}
						</Text>
					))}
					<Muted size="small">small</Muted>
					<Text mono>mono</Text>
					<Text weight="strong">strong</Text>
					<TextButton>a button in text</TextButton>
				</Inline>
			</Stack>
			<PropertyLine>
				<LineProperty name="Rows">20,000</LineProperty>
				<LineProperty name="Size">179.3 kB</LineProperty>
			</PropertyLine>
			<PropertyList collapses>
				<Property name="Coordinate">
					<code>demo/aviation/flights</code>
				</Property>
				<Property name="Written by">no build</Property>
			</PropertyList>
			<SimpleTable hover cards="flow" aria-label="Columns">
				<thead>
					<tr>
						<th scope="col">Column</th>
						<th scope="col">Type</th>
					</tr>
				</thead>
				<tbody>
					<tr>
						<th scope="row">flight_id</th>
						<td>BIGINT</td>
					</tr>
					<tr>
						<th scope="row">departure</th>
						<td>TIMESTAMP</td>
					</tr>
				</tbody>
			</SimpleTable>
			<Bullets>
				<li>One thing</li>
				<li>Another</li>
			</Bullets>
		</Stack>
	);
}
