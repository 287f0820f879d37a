import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Stack } from '../primitives/layout.tsx';
import classes from './split-pane.module.css';

interface SplitPaneProps {
	/** `rows`: stacked; `columns`: side by side. Below a width of 640 px, panes are stacked without a movable border. */
	readonly direction: 'rows' | 'columns';
	/** Remembered share of the first pane, 0 to 1; `onSize` stores it. */
	readonly size?: number | null;
	readonly onSize?: (size: number) => void;
	readonly initial: number;
	/** Minimum size of either pane, px. */
	readonly min: number;
	/** What the border separates, for assistive technology: "Code and output". */
	readonly label: string;
	/** The only visible pane; the other stays mounted. Default: both. */
	readonly only?: 0 | 1 | null;
	readonly children: readonly [ReactNode, ReactNode];
}

const step = 0.02;
const leap = 0.1;

/** Two panes with a border movable by pointer and arrow keys; a double-click resets it. */
export function SplitPane({
	direction,
	size: remembered,
	onSize,
	initial,
	min,
	label,
	only = null,
	children,
}: SplitPaneProps) {
	const frame = useRef<HTMLDivElement>(null);
	const [size, setSize] = useState(remembered ?? initial);
	const firstId = useId();
	const rows = direction === 'rows';

	const extent = () => (rows ? frame.current?.clientHeight : frame.current?.clientWidth) || 1;
	const clamp = (share: number) => {
		const least = Math.min(0.5, min / extent());
		return Math.min(1 - least, Math.max(least, share));
	};
	const moveTo = (share: number) => {
		const next = clamp(share);
		setSize(next);
		onSize?.(next);
	};

	const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
		if (!event.currentTarget.hasPointerCapture(event.pointerId) || frame.current === null) return;
		const box = frame.current.getBoundingClientRect();
		moveTo(rows ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const stride = event.shiftKey ? leap : step;
		const target = new Map([
			[rows ? 'ArrowUp' : 'ArrowLeft', size - stride],
			[rows ? 'ArrowDown' : 'ArrowRight', size + stride],
			['Home', 0],
			['End', 1],
			['Enter', initial],
		]).get(event.key);
		if (target === undefined) return;
		event.preventDefault();
		moveTo(target);
	};

	return (
		<Stack ref={frame} className={classes.frame} data-direction={direction}>
			<Stack id={firstId} className={classes.pane} style={{ flexGrow: only === 0 ? 1 : size }} hidden={only === 1}>
				{children[0]}
			</Stack>
			{/* biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved; this is the window splitter pattern */}
			<div
				role="separator"
				tabIndex={0}
				hidden={only !== null}
				className={classes.border}
				aria-label={label}
				aria-controls={firstId}
				aria-orientation={rows ? 'horizontal' : 'vertical'}
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={Math.round(size * 100)}
				onKeyDown={onKeyDown}
				onDoubleClick={() => moveTo(initial)}
				onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
				onPointerMove={onPointerMove}
			/>
			<Stack className={classes.pane} style={{ flexGrow: only === 1 ? 1 : 1 - size }} hidden={only === 0}>
				{children[1]}
			</Stack>
		</Stack>
	);
}
