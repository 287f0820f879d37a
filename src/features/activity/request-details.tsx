import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDuration } from '../../lib/format.ts';
import type { Activity } from '../../storage/activity.ts';
import { CodeText } from '../../ui/code-text.tsx';
import { CopyTextButton } from '../../ui/copy-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './activity-page.module.css';
import { activityAsCurl } from './curl-script.ts';
import { hasFailed, outcomeWords } from './model.ts';

interface RequestDetailsProps {
	/** Null: closed. */
	readonly activity: Activity | null;
	readonly onClose: () => void;
}

/** All that was kept of one request, and the command that makes it again. */
export function RequestDetails({ activity, onClose }: RequestDetailsProps) {
	return (
		<Modal
			opened={activity !== null}
			onClose={onClose}
			title={activity?.operation ?? ''}
			size="lg"
			closeButtonProps={{ 'aria-label': 'Close' }}
		>
			{activity !== null && <Details activity={activity} />}
		</Modal>
	);
}

function Details({ activity: it }: { activity: Activity }) {
	const curl = activityAsCurl(it);
	return (
		<div className={classes.details}>
			{it.words !== null && <p className={classes.said}>{it.words}</p>}
			<dl className={classes.facts}>
				<Fact name="Outcome">{outcomeWords(it)}</Fact>
				<Fact name="Began">
					<RelativeTime iso={new Date(it.at).toISOString()} />
				</Fact>
				<Fact name="Took">{formatDuration(it.ms)}</Fact>
				{it.template !== null && (
					<Fact name="Path">
						<code>
							{it.method} {it.template}
						</code>
					</Fact>
				)}
				<Fact name="Address">
					<code>{it.address}</code>
				</Fact>
				{it.query.length > 0 && (
					<Fact name="Query">
						<code>{it.query.map(([name, value]) => `${name}=${value}`).join(' ')}</code>
					</Fact>
				)}
				{it.leftOut.length > 0 && <Fact name="Not kept">{it.leftOut.join(', ')}</Fact>}
				<Fact name="Request id">{it.requestId === null ? 'none was given' : <code>{it.requestId}</code>}</Fact>
			</dl>
			{hasFailed(it) && it.subErrors.length > 0 && (
				<ul className={classes.subErrors}>
					{it.subErrors.map((error) => (
						<li key={`${error.code} ${error.message}`}>
							<code>{error.code}</code> {error.message}
						</li>
					))}
				</ul>
			)}
			<CodeText text={curl} language={null} label="Command" />
			<div className={classes.actions}>
				<CopyTextButton text={() => curl}>Copy as cURL</CopyTextButton>
				<span className={classes.quiet}>The token is not in it: it runs with TOKEN set.</span>
			</div>
		</div>
	);
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
	<>
		<dt>{name}</dt>
		<dd>{children}</dd>
	</>
);
