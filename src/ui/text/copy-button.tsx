import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../../lib/browser/clipboard.ts';
import { PlainButton } from '../primitives/plain-button.tsx';
import { HiddenText } from '../primitives/text.tsx';
import { ToolButton } from '../primitives/tool-button.tsx';

const icons = { idle: IconCopy, copied: IconCheck, failed: IconX } as const;
const messages = { idle: '', copied: 'Copied', failed: 'The browser didn’t allow copying' } as const;

/** Copies one value. `label` names the action, for example "Copy the run's id". */
export function CopyButton({ value, label }: { value: string; label: string }) {
	const { icon, message, copy } = useCopy();
	return (
		<>
			<ToolButton label={label} title={message || label} icon={icon} onClick={() => copy(value)} />
			<HiddenText role="status">{message}</HiddenText>
		</>
	);
}

interface CopyTextButtonProps {
	readonly text: () => string;
	readonly children: ReactNode;
	readonly isSmall?: boolean;
}

/** Copies text generated on demand. */
export function CopyTextButton({ text, children, isSmall = false }: CopyTextButtonProps) {
	const { icon, message, copy } = useCopy();
	return (
		<>
			<PlainButton look={isSmall ? 'subtle' : 'default'} small={isSmall} icon={icon} onClick={() => copy(text())}>
				{children}
			</PlainButton>
			<HiddenText role="status">{message}</HiddenText>
		</>
	);
}

/** How long the result is shown on the button, in ms. */
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
