import { Button } from '@mantine/core';
import { IconExternalLink, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Text } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states.tsx';
import classes from './build-panel.module.css';
import { CancelRun } from './cancel-run.tsx';
import { errorPlace, hasEnded, subjectName, versionName } from './model.ts';
import { runQuery } from './queries.ts';
import { RunNotificationButton } from './run-notification-button.tsx';
import { Elapsed } from './run-state.tsx';
import { useRunNotification } from './use-run-notification.ts';

export interface BuildPanelProps {
	readonly buildRunId: string;
	readonly canCancel: boolean;
	readonly onDismiss: () => void;
}

/** A build that was started here: how far it is, a way to stop it, and what it wrote. */
export function BuildPanel({ buildRunId, canCancel, onDismiss }: BuildPanelProps) {
	// Asked for in hidden tabs too: that is where one waits for it.
	const run = useQuery({ ...runQuery(buildRunId), refetchIntervalInBackground: true });
	const tell = useRunNotification(run.data);
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
		<Button
			component={Link}
			to={paths.run(buildRunId)}
			variant="default"
			size="compact-sm"
			leftSection={<IconExternalLink size={14} aria-hidden="true" />}
		>
			Open run
		</Button>
	);
	if (run.isPending) return null;
	if (run.isError) {
		return (
			<Notice tone="error" title="The build that was started cannot be read" action={dismiss}>
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
						Building {subjectName(data)}, {versionName(data)} <Elapsed run={data} />
					</Text>
				}
				action={
					<>
						{canCancel && <CancelRun run={data} label="Cancel build" size="compact-sm" />}
						<RunNotificationButton tell={tell} />
						{open}
					</>
				}
			>
				{data.state === 'queued' ? 'It waits for its turn. ' : ''}The dataset stays as it is until all of it is written.
			</Notice>
		);
	}
	if (data.state === 'cancelled') {
		return (
			<Notice tone="warning" title={`The build of ${subjectName(data)} was cancelled`} action={actions}>
				The dataset is as it was before.
			</Notice>
		);
	}
	if (data.state === 'failed') {
		const place = data.error === null ? null : errorPlace(data.error);
		return (
			<Notice
				tone="error"
				title={`The build of ${subjectName(data)} failed${place === null ? '' : ` at ${place}`}`}
				action={actions}
			>
				{data.error?.message ?? ''} The dataset is as it was before.
			</Notice>
		);
	}
	return (
		<Notice tone="success" title={`Built ${subjectName(data)} from ${versionName(data)}`} action={actions}>
			<WhatWasWritten run={data} />
		</Notice>
	);
}

/** "220 rows, 5.6 kB, in 1.2 s. It is version 3 of the dataset." */
export function WhatWasWritten({ run }: { run: BuildRun }) {
	const wrote = run.wrote ?? [];
	if (wrote.length === 0) {
		return (
			<>
				{run.rows === null ? '' : `${rowsOf(run.rows)} written`} in <Elapsed run={run} />.
			</>
		);
	}
	return (
		<ul className={classes.wrote}>
			{wrote.map((it) => (
				<li key={formatCoordinate(it.coordinate)}>
					<code>{formatCoordinate(it.coordinate)}</code> is now version {it.version}: {rowsOf(it.rows)},{' '}
					{formatBytes(it.bytes)}
				</li>
			))}
		</ul>
	);
}

const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${formatCount(rows)} rows`);
