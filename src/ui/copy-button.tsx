import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

type Outcome = 'idle' | 'copied' | 'failed';

const icons = { idle: IconCopy, copied: IconCheck, failed: IconX } as const;
const words = { idle: '', copied: 'Copied', failed: 'The browser did not allow copying' } as const;

/** Copies one value. `label` names the action, for example "Copy the run's id". */
export function CopyButton({ value, label }: { value: string; label: string }) {
	const [outcome, copy] = useCopy();
	const Icon = icons[outcome];
	return (
		<>
			<ActionIcon
				variant="subtle"
				color="gray"
				aria-label={label}
				title={words[outcome] || label}
				onClick={() => copy(value)}
			>
				<Icon size={16} stroke={1.75} aria-hidden="true" />
			</ActionIcon>
			<Announcement outcome={outcome} />
		</>
	);
}

/** Copies a text that is made when asked for, with words on the button. */
export function CopyTextButton({ text, children }: { text: () => string; children: ReactNode }) {
	const [outcome, copy] = useCopy();
	const Icon = icons[outcome];
	return (
		<>
			<Button
				variant="default"
				leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
				onClick={() => copy(text())}
			>
				{children}
			</Button>
			<Announcement outcome={outcome} />
		</>
	);
}

const Announcement = ({ outcome }: { outcome: Outcome }) => (
	<VisuallyHidden role="status">{words[outcome]}</VisuallyHidden>
);

/** How long the outcome stays on the button, ms. */
const shown = 2_000;

function useCopy(): [Outcome, (text: string) => void] {
	const [outcome, setOutcome] = useState<Outcome>('idle');
	useEffect(() => {
		if (outcome === 'idle') return;
		const timer = setTimeout(() => setOutcome('idle'), shown);
		return () => clearTimeout(timer);
	}, [outcome]);
	const copy = (text: string) => {
		void copyText(text).then((done) => setOutcome(done ? 'copied' : 'failed'));
	};
	return [outcome, copy];
}
