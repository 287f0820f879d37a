import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../../lib/browser/clipboard.ts';

const icons = { idle: IconCopy, copied: IconCheck, failed: IconX } as const;
const messages = { idle: '', copied: 'Copied', failed: 'The browser didn’t allow copying' } as const;

/** Copies one value. `label` names the action, for example "Copy the run's id". */
export function CopyButton({ value, label }: { value: string; label: string }) {
	const { icon, message, copy } = useCopy();
	return (
		<>
			<ActionIcon aria-label={label} title={message || label} onClick={() => copy(value)}>
				{icon}
			</ActionIcon>
			<VisuallyHidden role="status">{message}</VisuallyHidden>
		</>
	);
}

interface CopyTextButtonProps {
	readonly text: () => string;
	readonly children: ReactNode;
	readonly isSmall?: boolean;
}

/** Copies a text that is made when asked for, with words on the button. */
export function CopyTextButton({ text, children, isSmall = false }: CopyTextButtonProps) {
	const { icon, message, copy } = useCopy();
	const look = isSmall ? ({ variant: 'subtle', size: 'compact-xs' } as const) : ({ variant: 'default' } as const);
	return (
		<>
			<Button {...look} leftSection={icon} onClick={() => copy(text())}>
				{children}
			</Button>
			<VisuallyHidden role="status">{message}</VisuallyHidden>
		</>
	);
}

/** How long the outcome stays on the button, ms. */
const shown = 2_000;

function useCopy() {
	const [outcome, setOutcome] = useState<keyof typeof messages>('idle');
	useEffect(() => {
		if (outcome === 'idle') return;
		const timer = setTimeout(() => setOutcome('idle'), shown);
		return () => clearTimeout(timer);
	}, [outcome]);
	const Icon = icons[outcome];
	return {
		icon: <Icon size={16} stroke={1.75} aria-hidden="true" />,
		message: messages[outcome],
		copy: (text: string) => void copyText(text).then((done) => setOutcome(done ? 'copied' : 'failed')),
	};
}
