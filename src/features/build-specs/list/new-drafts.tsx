import { Link } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useScope } from '../../session/queries.ts';
import { isHandedOver, newDraftSource } from '../draft-id.ts';
import classes from './list.module.css';

/** The way back to BuildSpecs that were begun and never saved. */
export function NewDrafts() {
	const drafts = useDrafts(useScope()).flatMap((it) => {
		const from = newDraftSource(it.id);
		return from === undefined ? [] : [{ ...it, from }];
	});
	if (drafts.length === 0) return null;
	return (
		<ul className={classes.begun} aria-label="BuildSpecs not created yet">
			{drafts.map(({ id, from, at }) => (
				<li key={id}>
					<span className={classes.mark}>draft</span>
					<Link to={paths.newBuildSpec(from ?? undefined)}>
						{from === null ? 'A new BuildSpec' : isHandedOver(from) ? 'A BuildSpec from a query' : 'A duplicate'}, not
						created yet
					</Link>
					<span className={classes.dimmed}>
						kept in this browser <RelativeTime iso={new Date(at).toISOString()} />
					</span>
				</li>
			))}
		</ul>
	);
}
