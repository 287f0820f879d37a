import type { ReactNode } from 'react';
import { Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';

interface SheetSectionProps {
	/** Its name for assistive technology. */
	readonly label: string;
	/** Default: its label. */
	readonly title?: string;
	readonly children: ReactNode;
}

/** A section of a dialog, with its title. */
export const SheetSection = ({ label, title = label, children }: SheetSectionProps) => (
	<Stack component="section" gap={2} aria-label={label}>
		<SectionHeader level={3} size="ui">
			{title}
		</SectionHeader>
		{children}
	</Stack>
);
