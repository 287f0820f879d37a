import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { LinkTrial, NewLink, TrialSide } from '#contract/link.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf, formatCount, formatDuration } from '../../../lib/format.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { percent } from '../labels.ts';
import { distanceIn, type Options } from '../model.ts';
import classes from './trial.module.css';
import type { Trial } from './use-trial.ts';

const geo = lazyPart(() => import('./geo-view.tsx'), 'GeoView');

interface TrialViewProps {
	readonly link: NewLink;
	readonly trial: Trial;
	/** Sets the link's options; absent if read-only. */
	readonly onOptions?: ((options: Options) => void) | undefined;
	/** Whether the error is shown at its fields instead. */
	readonly hidesError?: boolean;
}

/** Live preview of what a link would match: coverage of both ends, examples, and hints for more matches. */
export function TrialView({ link, trial, onOptions, hidesError = false }: TrialViewProps) {
	const { state, found } = trial;
	return (
		<Stack gap={4} aria-busy={state === 'running'}>
			<Progress trial={trial} />
			{state === 'failed' && !hidesError && (
				<ErrorPanel title="Couldn’t preview the link" error={errorFacts(trial.error)} onRetry={trial.again} />
			)}
			{found !== null && (
				<>
					{found.basis !== null && (
						<Notice tone="info" title={`Previewed on ${found.basis}`}>
							{!trial.isService &&
								'This service can’t preview links on all rows, so values outside the sample count as unmatched.'}
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
	const Icon = state === 'running' ? IconPlayerStop : IconRefresh;
	const where = isService ? 'on all rows of both datasets' : 'on the rows the console can read';
	return (
		<Inline gap={2} tone="muted" numeric style={{ minHeight: 28 }}>
			<span role="status">
				{state === 'running' && `Previewing ${where}…`}
				{state === 'stopped' && 'Stopped.'}
				{state === 'ready' &&
					found !== null &&
					(found.basis === null ? 'Previewed on all rows of both datasets.' : 'Preview ready.')}
			</span>
			{seconds > 0 && <span>{formatDuration(seconds * 1_000)}</span>}
			{(state === 'running' || state === 'stopped') && (
				<Button
					variant="default"
					size="compact-sm"
					leftSection={<Icon size={14} aria-hidden />}
					onClick={state === 'running' ? trial.stop : trial.again}
				>
					{state === 'running' ? 'Stop preview' : 'Try again'}
				</Button>
			)}
		</Inline>
	);
}

/** Elapsed whole seconds while running. */
function useSeconds(running: boolean, since: number): number {
	const [now, setNow] = useState(since);
	useEffect(() => {
		if (!running) return;
		const timer = setInterval(() => setNow(Date.now()), 500);
		return () => clearInterval(timer);
	}, [running]);
	return running ? Math.max(0, Math.floor((now - since) / 1_000)) : 0;
}

function Values({ side, name }: { side: TrialSide; name: string }) {
	const unmatched = side.distinct - side.matchedDistinct;
	return (
		<section aria-label={`Values in ${name}`}>
			<SectionHeader level={3} size="ui" breaks mb={1}>
				<code>{name}</code>
			</SectionHeader>
			{unmatched === 0 ? (
				<Muted component="p" numeric>
					{side.distinct === 0 ? 'No values' : 'All values match'}
				</Muted>
			) : (
				<List title={titleOf(unmatched, side.unmatched.length, 'unmatched')} items={side.unmatched} isOdd />
			)}
			{side.matched.length > 0 && (
				<List title={titleOf(side.matchedDistinct, side.matched.length, 'matched')} items={side.matched} />
			)}
		</section>
	);
}

const titleOf = (all: number, shown: number, what: string): string =>
	all <= shown ? `${formatCount(all)} ${what}` : `${formatCount(all)} ${what} (${shown} most frequent shown)`;

function List({ title, items, isOdd = false }: { title: string; items: TrialSide['matched']; isOdd?: boolean }) {
	return (
		<>
			<Muted component="h4" size="ui" weight="normal" numeric mt={2}>
				{title}
			</Muted>
			<ul className={classes.list} aria-label={title}>
				{items.map((item) => (
					<li key={item.value}>
						<Text component="code" clip tone={isOdd ? 'error' : undefined} title={item.value}>
							{shown(item.value)}
						</Text>
						<Muted mono numeric>
							{formatCount(item.rows)}
						</Muted>
					</li>
				))}
			</ul>
		</>
	);
}

/** Makes leading and trailing spaces visible, since they prevent matches. */
const shown = (value: string): string =>
	value === '' ? 'empty text' : value.replace(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length));

const Coverage = ({ link, trial }: { link: NewLink; trial: LinkTrial }) => {
	const isGeo = link.matchType === 'GeoMatch';
	const what = isGeo ? 'point' : 'value';
	const [from, to] = [endLabel(link.from, isGeo), endLabel(link.to, isGeo)];
	return (
		<div className={classes.coverage}>
			<Bar side={trial.from} name={from} other={to} what={what} />
			<Bar side={trial.to} name={to} other={from} what={what} />
		</div>
	);
};

const endLabel = ({ dataset, columnName }: NewLink['from'], isGeo: boolean): string =>
	isGeo ? dataset : `${dataset}.${columnName}`;

interface BarProps {
	readonly side: TrialSide;
	readonly name: string;
	readonly other: string;
	readonly what: 'value' | 'point';
}

function Bar({ side, name, other, what }: BarProps) {
	const share = side.distinct === 0 ? 0 : side.matchedDistinct / side.distinct;
	const figure = `${formatCount(side.matchedDistinct)} of ${countOf(side.distinct, what)}`;
	const empty = side.rows - side.withValue;
	return (
		<section aria-label={`Coverage of ${name}`}>
			<Text component="p" numeric breaks className={classes.figure}>
				<strong>{percent(side.matchedDistinct, side.distinct)}</strong> {figure} of <code>{name}</code>{' '}
				{what === 'point' ? 'with a match in' : 'found in'} <code>{other}</code>
			</Text>
			<div className={classes.track} aria-hidden="true">
				<span className={classes.fill} style={{ width: `${100 * share}%` }} />
			</div>
			<Muted component="p" numeric>
				{formatCount(side.matchedRows)} of {countOf(side.withValue, 'row')} matched,{' '}
				{percent(side.matchedRows, side.withValue)}
				{' · '}
				{side.unique ? `${what}s are unique` : `${what}s repeat`}
				{empty > 0 && ` · ${countOf(empty, 'row')} without a ${what === 'point' ? 'valid location' : 'value'}`}
			</Muted>
		</section>
	);
}

interface HintsProps extends Pick<TrialViewProps, 'link' | 'onOptions'> {
	readonly trial: LinkTrial;
}

/** Meaning of each hint, and the option that applies it, or what else to do. */
const kinds: Readonly<Record<string, { readonly label: string; readonly option?: readonly [string, boolean] }>> = {
	case: { label: 'Ignore case', option: ['caseSensitive', false] },
	trim: { label: 'Trim spaces', option: ['trim', true] },
	leadingZeros: { label: 'Ignore leading zeros' },
	accents: { label: 'Ignore accents' },
	all: { label: 'Ignore case, spaces, leading zeros and accents' },
};

/** Comparisons that would match more, with the coverage each would reach. */
function Hints({ link, trial, onOptions }: HintsProps) {
	if (trial.hints.length === 0) return null;
	const { distinct } = trial.from;
	const isText = trial.hints.some((hint) => kinds[hint.kind]?.option === undefined);
	return (
		<section aria-label="Ways to match more values" className={classes.hints}>
			<SectionHeader level={3} size="ui" breaks mb={1}>
				Ways to match more values
			</SectionHeader>
			<Stack component="ul" mb={2}>
				{trial.hints.map((hint) => {
					const { label, option } = kinds[hint.kind] ?? { label: hint.kind };
					return (
						<Inline key={hint.kind} component="li" gap={[1, 3]} numeric>
							<span>
								{label}: <strong>{percent(hint.from, distinct)}</strong>, {formatCount(hint.from)} of{' '}
								{countOf(distinct, 'value')} would match
							</span>
							{option !== undefined && onOptions !== undefined && (
								<Button
									variant="default"
									size="compact-sm"
									onClick={() => onOptions({ ...link.options, [option[0]]: option[1] })}
								>
									Apply option
								</Button>
							)}
						</Inline>
					);
				})}
			</Stack>
			{isText && (
				<Muted component="p" numeric>
					Links can’t ignore leading zeros or accents. Clean the column with a BuildSpec instead.
				</Muted>
			)}
		</section>
	);
}
