import { IconCircleX, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Bullets } from '../primitives/bullets.tsx';
import { Box, Inline } from '../primitives/layout.tsx';
import { PlainButton } from '../primitives/plain-button.tsx';
import { Muted, Text } from '../primitives/text.tsx';
import { CopyTextButton } from '../text/copy-button.tsx';

/** Facts about a failure, for users and for support. */
export interface ErrorFacts {
	readonly message: string;
	readonly code: string;
	readonly requestId: string | null;
	readonly subErrors: readonly {
		readonly code: string;
		readonly message: string;
		readonly path?: string | undefined;
	}[];
	readonly operation?: string;
}

export interface ErrorPanelProps {
	readonly title: string;
	readonly error: ErrorFacts;
	readonly onRetry?: (() => void) | undefined;
	readonly children?: ReactNode;
}

/** An error, shown where the user is looking: what happened, code and request id, and what to do. */
export function ErrorPanel({ title, error, onRetry, children }: ErrorPanelProps) {
	// A single problem equals the message.
	const problems = error.subErrors.filter((problem) => problem.message !== error.message);
	return (
		<Box
			role="alert"
			py={3}
			px={4}
			boxed
			raised
			breaks
			style={{ maxWidth: '48rem', borderLeft: '3px solid var(--error-text)' }}
		>
			<Inline nowrap gap={2} size="prose" weight="strong">
				<IconCircleX size={16} stroke={1.75} aria-hidden="true" style={{ flex: 'none', color: 'var(--error-text)' }} />
				{title}
			</Inline>
			<Text component="p" size="prose" measure mt={1} style={{ whiteSpace: 'pre-line' }}>
				{error.message}
			</Text>
			{problems.length > 0 && (
				<Bullets mt={2}>
					{problems.map(({ code, path, message }) => (
						<li key={`${code} ${path} ${message}`}>{message}</li>
					))}
				</Bullets>
			)}
			<Muted component="p" size="small" mt={2}>
				Code <code>{error.code}</code>
				{error.requestId !== null && (
					<>
						{' · '}Request ID <code>{error.requestId}</code>
					</>
				)}
			</Muted>
			<Inline gap={2} mt={3}>
				{onRetry !== undefined && (
					<PlainButton look="default" icon={<IconRefresh size={16} aria-hidden="true" />} onClick={onRetry}>
						Try again
					</PlainButton>
				)}
				<CopyTextButton text={() => detailsText(title, error, new Date())}>Copy details</CopyTextButton>
				{children}
			</Inline>
		</Box>
	);
}

function detailsText(title: string, error: ErrorFacts, at: Date): string {
	return [
		title,
		error.message,
		`Code: ${error.code}`,
		...error.subErrors.map(
			({ code, path, message }) => `- ${path === undefined ? code : `${code} ${path}`}: ${message}`,
		),
		...(error.operation === undefined ? [] : [`Operation: ${error.operation}`]),
		...(error.requestId === null ? [] : [`Request ID: ${error.requestId}`]),
		`Copied at: ${at.toISOString()}`,
	].join('\n');
}
