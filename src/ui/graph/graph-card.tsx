import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { IconButton } from '../primitives/icon-button.tsx';
import { Inline } from '../primitives/layout.tsx';
import tones from '../states/tone.module.css';
import classes from './graph-view.module.css';
import type { GraphBox, GraphNode } from './types.ts';

interface GraphCardProps {
	readonly node: GraphNode;
	readonly box: GraphBox;
	readonly isCurrent: boolean;
	readonly isPicked: boolean;
	readonly isDim: boolean;
	readonly strongRows: string;
	/** Too small for clickable buttons. */
	readonly isSmall: boolean;
	readonly onPick: (id: string) => void;
	readonly onToggle: (id: string) => void;
}

/** A graph card. Its name selects it, its arrow toggles its rows. */
export const GraphCard = memo(function GraphCard({ node, box, isCurrent, isPicked, isDim, ...rest }: GraphCardProps) {
	const { id, title, subtitle, tone, rows, collapsed = false } = node;
	const strong = new Set(rest.strongRows === '' ? [] : (JSON.parse(rest.strongRows) as string[]));
	const count = `${rows.length} ${rows.length === 1 ? 'column' : 'columns'}`;
	return (
		<div
			data-graph-card
			className={tone === undefined ? classes.card : `${classes.card} ${classes.toned} ${tones[tone]}`}
			data-marked={node.isMarked}
			data-picked={isPicked || undefined}
			data-dim={isDim || undefined}
			style={{ transform: `translate(${box.x}px, ${box.y}px)`, width: box.width, height: box.height }}
		>
			<Inline nowrap style={{ height: '39px' }}>
				<button
					type="button"
					className={classes.name}
					data-card={id}
					tabIndex={isCurrent ? 0 : -1}
					aria-pressed={isPicked}
					aria-current={node.isMarked}
					title={`${subtitle ?? ''} ${title}`.trim()}
					onClick={() => rest.onPick(id)}
				>
					<strong>{title}</strong>
					<span>{subtitle}</span>
				</button>
				{rows.length > 0 && !rest.isSmall && (
					<IconButton
						tabIndex={isCurrent ? 0 : -1}
						aria-expanded={!collapsed}
						label={`${collapsed ? 'Show' : 'Hide'} ${count} of ${title}`}
						title={`${collapsed ? 'Show' : 'Hide'} ${count}`}
						icon={collapsed ? IconChevronRight : IconChevronDown}
						iconSize={14}
						onClick={() => rest.onToggle(id)}
					/>
				)}
			</Inline>
			{!collapsed && rows.length > 0 && (
				<ul className={classes.rows}>
					{rows.map((row) => (
						<li key={row.id} className={classes.row} data-strong={strong.has(row.id) || undefined} title={row.label}>
							{row.label}
						</li>
					))}
				</ul>
			)}
		</div>
	);
});
