import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { countIngest } from '../../../storage/ingest-drafts.ts';
import { describeLocalData } from '../../../storage/local-data-labels.ts';
import { recoverDrafts } from '../../../storage/recover-drafts.ts';
import { useDrafts, useUnreadableDrafts } from '../../../storage/use-drafts.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { DiscardDraft } from '../../build-specs/drafts/stored-draft-panel.tsx';
import { draftLocation } from '../../build-specs/model.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { useScope } from '../../session/queries.ts';
import { Entry, Fact, maxEntries, Part } from './home-part.tsx';

export function HomeDrafts() {
	const scope = useScope();
	const drafts = useDrafts(scope);
	const unreadable = useUnreadableDrafts(scope);
	const ingest = useQuery({
		queryKey: ['kept', 'ingest', scope.service, scope.user],
		queryFn: async () => {
			// After a crash, the browser may have unlisted drafts.
			await recoverDrafts(scope);
			return describeLocalData({ ...(await countIngest(scope)), drafts: 0, conversations: 0, recipes: 0 }).text;
		},
		retry: false,
		gcTime: 0,
	});
	const { data: specs } = useQuery(buildSpecsQuery);
	const names = new Map(specs?.items.map((item) => [item.id, formatCoordinate(item.destination)]));
	const nameOf = (id: string, destination = '') =>
		draftLocation(id).name ?? names.get(id) ?? (destination || `BuildSpec ${id.slice(0, 8)}`);
	// Unreadable BuildSpecs aren't listed, so they don't count as deleted.
	const isDeleted = (id: string) => specs?.unreadable.length === 0 && draftLocation(id).name === null && !names.has(id);
	const [showsAll, setShowsAll] = useState(false);
	const [discarding, setDiscarding] = useState<{ readonly id: string; readonly name: string } | null>(null);
	// Browsers without a database have no ingestion drafts.
	const ingesting = ingest.isError ? '' : ingest.data;
	const count = drafts.length + unreadable.length + (ingesting ? 1 : 0);
	const entries = [
		...unreadable.map((id) => ({ id, name: nameOf(id), fact: 'Can’t be read' })),
		...drafts.slice(0, showsAll ? drafts.length : maxEntries).map(({ id, destination, at }) => ({
			id,
			name: nameOf(id, destination),
			fact: (
				<>
					{isDeleted(id) && 'BuildSpec deleted, '}
					<RelativeTime iso={new Date(at).toISOString()} />
				</>
			),
		})),
	];
	return (
		<Part
			title="Drafts"
			count={count}
			isEmpty={count === 0}
			footer={
				<>
					{drafts.length > maxEntries && !showsAll && (
						<Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
							Show all {drafts.length} drafts
						</Button>
					)}
					<DiscardDraft draft={discarding} scope={scope} onClose={() => setDiscarding(null)} />
				</>
			}
		>
			{ingesting && (
				<Entry to={paths.ingest()} isProse name="Ingest">
					<Fact>{ingesting}</Fact>
				</Entry>
			)}
			{entries.map(({ id, name, fact }) => (
				<Entry key={id} to={draftLocation(id).to} name={name}>
					<Fact>{fact}</Fact>
					<IconButton
						label={`Discard draft of ${name}`}
						title="Discard draft"
						icon={IconX}
						iconSize={14}
						size={24}
						onClick={() => setDiscarding({ id, name })}
					/>
				</Entry>
			))}
		</Part>
	);
}
