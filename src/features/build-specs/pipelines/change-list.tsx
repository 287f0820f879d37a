import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import type { Change } from './compare-model.ts';

interface ChangeListProps {
	readonly title: string;
	readonly changes: readonly Change[];
	/** The selected one. */
	readonly shown?: string | null;
	/** Absent: not selectable. */
	readonly onPick?: (name: string) => void;
}

const tones = { added: 'success', removed: 'error', changed: 'info' } as const;

export function ChangeList({ title, changes, shown = null, onPick }: ChangeListProps) {
	return (
		<section aria-label={title}>
			<SectionHeader level={3} size="small" tone="muted">
				{title}
			</SectionHeader>
			{changes.length === 0 && <Muted>No changes</Muted>}
			<Stack component="ul">
				{changes.map(({ name, kind, details }) => (
					<li key={name}>
						<Inline gap={2} nowrap align="baseline">
							<Text tone={tones[kind]} rigid style={{ minWidth: '4rem' }}>
								{kind}
							</Text>
							{onPick === undefined ? (
								<Text mono breaks>
									{name}
								</Text>
							) : (
								<TextButton
									mono
									breaks
									weight={name === shown ? 'strong' : 'normal'}
									aria-current={name === shown}
									onClick={() => onPick(name)}
								>
									{name}
								</TextButton>
							)}
						</Inline>
						{details.length > 0 && (
							<Muted component="p" size="small" breaks>
								{details.join(', ')}
							</Muted>
						)}
					</li>
				))}
			</Stack>
		</section>
	);
}
