import { IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import tones from './tone.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

const signs = {
	neutral: IconCircle,
	info: IconInfoCircle,
	success: IconCircleCheck,
	warning: IconAlertTriangle,
	error: IconCircleX,
} as const;

/** The icon of a tone in its color. Color alone never conveys a state. */
export function ToneSign({ tone, size = 16 }: { tone: Tone; size?: number }) {
	const Sign = signs[tone];
	return <Sign size={size} stroke={1.75} aria-hidden="true" style={{ color: 'var(--tone-text)' }} />;
}

export function StateChip({ tone, children }: { tone: Tone; children: ReactNode }) {
	return (
		<span className={`${tones.chip} ${tones[tone]}`}>
			<ToneSign tone={tone} size={14} />
			<span>{children}</span>
		</span>
	);
}
