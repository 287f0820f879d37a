import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getRows } from '#contract/dataset.ts';
import { type LinkTrial, type NewLink, tryLink } from '#contract/link.ts';
import { countOf } from '../../../lib/format.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { coordinateOf, longitudeIn, type Side, sides } from '../model.ts';
import { linkKeys, trialQuery } from '../queries.ts';
import { tryOnRows } from './local-trial.ts';
import { pastedRows, readVisibleRows, rowsLabel, type VisibleRows } from './visible-rows.ts';

export type Trial = ReturnType<typeof useTrial>;

interface Found {
	readonly trial: LinkTrial;
	/** Describes the rows of each end that were used; null: all of both. */
	readonly basis: string | null;
}

export type Pasted = Readonly<Record<Side, string>>;
export const nothingPasted: Pasted = { from: '', to: '' };

/** Delay between the last change and the trial, in ms. */
const quiet = 350;

/** Tries a link while it's being built. A newer trial replaces a running one. */
export function useTrial(link: NewLink | null, pasted: Pasted = nothingPasted) {
	const queryClient = useQueryClient();
	const { names } = useDiscoveredNames();
	const isService = useOffers(tryLink);
	const showsRows = useOffers(getRows);
	const [text] = useDebouncedValue(link === null ? '' : JSON.stringify({ link, pasted }), quiet);
	const wanted = text === '' ? null : (JSON.parse(text) as { link: NewLink; pasted: Pasted });
	const [stopped, setStopped] = useState<string | null>(null);
	const [since, setSince] = useState(0);

	const byService = useQuery({
		...trialQuery(wanted?.link ?? noLink),
		enabled: isService && wanted !== null && stopped !== text,
		placeholderData: (before: LinkTrial | undefined, query) =>
			wanted !== null && query !== undefined && sameEnds(query.queryKey[2], wanted.link) ? before : undefined,
	});
	const here = useQuery({
		queryKey: [...linkKeys.trials, 'here', showsRows, text] as const,
		queryFn: ({ signal }) =>
			tryHere(wanted?.link ?? noLink, wanted?.pasted ?? nothingPasted, { queryClient, names, showsRows }, signal),
		enabled: !isService && wanted !== null && stopped !== text,
		retry: false,
		refetchOnWindowFocus: false,
		gcTime: 0,
	});
	const query = isService ? byService : here;
	const isRunning = query.fetchStatus === 'fetching';
	// biome-ignore lint/correctness/useExhaustiveDependencies: another text starts another trial
	useEffect(() => {
		if (isRunning) setSince(Date.now());
	}, [isRunning, text]);

	const found = isService ? foundOf(byService.data) : (here.data?.found ?? null);
	const isCurrent = link !== null && wanted !== null && JSON.stringify(link) === JSON.stringify(wanted.link);
	return {
		state: stateOf(),
		/** The last result for these ends, also while the next is running. */
		found: link === null ? null : found,
		error: query.error,
		/** Start time, ms since 1970. */
		since,
		/** Whether the service runs the trial, or it runs locally on visible rows. */
		isService,
		/** Ends without visible rows, for which values can be pasted. */
		unseen: isService || link === null ? [] : (here.data?.unseen ?? []),
		stop: () => {
			setStopped(text);
			void queryClient.cancelQueries({ queryKey: linkKeys.trials });
		},
		again: () => {
			setStopped(null);
			void query.refetch();
		},
	};

	/** `stopped`: by the user. */
	function stateOf(): 'idle' | 'running' | 'ready' | 'failed' | 'stopped' {
		if (link === null) return 'idle';
		if (stopped === text && isCurrent) return 'stopped';
		if (isRunning || !isCurrent || query.isPlaceholderData) return 'running';
		if (query.isError) return 'failed';
		return query.data === undefined ? 'running' : 'ready';
	}
}

const noEnd = { username: '', namespace: '', dataset: '', columnName: '' };
const noLink: NewLink = { from: noEnd, to: noEnd, matchType: 'ExactMatch' };

/** Results of other ends or another match type must not be shown. */
function sameEnds(key: unknown, link: NewLink): boolean {
	const before = JSON.parse(String(key)) as NewLink;
	const ends = ({ from, to, matchType }: NewLink) => JSON.stringify({ from, to, matchType });
	return ends(before) === ends(link);
}

interface Here {
	/** Null if an end has no rows. */
	readonly found: Found | null;
	readonly unseen: readonly Side[];
}

function foundOf(trial: LinkTrial | undefined): Found | null {
	if (trial === undefined) return null;
	const { sampledRows: rows } = trial;
	const basis =
		rows === null ? null : `${countOf(rows, 'random row')} from the first dataset and all rows of the second`;
	return { trial, basis };
}

async function tryHere(
	link: NewLink,
	pasted: Pasted,
	access: Parameters<typeof readVisibleRows>[1],
	signal: AbortSignal,
): Promise<Here> {
	const rowsOf = async (side: Side): Promise<VisibleRows | null> => {
		const columns = [link[side].columnName];
		if (link.matchType === 'GeoMatch') columns.push(longitudeIn(link.options ?? {}, side) || 'longitude');
		const typed = pastedRows(pasted[side], columns);
		return typed ?? (await readVisibleRows(coordinateOf(link[side]), access, signal));
	};
	const [from, to] = await Promise.all(sides.map(rowsOf));
	if (!from || !to) return { found: null, unseen: sides.filter((side) => !(side === 'from' ? from : to)) };
	const basis = `${rowsLabel(from)} and ${rowsLabel(to)}`;
	return { found: { trial: await tryOnRows(link, from, to), basis }, unseen: [] };
}
