import { memo } from 'react';
import type { Column } from '#contract/dataset.ts';
import { formatCount } from '../../../lib/format.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import classes from './workbench.module.css';

interface ResultColumnsProps {
	/** By the last check that could tell them. */
	readonly columns: readonly Column[];
	/** The code changed since. */
	readonly isStale: boolean;
}

/** Columns that are named; an output may have thousands. */
const most = 200;

/** The columns that the code would give, before it ran. */
export const ResultColumns = memo(({ columns, isStale }: ResultColumnsProps) => {
	if (columns.length === 0) return null;
	const words = columns.length === 1 ? '1 column' : `${formatCount(columns.length)} columns`;
	return (
		<Inline
			component="section"
			gap={3}
			nowrap
			align="baseline"
			tone="muted"
			className={classes.result}
			aria-label="Result columns"
			tabIndex={0}
			data-stale={isStale || undefined}
		>
			<span>Gives {words}:</span>
			<Inline component="ul" gap={[0, 3]} align="stretch">
				{columns.slice(0, most).map(({ name, type }) => (
					<li key={name}>
						<Text tone="text" mono className={classes.column}>
							{name}
						</Text>{' '}
						<Text size="small">{type}</Text>
					</li>
				))}
			</Inline>
			{columns.length > most && <span>and {formatCount(columns.length - most)} more</span>}
		</Inline>
	);
});
