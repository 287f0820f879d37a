import type { ColumnProfile } from '../../rows/index.ts';
import classes from './column-glance.module.css';
import { glanceWords } from './glance-labels.ts';
import { shareWords } from './profile-labels.ts';

/** What a column's values are like, on one line: the shape of numbers and times with their range, the most frequent texts. */
export function ColumnGlance({ profile }: { profile: ColumnProfile }) {
	const { shape, rows, nulls } = profile;
	return (
		<span className={classes.glance}>
			{shape?.kind === 'histogram' && <Bars counts={shape.bins.map((it) => it.count)} />}
			<span className={classes.words}>{glanceWords(profile)}</span>
			{nulls > 0 && nulls < rows && <span className={classes.nulls}>{shareWords(nulls, rows)} null</span>}
		</span>
	);
}

const height = 16;
const width = 4;

/** A histogram too small to read, large enough to see. What it says stands beside it in words. */
function Bars({ counts }: { counts: readonly number[] }) {
	const most = Math.max(1, ...counts);
	const heights = counts.map((it) => (it === 0 ? 0 : Math.max(1, (height * it) / most)));
	return (
		<svg
			className={classes.bars}
			width={counts.length * width}
			height={height}
			viewBox={`0 0 ${counts.length * width} ${height}`}
			aria-hidden="true"
		>
			{heights.map((it, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: bars are their places
				<rect key={at} x={at * width} y={height - it} width={width - 1} height={it} />
			))}
		</svg>
	);
}
