import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { Activity } from '../../storage/activity.ts';
import { Box, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import classes from './activity-page.module.css';
import { hasFailed, outcomeText } from './model.ts';
import { RequestDetails } from './request-details.tsx';

/** Lines shown at first and added by each "Show more". */
const portion = 200;

export function WriteList({ items }: { items: readonly Activity[] }) {
	const writes = useMemo(() => items.filter((item) => item.words !== null), [items]);
	const [drawn, setDrawn] = useState(portion);
	const [opened, setOpened] = useState<Activity | null>(null);
	if (writes.length === 0) {
		return (
			<EmptyState title="No changes yet">
				Everything you save, run, share or delete in this browser appears here.
			</EmptyState>
		);
	}
	return (
		<div className={classes.scroller}>
			<Stack component="ol" className={classes.writes} aria-label="Changes">
				{writes.slice(0, drawn).map((write) => (
					<li key={write.id}>
						<TextButton className={classes.open} onClick={() => setOpened(write)}>
							{write.words}
						</TextButton>
						{hasFailed(write) && <StateChip tone="error">{outcomeText(write)}</StateChip>}
						<Muted>
							<RelativeTime iso={new Date(write.at).toISOString()} />
						</Muted>
					</li>
				))}
			</Stack>
			{writes.length > drawn && (
				<Box py={4} style={{ textAlign: 'center' }}>
					<Button variant="default" onClick={() => setDrawn(drawn + portion)}>
						Show more ({formatCount(writes.length - drawn)} left)
					</Button>
				</Box>
			)}
			<RequestDetails activity={opened} onClose={() => setOpened(null)} />
		</div>
	);
}
