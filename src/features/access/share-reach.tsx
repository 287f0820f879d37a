import { useQueries, useQuery } from '@tanstack/react-query';
import { listDatasets } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { countOf, formatBytes } from '../../lib/format.ts';
import { isInNamespace } from '../../storage/namespace-renames.ts';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { PropertyList } from '../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Prose } from '../../ui/primitives/text.tsx';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { datasetsQuery } from '../names/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import type { Share, ShareDeed } from './mutations.ts';

interface ShareReachProps {
	readonly shares: readonly Share[];
	readonly deed: ShareDeed;
}

/** What people lose by a change of their shares, as far as it can be seen, and what cannot. */
export function ShareReach({ shares, deed }: ShareReachProps) {
	if (deed.kind === 'role') return <RoleReach role={deed.role} />;
	return <WithdrawReach shares={shares} />;
}

const RoleReach = ({ role }: { role: 'viewer' | 'editor' }) => (
	<Prose>
		{role === 'editor'
			? 'An editor may read every dataset, and also replace, describe, arrange and delete them, build into them and ingest into them.'
			: 'A viewer may read every dataset and change none. What is being written to them meanwhile is refused.'}{' '}
		Streams of theirs that go on end, and go on when they are asked for again.
	</Prose>
);

function WithdrawReach({ shares }: { shares: readonly Share[] }) {
	const { data: description = null } = useQuery(descriptionQuery);
	const sees = offers(description, listDatasets);
	const places = [...new Map(shares.map((it) => [foldName(`${it.owner}/${it.namespace}`), it])).values()];
	const lists = useQueries({
		queries: places.map((it) => ({ ...datasetsQuery(it.owner, it.namespace), enabled: sees })),
	});
	const specs = useQuery(buildSpecsQuery);
	const datasets = lists.flatMap((it) => it.data?.items ?? []);
	const sum = (of: (it: (typeof datasets)[number]) => number) => datasets.reduce((all, it) => all + of(it), 0);
	const reading = (specs.data?.items ?? []).filter((spec) =>
		shares.some(
			(share) =>
				foldName(spec.owner) === foldName(share.username) &&
				spec.sources.some((it) => isInNamespace(it, share.owner, share.namespace)),
		),
	);
	const who = shares.length === 1 ? shares[0]?.username : 'each of them';
	return (
		<>
			<Prose>
				From the moment it is withdrawn, {who} can neither see nor open any of it. You can share it again at any time.
			</Prose>
			<Stack component="section" gap={2} aria-label="What is lost">
				<SectionHeader level={3} size="ui">
					What is lost
				</SectionHeader>
				<PropertyList aligned collapses>
					<dt>Datasets</dt>
					<dd>
						{!sees
							? 'All of them; this service does not list them.'
							: lists.some((it) => it.isError)
								? 'All of them; they could not be counted.'
								: lists.some((it) => it.isPending)
									? 'Looking…'
									: `${countOf(datasets.length, 'dataset')} with ${countOf(
											sum((it) => it.rows),
											'row',
										)}, ${formatBytes(sum((it) => it.bytes))}`}
					</dd>
					<dt>Going on</dt>
					<dd>Answers of agents that go on there end within a second.</dd>
					<dt>Signed links</dt>
					<dd>Links to files that were made from it are refused, also those that were passed on.</dd>
					<dt>Runs</dt>
					<dd>Outputs of earlier previews and builds that read it cannot be opened any more.</dd>
					<dt>BuildSpecs</dt>
					<dd>
						{reading.length === 0
							? 'Theirs stay, and fail when they read it. You see none of them from here.'
							: `${countOf(reading.length, 'BuildSpec')} of theirs that you can see ${reading.length === 1 ? 'reads' : 'read'} it: ${reading
									.map((it) => it.destination.datasetName)
									.join(', ')}. They stay, and fail.`}
					</dd>
				</PropertyList>
			</Stack>
			<Stack component="section" gap={2} aria-label="What cannot be seen">
				<SectionHeader level={3} size="ui">
					What cannot be seen from here
				</SectionHeader>
				<Bullets tone="muted">
					<li>Copies: files that were downloaded, and datasets that were built from it elsewhere.</li>
					<li>BuildSpecs, runs and drafts of other people that read it.</li>
					{!sees && <li>How many datasets and rows it has: this service does not list them.</li>}
				</Bullets>
			</Stack>
		</>
	);
}
