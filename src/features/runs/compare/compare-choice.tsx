import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsDiff, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useOffers } from '../../session/queries.ts';
import { hasOutputs, subjectName, versionName } from '../model.ts';
import { comparable } from '../pair-model.ts';
import { runsQuery } from '../queries.ts';
import { useEarlierRun } from '../use-earlier-run.ts';
import classes from './compare.module.css';

/** Maximum runs offered; the list of runs has all. */
const limit = 12;

export function CompareChoice({ run }: { run: BuildRun }) {
	const hasEarlier = useEarlierRun(run) != null;
	const canList = useOffers(listRuns);
	if (!hasOutputs(run) || !canList) return null;
	return (
		<Menu position="bottom-end" width={340}>
			<Menu.Target>
				{hasEarlier ? (
					<ActionIcon variant="default" size="lg" aria-label="Compare with…" title="Compare with another run…">
						<IconChevronDown size={16} aria-hidden="true" />
					</ActionIcon>
				) : (
					<SecondaryButton rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
						Compare with…
					</SecondaryButton>
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
	const known = new Map([...(own.data?.items ?? []), ...(all.data?.items ?? [])].map((item) => [item.id, item]));
	known.delete(run.id);
	const others = [...known.values()]
		.flatMap((other) => {
			const pair = comparable([run, other]);
			return 'before' in pair ? [{ other, pair }] : [];
		})
		.sort((a, b) => (a.other.createdAt < b.other.createdAt ? 1 : -1));
	const message = isPending
		? 'Loading…'
		: all.isError
			? `Couldn’t load runs. ${errorFacts(all.error).message}`
			: others.length === 0
				? `No other successful ${run.definition.destination === undefined ? 'query' : `preview of ${subjectName(run)}`} to compare with.`
				: null;
	if (message !== null) {
		return (
			<Muted py={2} px={3} component="p">
				{message}
			</Muted>
		);
	}
	return (
		<>
			{others.slice(0, limit).map(({ other, pair }) => (
				<Menu.Item key={other.id} component={Link} to={paths.compareRuns(pair.after.id, pair.before.id)}>
					<span className={classes.choice}>
						<Text mono>{versionName(other)}</Text>
						<RelativeTime iso={other.createdAt} />
						<span style={{ textAlign: 'right' }}>{other.rows === null ? '' : countOf(other.rows, 'row')}</span>
					</span>
				</Menu.Item>
			))}
			{others.length > limit && (
				<Menu.Item component={Link} to={paths.runs(run.buildSpecId ?? undefined)}>
					Choose from all runs
				</Menu.Item>
			)}
		</>
	);
}

export function CompareLink({ run }: { run: BuildRun }) {
	const earlier = useEarlierRun(run);
	if (earlier == null) return null;
	return (
		<LinkButton
			to={paths.compareRuns(run.id, earlier.id)}
			leftSection={<IconArrowsDiff size={16} aria-hidden="true" />}
		>
			Compare with previous preview
		</LinkButton>
	);
}
