import { Modal } from '@mantine/core';
import { formatDuration } from '../../lib/format.ts';
import type { Activity } from '../../storage/activity.ts';
import { CodeText } from '../../ui/code-text.tsx';
import { CopyTextButton } from '../../ui/copy-button.tsx';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
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
		<Stack gap={3}>
			{it.words !== null && (
				<Text component="p" size="prose">
					{it.words}
				</Text>
			)}
			<PropertyList>
				<Property name="Outcome">{outcomeWords(it)}</Property>
				<Property name="Began">
					<RelativeTime iso={new Date(it.at).toISOString()} />
				</Property>
				<Property name="Took">{formatDuration(it.ms)}</Property>
				{it.template !== null && (
					<Property name="Path">
						<code>
							{it.method} {it.template}
						</code>
					</Property>
				)}
				<Property name="Address">
					<code>{it.address}</code>
				</Property>
				{it.query.length > 0 && (
					<Property name="Query">
						<code>{it.query.map(([name, value]) => `${name}=${value}`).join(' ')}</code>
					</Property>
				)}
				{it.leftOut.length > 0 && <Property name="Not kept">{it.leftOut.join(', ')}</Property>}
				<Property name="Request id">{it.requestId === null ? 'none was given' : <code>{it.requestId}</code>}</Property>
			</PropertyList>
			{hasFailed(it) && it.subErrors.length > 0 && (
				<Bullets>
					{it.subErrors.map((error) => (
						<li key={`${error.code} ${error.message}`}>
							<code>{error.code}</code> {error.message}
						</li>
					))}
				</Bullets>
			)}
			<CodeText text={curl} language={null} label="Command" />
			<Inline gap={[2, 3]}>
				<CopyTextButton text={() => curl}>Copy as cURL</CopyTextButton>
				<Muted>The token is not in it: it runs with TOKEN set.</Muted>
			</Inline>
		</Stack>
	);
}
