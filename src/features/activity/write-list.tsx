import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { Activity } from '../../storage/activity.ts';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './activity-page.module.css';
import { hasFailed, outcomeWords } from './model.ts';
import { RequestDetails } from './request-details.tsx';

/** Lines that are drawn, and that come when more are asked for. */
const portion = 200;

/** What was changed from this browser, in words, the latest first. */
export function WriteList({ items }: { items: readonly Activity[] }) {
	const writes = useMemo(() => items.filter((it) => it.words !== null), [items]);
	const [drawn, setDrawn] = useState(portion);
	const [opened, setOpened] = useState<Activity | null>(null);
	if (writes.length === 0) {
		return (
			<EmptyState title="Nothing was changed">What you save, run, share or delete from here is listed.</EmptyState>
		);
	}
	return (
		<div className={classes.scroller}>
			<Stack component="ol" className={classes.writes} aria-label="What was changed">
				{writes.slice(0, drawn).map((it) => (
					<li key={it.id}>
						<TextButton className={classes.open} onClick={() => setOpened(it)}>
							{it.words}
						</TextButton>
						{hasFailed(it) && <StateChip tone="error">{outcomeWords(it)}</StateChip>}
						<Muted>
							<RelativeTime iso={new Date(it.at).toISOString()} />
						</Muted>
					</li>
				))}
			</Stack>
			{writes.length > drawn && (
				<div className={classes.more}>
					<Button variant="default" onClick={() => setDrawn(drawn + portion)}>
						Show more of {formatCount(writes.length - drawn)}
					</Button>
				</div>
			)}
			<RequestDetails activity={opened} onClose={() => setOpened(null)} />
		</div>
	);
}
