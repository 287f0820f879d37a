import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { NewLink, TrialSide } from '#contract/link.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { LazyPart, lazyPart } from '../../ui/lazy-part.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states.tsx';
import { Coverage } from './coverage.tsx';
import { Hints } from './hints.tsx';
import { distanceIn, type Options } from './model.ts';
import classes from './trial.module.css';
import type { Trial } from './use-trial.ts';

const geo = lazyPart(() => import('./geo-view.tsx').then((it) => it.GeoView));

interface TrialViewProps {
	readonly link: NewLink | null;
	readonly trial: Trial;
	/** What to do before there is something to try. */
	readonly waiting: ReactNode;
	/** Sets options of the link; absent where it cannot be changed here. */
	readonly onOptions?: ((options: Options) => void) | undefined;
	/** Errors that are told at their fields already. */
	readonly isToldElsewhere?: boolean;
}

/** What a link would match, while it is built: figures both ways, examples, and what would match more. */
export function TrialView({ link, trial, waiting, onOptions, isToldElsewhere = false }: TrialViewProps) {
	const { state, found } = trial;
	if (link === null)
		return (
			<Muted component="p" numeric>
				{waiting}
			</Muted>
		);
	return (
		<Stack gap={4} aria-busy={state === 'running'}>
			<Progress trial={trial} />
			{state === 'failed' && !isToldElsewhere && (
				<ErrorPanel title="The link could not be tried" error={errorFacts(trial.error)} onRetry={trial.again} />
			)}
			{found !== null && (
				<>
					{found.basis !== null && (
						<Notice tone="info" title={`Tried on ${found.basis}.`}>
							{!trial.isService &&
								'This service does not try links on all rows: what is not among these seems unmatched.'}
						</Notice>
					)}
					<Coverage link={link} trial={found.trial} />
					<Hints link={link} trial={found.trial} onOptions={onOptions} />
					{found.trial.distances !== null && link.matchType === 'GeoMatch' ? (
						<LazyPart
							part={geo}
							props={{
								link,
								trial: found.trial,
								distances: found.trial.distances,
								meters: distanceIn(link.options ?? {}),
								isCurrent: state === 'ready',
								onMeters:
									onOptions === undefined
										? undefined
										: (maxDistanceMeters: number) => onOptions({ ...link.options, maxDistanceMeters }),
							}}
						/>
					) : (
						<div className={classes.values}>
							<Values side={found.trial.from} name={`${link.from.dataset}.${link.from.columnName}`} />
							<Values side={found.trial.to} name={`${link.to.dataset}.${link.to.columnName}`} />
						</div>
					)}
				</>
			)}
		</Stack>
	);
}

function Progress({ trial }: { trial: Trial }) {
	const { state, found, since, isService } = trial;
	const seconds = useSeconds(state === 'running', since);
	const where = isService ? 'on all rows of both datasets' : 'on the rows that the console sees';
	return (
		<Inline gap={2} tone="muted" numeric className={classes.progress}>
			<span role="status">
				{state === 'running' && `Trying ${where}…`}
				{state === 'stopped' && 'Stopped.'}
				{state === 'ready' &&
					found !== null &&
					(found.basis === null ? 'Tried on all rows of both datasets.' : 'Tried.')}
			</span>
			{seconds > 0 && <span>{formatDuration(seconds * 1_000)}</span>}
			{state === 'running' && (
				<Button
					variant="default"
					size="compact-sm"
					leftSection={<IconPlayerStop size={14} aria-hidden />}
					onClick={trial.stop}
				>
					Stop
				</Button>
			)}
			{state === 'stopped' && (
				<Button
					variant="default"
					size="compact-sm"
					leftSection={<IconRefresh size={14} aria-hidden />}
					onClick={trial.again}
				>
					Try again
				</Button>
			)}
		</Inline>
	);
}

/** Whole seconds since a moment, while it goes on. */
function useSeconds(running: boolean, since: number): number {
	const [now, setNow] = useState(since);
	useEffect(() => {
		if (!running) return;
		const timer = setInterval(() => setNow(Date.now()), 500);
		return () => clearInterval(timer);
	}, [running]);
	return running ? Math.max(0, Math.floor((now - since) / 1_000)) : 0;
}

/** The most frequent values without a partner, then those with one. */
function Values({ side, name }: { side: TrialSide; name: string }) {
	const unmatched = side.distinct - side.matchedDistinct;
	return (
		<section aria-label={`Values of ${name}`} className={classes.column}>
			<SectionHeader level={3} size="ui" breaks mb={1}>
				<code>{name}</code>
			</SectionHeader>
			{unmatched === 0 ? (
				<Muted component="p" numeric>
					{side.distinct === 0 ? 'No row has a value.' : 'Every value has a partner.'}
				</Muted>
			) : (
				<List title={titleOf(unmatched, side.unmatched.length, 'without a partner')} items={side.unmatched} isOdd />
			)}
			{side.matched.length > 0 && (
				<List title={titleOf(side.matchedDistinct, side.matched.length, 'matched')} items={side.matched} />
			)}
		</section>
	);
}

const titleOf = (all: number, shown: number, what: string): string =>
	all <= shown ? `${formatCount(all)} ${what}` : `${formatCount(all)} ${what}, the ${shown} most frequent`;

function List({ title, items, isOdd = false }: { title: string; items: TrialSide['matched']; isOdd?: boolean }) {
	return (
		<>
			<Muted component="h4" size="ui" weight="normal" numeric mt={2}>
				{title}
			</Muted>
			<ul className={classes.list} data-odd={isOdd || undefined} aria-label={title}>
				{items.map((it) => (
					<li key={it.value}>
						<code title={it.value}>{shown(it.value)}</code>
						<span>{formatCount(it.rows)}</span>
					</li>
				))}
			</ul>
		</>
	);
}

/** Spaces at either end are what keeps values apart: they are shown. */
const shown = (value: string): string =>
	value === '' ? 'empty text' : value.replace(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length));
