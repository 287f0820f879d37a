import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { joinNames } from '#contract/dataset.ts';
import { draftQuestion } from '../../features/agents/composer/question-draft.ts';
import { buildSpecsQuery } from '../../features/build-specs/queries.ts';
import { nameKeys, useDiscoveredNames } from '../../features/names/queries.ts';
import { kindLabels, type ParsedSearch, parseSearch } from '../../features/search/model.ts';
import { asksService } from '../../features/search/queries.ts';
import { descriptionQuery, useScope } from '../../features/session/queries.ts';
import { offeredCommands } from '../../lib/commands.ts';
import { randomId } from '../../lib/random-id.ts';
import { paths } from '../../routing/paths.ts';
import { recentPages } from '../../storage/preferences.ts';
import { useConsoleEntries } from './console-entries.ts';
import { useDocEntries } from './doc-entries.ts';
import { type Entry, type EntryGroup, type FoundGroup, findEntries } from './find-entries.ts';
import { useNamedEntries } from './named-entries.ts';
import { useServiceResults } from './search-results.ts';

interface PaletteEntries {
	readonly groups: readonly FoundGroup[];
	readonly further: readonly Entry[];
	readonly isLooking: boolean;
}

export function usePaletteEntries(text: string, onShortcuts: () => void): PaletteEntries {
	const { pathname } = useLocation();
	const scope = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const wanted = parseSearch(text, scope.user);
	const docs = useDocEntries(wanted.words, wanted.isDocs);
	const served = useServiceResults(wanted);
	const named = useNamedEntries(served === null ? wanted.words : null);
	const ofConsole = useConsoleEntries(description, onShortcuts);
	const ofPage = usePageEntries();
	const [recent] = useState(() => recentPages(scope).filter((address) => address !== pathname));
	const isListing = useIsListing();
	const further = useFurtherEntries(text.trim(), wanted, served !== null && !wanted.isDocs);

	if (wanted.isDocs) return { groups: findEntries(docs, wanted.words), further, isLooking: false };
	const isFiltered = wanted.kinds !== null || wanted.owner !== null;
	if (wanted.words === '' && !isFiltered) {
		const specs = new Map(named.specs.map((entry) => [entry.to, entry]));
		const opened = recent.flatMap((address) => specs.get(address) ?? named.recent(address) ?? []);
		const entries = opened.map((entry) => ({ ...entry, id: `recent ${entry.id}` }));
		const groups = [{ label: 'Recent', entries, limit: 6 }, ...ofPage, ...ofConsole.slice(0, 2)];
		return { groups: findEntries(groups, ''), further: [], isLooking: false };
	}
	const ownedBy = wanted.owner === null ? '' : `${joinNames([wanted.owner])}/`.toLowerCase();
	const ofOwner = (entries: readonly Entry[]) => entries.filter(({ label }) => label.toLowerCase().startsWith(ownedBy));
	const specs = ofOwner(named.specs);
	const found = served?.groups ?? [];
	const foundPages = new Set(found.flatMap(({ entries }) => entries.map(({ to }) => to?.split('?')[0])));
	const names: EntryGroup[] = [
		...found.map((group) =>
			group.label === kindLabels['build-spec']
				? { ...group, entries: [...group.entries, ...specs.filter(({ to = '' }) => !foundPages.has(to))] }
				: group,
		),
		...(served !== null
			? []
			: [
					{ label: kindLabels['build-spec'], entries: specs },
					{ label: kindLabels.dataset, entries: ofOwner(named.datasets) },
					{ label: kindLabels.namespace, entries: ofOwner(named.namespaces) },
				]),
	];
	const isLooking = served?.isLooking ?? isListing;
	const isWanted = ({ label }: EntryGroup) => wanted.kinds?.some((kind) => kindLabels[kind] === label) ?? true;
	const groups = isFiltered ? names.filter(isWanted) : [...ofPage, ...ofConsole, ...docs, ...names, ...named.others];
	return {
		groups: findEntries(groups, wanted.words, { used: new Set(recent), isComplete: !isLooking }),
		further,
		isLooking,
	};
}

/** Entries of the page when the palette opened, since nothing changes below it while it's open. */
function usePageEntries(): EntryGroup[] {
	const [commands] = useState(offeredCommands);
	const ofGroup = (group: string | undefined): Entry[] =>
		commands
			.filter((command) => command.group === group)
			.map(({ id, label, run, keys, disabledReason = null }) => ({
				id: `command ${id}`,
				label,
				disabledReason,
				choose: run,
				...(keys === undefined ? {} : { keys }),
			}));
	return [
		{ label: 'On this page', entries: ofGroup(undefined), limit: Number.POSITIVE_INFINITY, weight: 1.15 },
		...['View', 'Rows', 'Code editor'].map((label) => ({ label, entries: ofGroup(label) })),
	];
}

/** @param typed including filters, which the results page supports too */
function useFurtherEntries(typed: string, wanted: ParsedSearch, isServed: boolean): Entry[] {
	const navigate = useNavigate();
	const scope = useScope();
	const { words } = wanted;
	const ask: Entry = {
		id: 'ask',
		label: `Ask agent: ${words}`,
		choose() {
			draftQuestion(scope, words);
			void navigate(paths.agents(), { state: { drafted: randomId() } });
		},
	};
	const results = {
		id: 'results',
		label: `All results for "${typed}"`,
		choose: () => void navigate(paths.search(typed)),
	};
	return [...(isServed && asksService(wanted) ? [results] : []), ...(words === '' ? [] : [ask])];
}

/** Whether a list of named things is still loading for the first time. */
function useIsListing(): boolean {
	const { isReading } = useDiscoveredNames();
	const kinds: readonly unknown[] = [nameKeys.all[0], buildSpecsQuery.queryKey[0]];
	const lists = useIsFetching({
		predicate: ({ queryKey, state }) => state.data === undefined && kinds.includes(queryKey[0]),
	});
	return isReading || lists > 0;
}
