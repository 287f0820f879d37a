import type { ReactNode } from 'react';
import classes from './state-chip.module.css';
import tones from './tone.module.css';
import { type Tone, ToneSign } from './tone.tsx';

/** A state as a sign and a word. */
export function StateChip({ tone, children }: { tone: Tone; children: ReactNode }) {
	return (
		<span className={`${classes.chip} ${tones[tone]}`}>
			<ToneSign tone={tone} size={14} />
			{children}
		</span>
	);
}
