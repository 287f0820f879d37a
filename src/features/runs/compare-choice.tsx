import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './compare-choice.module.css';
import { subjectName, versionName } from './model.ts';
import { comparable } from './picked-runs.ts';
import { runsQuery } from './queries.ts';
import { useEarlierRun } from './use-earlier-run.ts';

/** Runs that are offered; the list of runs has all of them. */
const most = 12;

/** Picks the run that this one is compared with, among those of the same destination, whichever BuildSpec they ran. */
export function CompareChoice({ run }: { run: BuildRun }) {
	const hasEarlier = useEarlierRun(run) !== null;
	const { data: description = null } = useQuery(descriptionQuery);
	if (run.kind !== 'preview' || run.state !== 'succeeded' || !offers(description, listRuns)) return null;
	return (
		<Menu position="bottom-end" width={340}>
			<Menu.Target>
				{hasEarlier ? (
					<ActionIcon variant="default" size="lg" aria-label="Compare with…" title="Compare with another run…">
						<IconChevronDown size={16} aria-hidden="true" />
					</ActionIcon>
				) : (
					<Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
						Compare with…
					</Button>
				)}
			</Menu.Target>
			<Menu.Dropdown>
				<Choices run={run} />
			</Menu.Dropdown>
		</Menu>
	);
}

function Choices({ run }: { run: BuildRun }) {
	const own = useQuery({ ...runsQuery(run.buildSpecId ?? undefined), enabled: run.buildSpecId !== null });
	const all = useQuery(runsQuery());
	const isPending = all.isPending || (run.buildSpecId !== null && own.isPending);
	const known = new Map([...(own.data?.items ?? []), ...(all.data?.items ?? [])].map((it) => [it.id, it]));
	known.delete(run.id);
	const others = [...known.values()]
		.filter((it) => 'before' in comparable([run, it]))
		.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
	if (isPending)
		return (
			<Muted py={2} px={3} component="p">
				Looking…
			</Muted>
		);
	if (all.isError)
		return (
			<Muted py={2} px={3} component="p">
				The runs could not be listed: {errorFacts(all.error).message}
			</Muted>
		);
	if (others.length === 0) {
		return (
			<Muted py={2} px={3} component="p">
				No other preview of {subjectName(run)} that succeeded is kept.
			</Muted>
		);
	}
	return (
		<>
			{others.slice(0, most).map((it) => {
				const pair = comparable([run, it]);
				if (!('before' in pair)) return null;
				return (
					<Menu.Item key={it.id} component={Link} to={paths.compareRuns(pair.after.id, pair.before.id)}>
						<span className={classes.choice}>
							<Text mono>{versionName(it)}</Text>
							<RelativeTime iso={it.createdAt} />
							<span className={classes.rows}>
								{it.rows === null ? '' : it.rows === 1 ? '1 row' : `${formatCount(it.rows)} rows`}
							</span>
						</span>
					</Menu.Item>
				);
			})}
			{others.length > most && (
				<Menu.Item component={Link} to={paths.runs(run.buildSpecId ?? undefined)}>
					Pick two of all runs
				</Menu.Item>
			)}
		</>
	);
}
