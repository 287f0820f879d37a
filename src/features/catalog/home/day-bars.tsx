import { countOf } from '../../../lib/format.ts';
import classes from './day-bars.module.css';
import type { Day } from './home-model.ts';

interface DayBarsProps {
	readonly days: readonly Day[];
	/** Height of the tallest day, px. */
	readonly height: number;
	/** Subject of the bars: "demo/aviation". */
	readonly label: string;
	/** Whether to label the first and last day. */
	readonly hasAxis?: boolean;
}

/** One bar per day: changes, with failed builds on top. */
export function DayBars({ days, height, label, hasAxis = false }: DayBarsProps) {
	const max = Math.max(1, ...days.map(({ changes, failedBuilds }) => changes + failedBuilds));
	const changes = days.reduce((sum, day) => sum + day.changes, 0);
	const failed = days.reduce((sum, day) => sum + day.failedBuilds, 0);
	const share = (count: number) => (count === 0 ? 0 : Math.max(2, Math.round((count / max) * height)));
	return (
		<div>
			<div
				role="img"
				aria-label={`${label}, last ${days.length} days: ${wordsOf(changes, failed)}`}
				className={classes.bars}
				style={{ height }}
			>
				{days.map((day) => (
					<span
						key={day.day}
						className={classes.day}
						title={`${dayName(day.day)}: ${wordsOf(day.changes, day.failedBuilds)}`}
					>
						<span className={classes.failed} style={{ height: share(day.failedBuilds) }} />
						<span className={classes.changed} style={{ height: share(day.changes) }} />
					</span>
				))}
			</div>
			{hasAxis && (
				<div className={classes.axis} aria-hidden="true">
					<span>{dayName(days[0]?.day ?? '')}</span>
					<span>Today</span>
				</div>
			)}
		</div>
	);
}

const wordsOf = (changes: number, failed: number): string =>
	failed === 0 ? countOf(changes, 'change') : `${countOf(changes, 'change')}, ${countOf(failed, 'failed build')}`;

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** "Mar 5" */
function dayName(day: string): string {
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
	return monthAndDay.format(new Date(year, month - 1, date));
}
