import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type BuildSpec, type BuildSpecVersion, listBuildSpecVersions } from '#contract/build-spec.ts';
import type { VersionEntry } from '../../../storage/version-history.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { versionHistoryQuery, versionsQuery } from '../version-queries.ts';

/** A line in a BuildSpec's history, newest first. */
export type HistoryLine =
	| {
			readonly kind: 'version';
			readonly version: number;
			/** When the service saved it; null if unknown. */
			readonly savedAt: string | null;
			readonly author: string | null;
			/** From the service: `created`, `edited`, `renamed` or `restored`. */
			readonly change: string | null;
			/** Name and message, or empty. */
			readonly name: string;
			readonly message: string;
			/** When this browser saw it, ms since 1970; null if it didn't. */
			readonly seenAt: number | null;
			readonly current: boolean;
	  }
	/** A replaced draft based on that version. */
	| { readonly kind: 'aside'; readonly version: number; readonly entry: VersionEntry }
	/** Versions not listed by the service and not seen by this browser. */
	| { readonly kind: 'gap'; readonly from: number; readonly to: number };

/**
 * Merges the service's history with this browser's.
 * @param listed the service's versions, newest first; empty if it keeps none
 * @param complete whether the service has no older ones
 * @param current the current version
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
	// Versions on the service's next page aren't a gap.
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

/** Versions whose text is available from the service or this browser. */
export const readableVersions = (lines: readonly HistoryLine[]): number[] =>
	lines.flatMap((line) =>
		line.kind === 'version' && (line.current || line.seenAt !== null || line.change !== null) ? [line.version] : [],
	);

/** A BuildSpec's history from the service, page by page, merged with this browser's. */
/** @param isWanted whether to ask the service */
export function useHistory(spec: BuildSpec, isWanted = true) {
	const keeps = useOffers(listBuildSpecVersions);
	const listed = useInfiniteQuery({ ...versionsQuery(spec.id), enabled: keeps && isWanted });
	const { data: seen = [] } = useQuery({ ...versionHistoryQuery(useScope(), spec.id), enabled: isWanted });
	const items = listed.data?.pages.flatMap((page) => page.items) ?? [];
	const isWhole = !keeps || (!listed.hasNextPage && !listed.isPending);
	const lines = historyOf(items, isWhole, seen, spec.version);
	return { keeps, listed, newest: items[0]?.version, seen, lines, readable: readableVersions(lines) };
}

/** Identifies one side of a comparison in the URL: a version number, or the time a draft was replaced. */
export const sideName = (entry: VersionEntry): string =>
	entry.kind === 'aside' ? `aside-${entry.at}` : String(entry.version);

export function sideLabel(side: string): string {
	if (side === 'draft') return 'your draft';
	return side.startsWith('aside-') ? 'your replaced draft' : `version ${side}`;
}

/** The two compared sides, as returned by `sideName`. */
export interface Sides {
	readonly left: string;
	readonly right: string;
	readonly choose: (side: 'left' | 'right', value: string) => void;
}
