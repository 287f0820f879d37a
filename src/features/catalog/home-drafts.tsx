import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../routing/paths.ts';
import { countIngest } from '../../storage/ingest-drafts.ts';
import { keptWords } from '../../storage/kept-words.ts';
import { recoverDrafts } from '../../storage/recover-drafts.ts';
import { useDrafts, useUnreadableDrafts } from '../../storage/use-drafts.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { draftPlace } from '../build-specs/model.ts';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { useScope } from '../session/queries.ts';
import classes from './home-page.module.css';
import { most, None, Part } from './home-part.tsx';

/** What was begun and is not saved: everything of it that this browser keeps, or that there is nothing. */
export function HomeDrafts() {
	const scope = useScope();
	const drafts = useDrafts(scope);
	const unreadable = useUnreadableDrafts(scope);
	const ingest = useQuery({
		queryKey: ['kept', 'ingest', scope.service, scope.user],
		queryFn: async () => {
			// A browser that was killed may have more of what was typed than it shows.
			await recoverDrafts(scope);
			return keptWords({ ...(await countIngest(scope)), drafts: 0, conversations: 0, recipes: 0 }).words;
		},
		retry: false,
		gcTime: 0,
	});
	const { data: specs } = useQuery(buildSpecsQuery);
	const names = new Map(specs?.items.map((it) => [it.id, formatCoordinate(it.destination)]));
	const nameOf = (id: string) => draftPlace(id).name ?? names.get(id) ?? `BuildSpec ${id.slice(0, 8)}`;
	// A browser that keeps no databases has nothing in them.
	const ingesting = ingest.isError ? '' : ingest.data;
	const count = drafts.length + unreadable.length + (ingesting ? 1 : 0);
	return (
		<Part title="Drafts" count={count === 0 && ingesting === undefined ? undefined : count}>
			{count === 0 && ingesting !== undefined && <None>Everything is saved.</None>}
			<ul className={classes.list}>
				{ingesting && (
					<li>
						<Link to={paths.ingest()} className={classes.said}>
							Ingest
						</Link>
						<span className={classes.quiet}>{ingesting}</span>
					</li>
				)}
				{unreadable.map((id) => (
					<li key={id}>
						<Link to={draftPlace(id).to} className={classes.name}>
							{nameOf(id)}
						</Link>
						<span className={classes.quiet}>cannot be read</span>
					</li>
				))}
				{drafts.slice(0, most).map(({ id, at }) => (
					<li key={id}>
						<Link to={draftPlace(id).to} className={classes.name}>
							{nameOf(id)}
						</Link>
						<span className={classes.quiet}>
							<RelativeTime iso={new Date(at).toISOString()} />
						</span>
					</li>
				))}
			</ul>
		</Part>
	);
}
