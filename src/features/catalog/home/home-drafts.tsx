import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { countIngest } from '../../../storage/ingest-drafts.ts';
import { keptWords } from '../../../storage/kept-labels.ts';
import { recoverDrafts } from '../../../storage/recover-drafts.ts';
import { useDrafts, useUnreadableDrafts } from '../../../storage/use-drafts.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DiscardDraft } from '../../build-specs/drafts/kept-draft-panel.tsx';
import { draftPlace } from '../../build-specs/model.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { useScope } from '../../session/queries.ts';
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
	const nameOf = (id: string, destination = '') =>
		draftPlace(id).name ?? names.get(id) ?? (destination || `BuildSpec ${id.slice(0, 8)}`);
	// One that can't be read isn't listed either.
	const isDeleted = (id: string) => specs?.unreadable.length === 0 && draftPlace(id).name === null && !names.has(id);
	const [showsAll, setShowsAll] = useState(false);
	const [discarding, setDiscarding] = useState<{ readonly id: string; readonly name: string } | null>(null);
	// A browser that keeps no databases has nothing in them.
	const ingesting = ingest.isError ? '' : ingest.data;
	const count = drafts.length + unreadable.length + (ingesting ? 1 : 0);
	return (
		<Part title="Drafts" count={count === 0 && ingesting === undefined ? undefined : count}>
			{count === 0 && ingesting !== undefined && <None>No drafts</None>}
			<ul className={classes.list}>
				{ingesting && (
					<li>
						<Link to={paths.ingest()} className={classes.said}>
							Ingest
						</Link>
						<Muted weight="normal" numeric>
							{ingesting}
						</Muted>
					</li>
				)}
				{unreadable.map((id) => (
					<li key={id}>
						<Link to={draftPlace(id).to} className={classes.name}>
							{nameOf(id)}
						</Link>
						<Muted weight="normal" numeric>
							Can't be read
						</Muted>
						<Discard name={nameOf(id)} onClick={() => setDiscarding({ id, name: nameOf(id) })} />
					</li>
				))}
				{drafts.slice(0, showsAll ? drafts.length : most).map(({ id, destination, at }) => (
					<li key={id}>
						<Link to={draftPlace(id).to} className={classes.name}>
							{nameOf(id, destination)}
						</Link>
						<Muted weight="normal" numeric>
							{isDeleted(id) && 'BuildSpec deleted, '}
							<RelativeTime iso={new Date(at).toISOString()} />
						</Muted>
						<Discard
							name={nameOf(id, destination)}
							onClick={() => setDiscarding({ id, name: nameOf(id, destination) })}
						/>
					</li>
				))}
			</ul>
			{drafts.length > most && !showsAll && (
				<Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
					Show all {drafts.length} drafts
				</Button>
			)}
			<DiscardDraft draft={discarding} scope={scope} onClose={() => setDiscarding(null)} />
		</Part>
	);
}

const Discard = ({ name, onClick }: { name: string; onClick: () => void }) => (
	<ActionIcon
		variant="subtle"
		color="gray"
		size={24}
		aria-label={`Discard draft of ${name}`}
		title="Discard draft"
		onClick={onClick}
	>
		<IconX size={14} aria-hidden />
	</ActionIcon>
);
