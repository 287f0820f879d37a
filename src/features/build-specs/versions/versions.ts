import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type BuildSpec, type BuildSpecVersion, listBuildSpecVersions } from '#contract/build-spec.ts';
import type { VersionEntry } from '../../../storage/version-history.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { versionHistoryQuery, versionsQuery } from '../version-queries.ts';

/** A line of a BuildSpec's history, newest first. */
export type HistoryLine =
	| {
			readonly kind: 'version';
			readonly version: number;
			/** When it was saved, as the service wrote it; null where nobody says. */
			readonly savedAt: string | null;
			readonly author: string | null;
			/** `created`, `edited`, `renamed` or `restored`, where the service says so. */
			readonly change: string | null;
			/** What a person calls it, and what they wrote about it; empty where nothing. */
			readonly name: string;
			readonly message: string;
			/** When this browser saw it, ms since 1970; null where it did not. */
			readonly seenAt: number | null;
			readonly current: boolean;
	  }
	/** A replaced draft that was based on that version. */
	| { readonly kind: 'aside'; readonly version: number; readonly entry: VersionEntry }
	/** Versions that the service doesn't list and this browser has not seen. */
	| { readonly kind: 'gap'; readonly from: number; readonly to: number };

/**
 * Joins what the service lists with what this browser has seen.
 * @param listed the service's versions, newest first; empty where it keeps none
 * @param complete whether nothing older is to come from the service
 * @param current the version that the BuildSpec has now
 */
export function historyOf(
	listed: readonly BuildSpecVersion[],
	complete: boolean,
	entries: readonly VersionEntry[],
	current: number,
): HistoryLine[] {
	const byVersion = new Map(listed.map((item) => [item.version, item]));
	const seen = new Map(entries.filter((entry) => entry.kind === 'seen').map((entry) => [entry.version, entry]));
	const oldestListed = listed.at(-1)?.version ?? null;
	// What comes with the service's next page is no gap.
	const oldest = complete || oldestListed === null ? 1 : oldestListed;
	const numbers = [...new Set([...byVersion.keys(), ...entries.map((item) => item.version), current])]
		.filter((key) => key >= oldest)
		.sort((a, b) => b - a);
	const lines: HistoryLine[] = [];
	let above = numbers[0] === undefined ? 1 : numbers[0] + 1;
	for (const version of numbers) {
		if (version < above - 1) lines.push({ kind: 'gap', from: version + 1, to: above - 1 });
		for (const entry of entries) {
			if (entry.kind === 'aside' && entry.version === version) lines.push({ kind: 'aside', version, entry });
		}
		const from = byVersion.get(version);
		const mine = seen.get(version);
		lines.push({
			kind: 'version',
			version,
			savedAt: from?.createdAt ?? (mine?.savedAt || null),
			author: from?.author ?? null,
			change: from?.change ?? null,
			name: from?.name ?? '',
			message: from?.message ?? '',
			seenAt: mine?.at ?? null,
			current: version === current,
		});
		above = version;
	}
	if (above > oldest) lines.push({ kind: 'gap', from: oldest, to: above - 1 });
	return lines;
}

/** The versions whose text can be had: those that the service keeps, else those that this browser has seen. */
export const readableVersions = (lines: readonly HistoryLine[]): number[] =>
	lines.flatMap((line) =>
		line.kind === 'version' && (line.current || line.seenAt !== null || line.change !== null) ? [line.version] : [],
	);

/** A BuildSpec's history: what the service lists, page by page, over what this browser has seen. */
/** @param isWanted whether the service is asked */
export function useHistory(spec: BuildSpec, isWanted = true) {
	const keeps = useOffers(listBuildSpecVersions);
	const listed = useInfiniteQuery({ ...versionsQuery(spec.id), enabled: keeps && isWanted });
	const { data: seen = [] } = useQuery({ ...versionHistoryQuery(useScope(), spec.id), enabled: isWanted });
	const items = listed.data?.pages.flatMap((page) => page.items) ?? [];
	const isWhole = !keeps || (!listed.hasNextPage && !listed.isPending);
	const lines = historyOf(items, isWhole, seen, spec.version);
	return { keeps, listed, newest: items[0]?.version, seen, lines, readable: readableVersions(lines) };
}

/** The name of a side of a comparison in the address: a version's number, or the time when a text was replaced. */
export const sideName = (entry: VersionEntry): string =>
	entry.kind === 'aside' ? `aside-${entry.at}` : String(entry.version);

export function sideLabel(side: string): string {
	if (side === 'draft') return 'your draft';
	return side.startsWith('aside-') ? 'your replaced draft' : `version ${side}`;
}

/** The two sides that are compared, as `sideName` names them. */
export interface Sides {
	readonly left: string;
	readonly right: string;
	readonly choose: (side: 'left' | 'right', value: string) => void;
}
