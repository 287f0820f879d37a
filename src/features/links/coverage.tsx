import type { LinkTrial, NewLink, TrialSide } from '#contract/link.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { percent } from './labels.ts';
import classes from './trial.module.css';

/** How much of each end has a partner, both ways, as bars and in figures. */
export const Coverage = ({ link, trial }: { link: NewLink; trial: LinkTrial }) => {
	const isGeo = link.matchType === 'GeoMatch';
	const what = isGeo ? 'points' : 'values';
	const [from, to] = [nameOf(link.from, isGeo), nameOf(link.to, isGeo)];
	return (
		<div className={classes.coverage}>
			<Bar side={trial.from} name={from} other={to} what={what} />
			<Bar side={trial.to} name={to} other={from} what={what} />
		</div>
	);
};

const nameOf = ({ dataset, columnName }: NewLink['from'], isGeo: boolean): string =>
	isGeo ? dataset : `${dataset}.${columnName}`;

interface BarProps {
	readonly side: TrialSide;
	readonly name: string;
	readonly other: string;
	readonly what: 'values' | 'points';
}

function Bar({ side, name, other, what }: BarProps) {
	const share = side.distinct === 0 ? 0 : side.matchedDistinct / side.distinct;
	const figure = `${formatCount(side.matchedDistinct)} of ${formatCount(side.distinct)} ${what}`;
	const empty = side.rows - side.withValue;
	return (
		<section className={classes.side} aria-label={`Coverage of ${name}`}>
			<Text component="p" numeric breaks className={classes.figure}>
				<strong>{percent(side.matchedDistinct, side.distinct)}</strong> {figure} of <code>{name}</code>{' '}
				{what === 'points' ? 'with one near in' : 'found in'} <code>{other}</code>
			</Text>
			<div className={classes.track} aria-hidden="true">
				<span className={classes.fill} style={{ width: `${100 * share}%` }} />
			</div>
			<Muted component="p" numeric>
				{countOf(side.matchedRows, 'row')} of {formatCount(side.withValue)} matched,{' '}
				{percent(side.matchedRows, side.withValue)}
				{' · '}
				{side.unique ? `no ${what === 'points' ? 'point' : 'value'} comes twice` : `${what} repeat`}
				{empty > 0 && ` · ${countOf(empty, 'row')} without one`}
			</Muted>
		</section>
	);
}
