import type { ColumnProfile } from '../data-grid/profile/column-profile.ts';
import classes from './column-glance.module.css';
import { shareWords, valueWords } from './profile-words.ts';

/** Values that are named at most. */
const named = 3;

/** What a column's values are like, on one line: the shape of numbers and times with their range, the most frequent texts. */
export function ColumnGlance({ profile }: { profile: ColumnProfile }) {
	const { shape, rows, nulls } = profile;
	return (
		<span className={classes.glance}>
			{shape?.kind === 'histogram' && <Bars counts={shape.bins.map((it) => it.count)} />}
			<span className={classes.words}>{rows > 0 && nulls === rows ? 'nothing but nulls' : wordsOf(profile)}</span>
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

/** "−60 … 1,435", "DFW, ORD, ATL, …", "all different: 00M, …", "always true". */
function wordsOf({ shape, kind, least, most, distinct, rows, nulls, missing }: ColumnProfile): string {
	if (shape?.kind === 'top') {
		const values = shape.values.slice(0, named).map((it) => valueWords(it.value, kind));
		const isEach = distinct.exact && distinct.count > 1 && distinct.count === rows - nulls - missing;
		const more = distinct.count > values.length ? ', …' : '';
		return `${isEach ? 'all different: ' : ''}${values.join(', ')}${more}`;
	}
	if (least === null || most === null) return '';
	const [from, to] = [valueWords(least, kind), valueWords(most, kind)];
	if (from === to) return `always ${from}`;
	const [firstDay, lastDay] = [from.slice(0, day), to.slice(0, day)];
	return kind === 'temporal' && firstDay !== lastDay && isDay.test(firstDay) && isDay.test(lastDay)
		? `${firstDay} … ${lastDay}`
		: `${from} … ${to}`;
}

const isDay = /^\d{4}-\d\d-\d\d$/;
const day = '2001-01-31'.length;
