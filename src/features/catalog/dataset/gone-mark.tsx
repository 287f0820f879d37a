import type { DiscoveredName } from '../../../storage/names.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from './gone-mark.module.css';

/** That a learned name is known not to be there any more, and as what it goes on. */
export function GoneMark({ gone }: { gone: DiscoveredName['gone'] }) {
	if (gone === null) return null;
	return (
		<span className={classes.gone}>
			{gone.to === null ? 'removed' : `is ${gone.to} now, renamed`}{' '}
			<RelativeTime iso={new Date(gone.at).toISOString()} />
		</span>
	);
}
