import { keepPreviousData, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { blameLines, carryOver } from '../../../lib/blame-lines.ts';
import { relativeTime } from '../../../lib/relative-time.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { useScope } from '../../session/queries.ts';
import { buildSpecKeys } from '../queries.ts';
import { versionTextQuery } from '../version-queries.ts';
import { useHistory } from '../versions/versions.ts';
import type { Saved } from '../work.ts';

const preference = 'workbench/blame';
/** Versions read at once. */
const batch = 30;
/** Maximum versions read. */
const limit = 1_000;
const longestName = 12;

export type Blame = ReturnType<typeof useBlame>;

/** Author and age of each line for the editor's gutter; null if not wanted or not loaded. */
export function useBlame(saved: Saved, payload: string) {
	const [isOn, setOn] = useState(() => readPreference(preference, z.boolean()) ?? false);
	const [now] = useState(() => Date.now());
	const scope = useScope();
	const { id } = saved.value;
	const { keeps, listed, lines, readable } = useHistory(saved.value, isOn);
	const isRead = !keeps || !listed.isPending;
	const versions = readable.slice(0, limit);
	const { data, isPlaceholderData } = useQuery({
		queryKey: [...buildSpecKeys.all, 'blame', id, versions],
		queryFn:
			isOn && isRead && versions.length > 0 ? ({ client }) => readOrigins(client, scope, id, versions) : skipToken,
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
	});
	// The service lists a hundred versions at a time, but lines may be older.
	const { hasNextPage, isFetchingNextPage, fetchNextPage } = listed;
	const isShort = isOn && data?.isOpen === true && !isPlaceholderData && hasNextPage && !isFetchingNextPage;
	useEffect(() => {
		if (isShort && versions.length < limit) void fetchNextPage();
	}, [isShort, versions.length, fetchNextPage]);
	const text = useDeferredValue(payload);
	const named = isOn && data !== undefined ? [...new Set(data.origins)] : [];
	// Recomputed at each key; comparing texts keeps the gutter unchanged.
	const labels = JSON.stringify(
		named.map((version) => [version, labelOf(version, lines, now, data?.isOpen === true && version === data.oldest)]),
	);
	const gutter = useMemo(() => {
		if (!isOn || data === undefined) return null;
		const labelsByVersion = new Map(JSON.parse(labels) as [number, string][]);
		const width = Math.max(notSaved.length, ...[...labelsByVersion.values()].map((label) => label.length));
		const written = carryOver<number | null>(text, data.payload, data.origins, null).map((version) =>
			version === null ? notSaved : (labelsByVersion.get(version) ?? ''),
		);
		// Only the first of consecutive lines gets the label.
		return written.map((label, index) => (label === written[index - 1] ? '' : label).padEnd(width, '\u00a0'));
	}, [isOn, data, text, labels]);
	const toggle = () => {
		setOn(!isOn);
		writePreference(preference, !isOn);
	};
	return { gutter, isOn, toggle };
}

const notSaved = 'not saved';

interface Origins {
	/** Code of the newest version. */
	readonly payload: string;
	/** The version that added each line. */
	readonly origins: readonly number[];
	readonly oldest: number;
	/** Whether lines of the oldest version read may be older. */
	readonly isOpen: boolean;
}

/** Reads versions, newest first, in batches of doubling size, until no line can be older. */
async function readOrigins(
	client: QueryClient,
	scope: Scope,
	id: string,
	versions: readonly number[],
): Promise<Origins> {
	const texts: string[] = [];
	let found: number[] = [];
	const hasOlder = () => found.includes(texts.length - 1);
	do {
		const wanted = versions.slice(0, Math.max(batch, 2 * texts.length));
		while (texts.length < wanted.length) {
			const next = wanted.slice(texts.length, texts.length + batch);
			const read = await Promise.all(next.map((version) => client.fetchQuery(versionTextQuery(scope, id, version))));
			texts.push(...read.map((text) => text?.payload ?? ''));
		}
		found = blameLines(texts);
	} while (hasOlder() && texts.length < versions.length);
	const oldest = versions[texts.length - 1] ?? 1;
	return {
		payload: texts[0] ?? '',
		origins: found.map((at) => versions[at] ?? oldest),
		oldest,
		isOpen: hasOlder() && oldest > 1,
	};
}

/** "v3 demo, 2 days ago", "v3 or earlier" */
function labelOf(version: number, lines: ReturnType<typeof useHistory>['lines'], now: number, isOpen: boolean): string {
	if (isOpen) return `v${version} or earlier`;
	const line = lines.find((line) => line.kind === 'version' && line.version === version);
	if (line?.kind !== 'version') return `v${version}`;
	const at = line.savedAt === null ? Number.NaN : Date.parse(line.savedAt);
	const author = line.author === null ? '' : ` ${line.author.slice(0, longestName)}`;
	return `v${version}${author}${Number.isNaN(at) ? '' : `, ${relativeTime(at, now)}`}`;
}
