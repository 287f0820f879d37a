import type { ReactNode } from 'react';
import { Inline, Stack } from './layout.tsx';
import { SectionHeader } from './section-header.tsx';

interface SectionProps {
	readonly title: string;
	/** Accessible name. Default: the title. */
	readonly label?: string;
	readonly actions?: ReactNode;
	readonly children: ReactNode;
}

export const Section = ({ title, label = title, actions, children }: SectionProps) => (
	<Stack component="section" gap={3} mb={5} aria-label={label}>
		<Inline gap={2} justify="between">
			<SectionHeader size="large">{title}</SectionHeader>
			{actions}
		</Inline>
		{children}
	</Stack>
);

export const DialogSection = ({ title, label = title, children }: Omit<SectionProps, 'actions'>) => (
	<Stack component="section" gap={2} aria-label={label}>
		<SectionHeader level={3} size="ui">
			{title}
		</SectionHeader>
		{children}
	</Stack>
);
