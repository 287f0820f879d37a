import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listRunChecks } from '#contract/check.ts';
import { paths } from '../../routing/paths.ts';
import { useOffers } from '../session/queries.ts';
import { runChecksQuery } from './check-queries.ts';

/** Links to the rows that failed a build's checks; nothing if none did. */
export function FailedChecksPanel({ buildRunId }: { readonly buildRunId: string }) {
	const { data } = useQuery({ ...runChecksQuery(buildRunId), enabled: useOffers(listRunChecks) });
	if (!data?.items.some(({ state, rows }) => state === 'failed' && rows.length > 0)) return null;
	return <Link to={`${paths.run(buildRunId)}?view=checks`}>Show failing rows</Link>;
}
