import { Button } from '@mantine/core';
import { IconExternalLink, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BuildRun, WrittenDataset } from '#contract/build-run.ts';
import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { countOf, formatBytes } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { CompactButton } from '../../ui/primitives/button.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { useStatuses, useStatusOf } from '../names/status-queries.ts';
import { UndoVersionPanel } from '../names/undo-version-panel.tsx';
import { CancelRun } from './cancel-run.tsx';
import { FailedChecksPanel } from './failed-checks-panel.tsx';
import { errorLocation, hasEnded, subjectName } from './model.ts';
import { runQuery } from './queries.ts';
import { RunNotificationButton, useRunNotification } from './run-notification.tsx';
import { Elapsed } from './run-state.tsx';

export interface BuildPanelProps {
	readonly buildRunId: string;
	readonly canCancel: boolean;
	readonly onDismiss: () => void;
}

export function BuildPanel({ buildRunId, canCancel, onDismiss }: BuildPanelProps) {
	// Polled in hidden tabs too, since users do other things during a build.
	const run = useQuery({ ...runQuery(buildRunId), refetchIntervalInBackground: true });
	const notification = useRunNotification(run.data);
	const dismiss = (
		<Button
			variant="subtle"
			color="gray"
			size="compact-sm"
			leftSection={<IconX size={14} aria-hidden="true" />}
			onClick={onDismiss}
		>
			Dismiss
		</Button>
	);
	const open = (
		<CompactButton
			component={Link}
			to={paths.run(buildRunId)}
			leftSection={<IconExternalLink size={14} aria-hidden="true" />}
		>
			Open run
		</CompactButton>
	);
	if (run.isPending) return null;
	if (run.isError) {
		return (
			<Notice tone="error" title="Couldn’t load the build" action={dismiss}>
				{errorFacts(run.error).message}
			</Notice>
		);
	}
	const { data } = run;
	const actions = (
		<>
			{open}
			{dismiss}
		</>
	);
	if (!hasEnded(data)) {
		return (
			<Notice
				tone="info"
				title={
					<Text numeric>
						Building {subjectName(data)} with {versionWords(data)}
						{data.startedAt !== null && ' · '}
						<Elapsed run={data} />
					</Text>
				}
				action={
					<>
						{canCancel && <CancelRun run={data} label="Cancel build" size="compact-sm" />}
						<RunNotificationButton notification={notification} />
						{open}
					</>
				}
			>
				{data.state === 'queued' ? 'Waiting for other runs to finish. ' : ''}The dataset doesn’t change until the build
				is complete.
			</Notice>
		);
	}
	const name = subjectName(data);
	const at = data.error === null ? null : errorLocation(data.error);
	return data.state === 'succeeded' ? (
		<Notice tone="success" title={`Built ${name} with ${versionWords(data)}`} action={actions}>
			<WrittenSummary run={data} />
		</Notice>
	) : data.state === 'cancelled' ? (
		<Notice tone="warning" title={`The build of ${name} was canceled`} action={actions}>
			<Unchanged run={data} />
		</Notice>
	) : (
		<Notice
			tone="error"
			title={`The build of ${name} failed${at === null ? '' : ` ${data.error?.line == null ? 'in' : 'at'} ${at}`}`}
			action={
				<>
					<FailedChecksPanel buildRunId={buildRunId} />
					{actions}
				</>
			}
		>
			{data.error?.message ?? ''} <Unchanged run={data} />
		</Notice>
	);
}

const versionWords = ({ version }: BuildRun): string =>
	version === null ? 'its BuildSpec' : `BuildSpec version ${version}`;

/** State after a failed build: the dataset is unchanged, or doesn't exist. */
function Unchanged({ run: { definition } }: { readonly run: BuildRun }) {
	const statuses = useStatuses();
	const { destination } = definition;
	const status = destination && statuses?.byKey.get(coordinateKey(destination));
	return status?.version === null ? 'The dataset wasn’t created.' : 'The dataset didn’t change.';
}

/** "is now dataset version 3"; of an older one "became dataset version 3 (now version 5)". */
function VersionWords({ wrote: { coordinate, version } }: { readonly wrote: WrittenDataset }) {
	const now = useStatusOf(coordinate)?.version ?? version;
	return now === version
		? `is now dataset version ${version}`
		: `became dataset version ${version} (now version ${now})`;
}

/** "demo/aviation/delays is now dataset version 3: 220 rows, 5.6 kB", or "220 rows written in 1.2 s." */
export function WrittenSummary({ run }: { run: BuildRun }) {
	const wrote = run.wrote ?? [];
	if (wrote.length === 0) {
		return (
			<>
				{run.rows === null ? 'Finished' : `${countOf(run.rows, 'row')} written`} in <Elapsed run={run} />.
			</>
		);
	}
	return (
		<Stack component="ul">
			{wrote.map((item) => (
				<li key={formatCoordinate(item.coordinate)}>
					<code>{formatCoordinate(item.coordinate)}</code> <VersionWords wrote={item} />: {countOf(item.rows, 'row')},{' '}
					{formatBytes(item.bytes)} <UndoVersionPanel what="build" wrote={item} />
				</li>
			))}
		</Stack>
	);
}
