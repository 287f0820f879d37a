import { IconEqual, IconMapPin } from '@tabler/icons-react';
import type { MatchType } from '#contract/link.ts';
import classes from './links.module.css';

/** A match type as sign and word. */
export const MatchMark = ({ type }: { type: MatchType }) => {
	const Icon = type === 'GeoMatch' ? IconMapPin : IconEqual;
	return (
		<span className={classes.mark}>
			<Icon size={14} aria-hidden /> {type}
		</span>
	);
};
