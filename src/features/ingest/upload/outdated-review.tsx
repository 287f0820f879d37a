import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { paths } from '../../../routing/paths.ts';
import { Notice } from '../../../ui/states/states.tsx';
import { useOffers } from '../../session/queries.ts';
import { saveLabel } from './model.ts';
import type { Reviewed } from './reviewed.ts';

/** Why the file wasn't saved as shown, and what saving does now. */
export function OutdatedReview({ reviewed }: { reviewed: Reviewed }) {
	const { outdated, review, decisions, destination, dataset, isReviewing } = reviewed;
	const hasVersions = useOffers(listDatasetVersions);
	if (outdated === null || outdated.review === null || review === null || isReviewing) return null;
	const [before, now] = [saveLabel(outdated.review, outdated.decisions), saveLabel(review, decisions)];
	const [was, is] = [outdated.dataset?.version, dataset?.version];
	return (
		<Notice tone="warning" title={titleOf(reviewed, was, is)}>
			Nothing was saved. {before === now ? `Saving will still do this: ${now}.` : `Reviewed: ${before}. Now: ${now}.`}
			{hasVersions && was !== undefined && is !== undefined && was < is && (
				<>
					{' '}
					<Link to={paths.compareVersions(destination, was, is)} target="_blank">
						Show what changed
					</Link>
				</>
			)}
		</Notice>
	);
}

function titleOf({ destination }: Reviewed, was: number | undefined, is: number | undefined): string {
	const name = formatCoordinate(destination);
	if (was !== undefined && was === is) return 'Another tab changed the options for this file';
	const change = is === undefined ? 'was deleted' : was === undefined ? 'was created' : 'changed';
	return `${name} ${change} while you were reviewing`;
}
