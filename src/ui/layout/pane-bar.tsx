import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Inline, Stack } from '../primitives/layout.tsx';
import classes from './pane-bar.module.css';

/** Slots in a pane's bar that its content can fill. */
type Slot = 'choices' | 'facts' | 'tools';

const Slots = createContext<Readonly<Record<Slot, HTMLElement | null>> | null>(null);

interface PaneFrameProps {
	/** Accessible name of the bar. */
	readonly label: string;
	readonly start?: ReactNode;
	readonly tabs?: ReactNode;
	readonly end?: ReactNode;
	readonly className?: string | undefined;
	readonly children: ReactNode;
}

/** A pane with one bar, shared with its content. Tabs come first, so they don't move. Fills its parent. */
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

/** Whether there is a surrounding bar for facts and tools. */
export const useHasPaneBar = (): boolean => use(Slots) !== null;

/** Renders its children in the surrounding pane's bar; nothing without one. */
export function InPaneBar({ slot, children }: { readonly slot: Slot; readonly children: ReactNode }) {
	const element = use(Slots)?.[slot] ?? null;
	return element === null ? null : createPortal(children, element);
}
