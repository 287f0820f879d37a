import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Inline, Stack } from '../primitives/layout.tsx';
import classes from './pane-bar.module.css';

/** Where the content of a pane puts what chooses its content, what it says and what it offers. */
type Slot = 'choices' | 'facts' | 'tools';

const Slots = createContext<Readonly<Record<Slot, HTMLElement | null>> | null>(null);

interface PaneFrameProps {
	/** Of the bar, for assistive technology. */
	readonly label: string;
	readonly start?: ReactNode;
	readonly tabs?: ReactNode;
	readonly end?: ReactNode;
	readonly className?: string | undefined;
	readonly children: ReactNode;
}

/** A pane with one bar, which it shares with its content. Its tabs come first, so they stay at their places. It fills its parent. */
export function PaneFrame({ label, start, tabs, end, className, children }: PaneFrameProps) {
	const [choices, setChoices] = useState<HTMLElement | null>(null);
	const [facts, setFacts] = useState<HTMLElement | null>(null);
	const [tools, setTools] = useState<HTMLElement | null>(null);
	const slots = useMemo(() => ({ choices, facts, tools }), [choices, facts, tools]);
	return (
		<Stack fill className={className}>
			<div className={classes.room}>
				<Inline component="section" gap={[0, 3]} nowrap ruled="below" className={classes.bar} aria-label={label}>
					{tabs}
					{start}
					<div ref={setChoices} className={classes.choices} data-choices />
					<div ref={setFacts} className={classes.info} />
					<div ref={setTools} className={classes.tools} />
					{end}
				</Inline>
			</div>
			<Slots value={slots}>{children}</Slots>
		</Stack>
	);
}

/** Whether there is a bar around that takes facts and tools. */
export const useHasPaneBar = (): boolean => use(Slots) !== null;

/** Draws its children in the bar of the pane around it; nothing where there is none. */
export function InPaneBar({ slot, children }: { readonly slot: Slot; readonly children: ReactNode }) {
	const element = use(Slots)?.[slot] ?? null;
	return element === null ? null : createPortal(children, element);
}
