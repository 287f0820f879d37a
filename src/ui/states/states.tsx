import type { ReactNode } from 'react';
import { Box, Inline, Stack } from '../primitives/layout.tsx';
import { SectionHeader } from '../primitives/section-header.tsx';
import { HiddenText, Prose, Text } from '../primitives/text.tsx';
import { ToneSign } from './state-chip.tsx';
import classes from './states.module.css';
import tones from './tone.module.css';

/** Explains what an empty area is for, and offers the next step. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
	return (
		<Stack align="start" gap={2} measure py={6}>
			<SectionHeader size="large">{title}</SectionHeader>
			<Prose component="div" tone="muted" measure={false}>
				{children}
			</Prose>
			{action !== undefined && (
				<Inline gap={2} mt={2}>
					{action}
				</Inline>
			)}
		</Stack>
	);
}

/** Placeholder rows in their final height; visible after 300 ms. */
export function LoadingRows({ rows = 8 }: { rows?: number }) {
	return (
		<div role="status" className={classes.loading}>
			<HiddenText>Loading…</HiddenText>
			{Array.from({ length: rows }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the rows are all equal
				<Inline key={index} nowrap ruled="below" style={{ height: 'var(--row)' }} aria-hidden="true">
					<div className={classes.bone} style={{ width: `${[38, 54, 46, 30][index % 4]}%` }} />
				</Inline>
			))}
		</div>
	);
}

export interface NoticeProps {
	readonly tone: 'info' | 'warning' | 'error' | 'success';
	readonly title: ReactNode;
	readonly children?: ReactNode;
	readonly action?: ReactNode;
	/** Whether it isn't announced, because something else is or it was there from the start. */
	readonly isSilent?: boolean;
}

/** A notice about this part of the page. Errors are announced at once, others politely. */
export function Notice({ tone, title, children, action, isSilent = false }: NoticeProps) {
	return (
		<Inline
			align="start"
			gap={2}
			py={2}
			px={3}
			tone="text"
			boxed
			role={isSilent ? undefined : tone === 'error' ? 'alert' : 'status'}
			className={`${classes.notice} ${tones[tone]}`}
		>
			<span style={{ display: 'inline-flex', marginTop: '1px' }}>
				<ToneSign tone={tone} />
			</span>
			<Box breaks style={{ flex: '1 1 16rem', minWidth: 0 }}>
				<Text component="div" weight="strong" measure style={{ color: 'var(--tone-text)' }}>
					{title}
				</Text>
				{children !== undefined && <Box measure>{children}</Box>}
			</Box>
			{action !== undefined && (
				<Inline nowrap gap={2}>
					{action}
				</Inline>
			)}
		</Inline>
	);
}
