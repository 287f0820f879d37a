import { Modal } from '@mantine/core';
import { formatDuration } from '../../lib/format.ts';
import type { Activity } from '../../storage/activity.ts';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { CodeText } from '../../ui/text/code-text.tsx';
import { CopyTextButton } from '../../ui/text/copy-button.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { activityAsCurl } from './curl-script.ts';
import { hasFailed, outcomeText } from './model.ts';

interface RequestDetailsProps {
	readonly activity: Activity | null;
	readonly onClose: () => void;
}

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

function Details({ activity }: { activity: Activity }) {
	const curl = activityAsCurl(activity);
	return (
		<Stack gap={3}>
			{activity.words !== null && (
				<Text component="p" size="prose">
					{activity.words}
				</Text>
			)}
			<PropertyList>
				<Property name="Outcome">{outcomeText(activity)}</Property>
				<Property name="Started">
					<RelativeTime iso={new Date(activity.at).toISOString()} />
				</Property>
				<Property name="Duration">{formatDuration(activity.ms)}</Property>
				{activity.template !== null && (
					<Property name="Path">
						<code>
							{activity.method} {activity.template}
						</code>
					</Property>
				)}
				<Property name="URL">
					<code>{activity.address}</code>
				</Property>
				{activity.query.length > 0 && (
					<Property name="Query">
						<code>{activity.query.map(([name, value]) => `${name}=${value}`).join(' ')}</code>
					</Property>
				)}
				{activity.leftOut.length > 0 && <Property name="Not stored">{activity.leftOut.join(', ')}</Property>}
				<Property name="Request ID">
					{activity.requestId === null ? 'none' : <code>{activity.requestId}</code>}
				</Property>
			</PropertyList>
			{hasFailed(activity) && activity.subErrors.length > 0 && (
				<Bullets>
					{activity.subErrors.map((error) => (
						<li key={`${error.code} ${error.path} ${error.message}`}>
							<code>{error.code}</code> {error.path !== undefined && <code>{error.path}</code>} {error.message}
						</li>
					))}
				</Bullets>
			)}
			<CodeText text={curl} language={null} label="Command" />
			<Inline gap={[2, 3]}>
				<CopyTextButton text={() => curl}>Copy as cURL</CopyTextButton>
				<Muted>The command doesn’t contain your token, but reads it from the variable TOKEN.</Muted>
			</Inline>
		</Stack>
	);
}
