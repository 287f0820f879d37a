import { formatBytes } from '../../../lib/format.ts';
import { SourceError } from '../../../rows/index.ts';
import { CompactButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import type { Opening, Reached } from './use-opened-file.ts';

interface UnreadableRowsProps {
	readonly error: unknown;
	/** "the rows", "the rows of this preview" */
	readonly what: string;
	readonly onRetry: () => void;
}

function UnreadableRows({ error, what, onRetry }: UnreadableRowsProps) {
	if (!(error instanceof SourceError)) {
		return <QueryErrorPanel title={`Couldn’t open ${what}`} query={{ error, refetch: onRetry }} />;
	}
	const retry = <SecondaryButton onClick={onRetry}>Try again</SecondaryButton>;
	if (error.code === 'BLOCKED') {
		return (
			<Notice tone="warning" title={`Can’t show ${what} here`} action={retry}>
				{error.message} You can still download the file. To show it here, the object store’s CORS rules must allow the
				origin <code>{globalThis.location.origin}</code>, the method GET and the header Range.
			</Notice>
		);
	}
	return (
		<Notice tone="error" title={`Can’t show ${what}`} action={retry}>
			{error.message}
			{error.code === 'UNREACHABLE' &&
				' If the object store is running, this console may not be allowed to call it. Your admin can allow the store’s origin with --connect. You can still download the file.'}
		</Notice>
	);
}

function ReadingProgress({ progress, stop }: Reached) {
	const { bytes, total } = progress;
	const text = total === null ? `${formatBytes(bytes)} read` : `${formatBytes(bytes)} of ${formatBytes(total)} read`;
	return (
		<Inline gap={[2, 3]} style={{ padding: 'var(--space-3) var(--pane-inset, 0)' }}>
			<progress
				style={{ width: '12rem', accentColor: 'var(--accent)' }}
				aria-label="Reading the file"
				max={total ?? undefined}
				value={total === null ? undefined : bytes}
			/>
			<Text numeric>{text}</Text>
			<CompactButton onClick={stop}>Stop and show what’s loaded</CompactButton>
		</Inline>
	);
}

interface OpeningStateProps {
	readonly opening: Opening;
	/** "the rows", "the rows of this preview" */
	readonly what: string;
	readonly loadingRows: number;
	readonly onRetry: () => void;
}

/** Progress of opening a file, or its error; nothing once it's open. */
export function OpeningState({ opening, what, loadingRows, onRetry }: OpeningStateProps) {
	if (opening.state === 'done') return null;
	if (opening.state === 'failed') {
		return (
			<Box py={3} style={{ paddingInline: 'var(--pane-inset, var(--space-4))' }}>
				<UnreadableRows error={opening.error} what={what} onRetry={onRetry} />
			</Box>
		);
	}
	return (
		<>
			{opening.progress !== null && <ReadingProgress {...opening.progress} />}
			<LoadingRows rows={loadingRows} />
		</>
	);
}
