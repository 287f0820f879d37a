import { type KeyboardEvent, useId, useState } from 'react';
import type { Bin, CellKind } from '../../rows/index.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import classes from './data-profile.module.css';
import { binLabel, edgeLabel, percentLabel, rowsLabel } from './profile-labels.ts';

interface HistogramProps {
	readonly bins: readonly Bin[];
	readonly name: string;
	readonly kind: CellKind;
	readonly rows: number;
	readonly onPick: ((bin: Bin) => void) | undefined;
}

/** Bars of equal width as one control: arrow keys move between bars, Enter picks one. */
export function Histogram({ bins, name, kind, rows, onPick }: HistogramProps) {
	const id = useId();
	const [current, setCurrent] = useState<number | null>(null);
	const max = Math.max(1, ...bins.map((bin) => bin.count));
	const label = (bin: Bin) => `${binLabel(bin, kind, name)}: ${rowsLabel(bin.count)}, ${percentLabel(bin.count, rows)}`;
	const active = current === null ? undefined : bins[current];

	const onKeyDown = (event: KeyboardEvent) => {
		const at = current ?? 0;
		const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bins.length - 1 }[event.key];
		if (next !== undefined) setCurrent(Math.max(0, Math.min(bins.length - 1, next)));
		else if ((event.key === 'Enter' || event.key === ' ') && active !== undefined && active.count > 0) onPick?.(active);
		else return;
		event.preventDefault();
	};

	return (
		<div>
			<Inline
				nowrap
				align="stretch"
				role="listbox"
				aria-label={`Distribution of ${name}`}
				aria-orientation="horizontal"
				aria-activedescendant={current === null ? undefined : `${id}-${current}`}
				tabIndex={0}
				className={classes.bars}
				onKeyDown={onKeyDown}
				onFocus={() => setCurrent((before) => before ?? 0)}
				onBlur={() => setCurrent(null)}
				onPointerLeave={(event) => event.currentTarget !== document.activeElement && setCurrent(null)}
			>
				{bins.map((bin, index) => (
					// biome-ignore lint/a11y/useKeyWithClickEvents: the list handles keys
					<div
						key={bin.from}
						id={`${id}-${index}`}
						role="option"
						aria-selected={index === current}
						aria-label={label(bin)}
						tabIndex={-1}
						className={classes.slot}
						data-pick={(onPick !== undefined && bin.count > 0) || undefined}
						onPointerEnter={() => setCurrent(index)}
						onClick={() => bin.count > 0 && onPick?.(bin)}
					>
						<div className={classes.bar} style={{ height: heightOf(bin.count, max) }} />
					</div>
				))}
			</Inline>
			<Inline
				nowrap
				justify="between"
				gap={3}
				tone="muted"
				size="small"
				numeric
				clip
				className={classes.scale}
				aria-hidden="true"
			>
				{active === undefined ? (
					<>
						<span>{edgeLabel(bins[0]?.from ?? '', kind, name)}</span>
						<span>{edgeLabel(bins.at(-1)?.to ?? '', kind, name)}</span>
					</>
				) : (
					<Text clip tone="text">
						{label(active)}
					</Text>
				)}
			</Inline>
		</div>
	);
}

/** Nonzero counts are always visible. */
const heightOf = (count: number, most: number): string => (count === 0 ? '0' : `max(2px, ${(100 * count) / most}%)`);
