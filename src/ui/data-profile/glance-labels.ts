import { type ColumnProfile, valueCount } from '../../rows/index.ts';
import { topWords, valueWords } from './profile-labels.ts';

/** Values that are named at most. */
const named = 3;

/** "−60 … 1,435", "DFW, ORD, ATL, …", "all different: 00M, …", "always true", "nothing but nulls". */
export function glanceWords(profile: ColumnProfile): string {
	const { shape, kind, least, most, distinct, rows, nulls } = profile;
	if (rows > 0 && nulls === rows) return 'nothing but nulls';
	if (shape?.kind === 'top') {
		const values = shape.values.slice(0, named).map((it) => topWords(it, kind));
		const isEach = distinct.exact && distinct.count > 1 && distinct.count === valueCount(profile);
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
