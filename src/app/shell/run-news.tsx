import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { hasEnded, runDuration, runName, stateLabel } from '../../features/runs/model.ts';
import { runsQuery } from '../../features/runs/queries.ts';
import { paths } from '../../routing/paths.ts';
import { Text } from '../../ui/primitives/text.tsx';
import classes from './status-line.module.css';

/** Users look away from runs longer than this, in ms. */
const long = 10_000;

/** Notifies that a long run finished while the user was elsewhere in the console. Disappears once the run is opened. */
export function RunNews() {
	const { data } = useQuery({ ...runsQuery(), enabled: false });
	const { pathname, search } = useLocation();
	const going = useRef<ReadonlySet<string>>(new Set());
	const [news, setNews] = useState<BuildRun | null>(null);
	const isSeen = (run: BuildRun) => `${pathname}${search}`.includes(run.id) || pathname === spec(run);
	const notice = useEffectEvent((ended: readonly BuildRun[]) => {
		const last = ended.find((run) => (runDuration(run, Date.now()) ?? 0) >= long && !isSeen(run));
		if (last !== undefined) setNews(last);
	});
	useEffect(() => {
		if (data === undefined) return;
		notice(data.items.filter((run) => hasEnded(run) && going.current.has(run.id)));
		going.current = new Set(data.items.flatMap((run) => (hasEnded(run) ? [] : [run.id])));
	}, [data]);
	if (news !== null && isSeen(news)) setNews(null);
	return (
		<span role="status">
			{news !== null && (
				<Link to={paths.run(news.id)} className={classes.item}>
					<Text clip tone={news.state === 'succeeded' ? 'success' : 'error'}>
						{stateLabel[news.state]}: {runName(news)}
					</Text>
				</Link>
			)}
		</span>
	);
}

const spec = ({ buildSpecId }: BuildRun): string | null => (buildSpecId === null ? null : paths.buildSpec(buildSpecId));
