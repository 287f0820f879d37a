import { IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

const signs = {
	neutral: IconCircle,
	info: IconInfoCircle,
	success: IconCircleCheck,
	warning: IconAlertTriangle,
	error: IconCircleX,
} as const;

/** The sign of a tone; colour alone never carries a state. */
export function ToneSign({ tone, size = 16 }: { tone: Tone; size?: number }) {
	const Sign = signs[tone];
	return <Sign size={size} stroke={1.75} aria-hidden="true" />;
}
