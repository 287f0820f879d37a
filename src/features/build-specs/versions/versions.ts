import type { BuildSpecVersion } from '#contract/build-spec.ts';
import type { VersionEntry } from '../../../storage/version-history.ts';

/** A line of a BuildSpec's history, newest first. */
export type HistoryLine =
	| {
			readonly kind: 'version';
			readonly version: number;
			/** When it was saved, as the service wrote it; null where nobody says. */
			readonly savedAt: string | null;
			readonly author: string | null;
			/** `created`, `edited`, `renamed` or `restored`, where the service tells. */
			readonly change: string | null;
			/** When this browser saw it, ms since 1970; null where it did not. */
			readonly seenAt: number | null;
			readonly current: boolean;
	  }
	/** Text of mine that gave way to another and began from that version. */
	| { readonly kind: 'aside'; readonly version: number; readonly entry: VersionEntry }
	/** Versions that neither the service tells of nor this browser has seen. */
	| { readonly kind: 'gap'; readonly from: number; readonly to: number };

/**
 * Lays what the service tells over what this browser has seen.
 * @param listed the service's versions, newest first; null where it keeps none
 * @param complete whether nothing older is to come from the service
 * @param current the version that the BuildSpec has now
 */
export function historyOf(
	listed: readonly BuildSpecVersion[] | null,
	complete: boolean,
	ledger: readonly VersionEntry[],
	current: number,
): HistoryLine[] {
	const byVersion = new Map(listed?.map((item) => [item.version, item]));
	const seen = new Map<number, VersionEntry>();
	for (const it of ledger) if (it.kind === 'seen') seen.set(it.version, it);
	const oldestListed = listed?.at(-1)?.version ?? null;
	// What comes with the service's next page is no gap.
	const oldest = complete || oldestListed === null ? 1 : oldestListed;
	const numbers = [...new Set([...byVersion.keys(), ...ledger.map((item) => item.version), current])]
		.filter((key) => key >= oldest)
		.sort((a, b) => b - a);
	const lines: HistoryLine[] = [];
	let above = numbers[0] === undefined ? 1 : numbers[0] + 1;
	for (const version of numbers) {
		if (version < above - 1) lines.push({ kind: 'gap', from: version + 1, to: above - 1 });
		for (const entry of ledger) {
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
			seenAt: mine?.at ?? null,
			current: version === current,
		});
		above = version;
	}
	if (above > oldest) lines.push({ kind: 'gap', from: oldest, to: above - 1 });
	return lines;
}

/** The versions whose text can be had: those that the service keeps, else those that this browser has seen. */
export const readableVersions = (lines: readonly HistoryLine[], serviceKeeps: boolean): number[] =>
	lines.flatMap((line) =>
		line.kind === 'version' && (line.current || line.seenAt !== null || (serviceKeeps && line.change !== null))
			? [line.version]
			: [],
	);

/** How a side of a comparison is named in the address: a version by its number, text that was set aside by its time. */
export const sideName = (entry: VersionEntry): string =>
	entry.kind === 'aside' ? `aside-${entry.at}` : String(entry.version);

export function sideLabel(side: string): string {
	if (side === 'draft') return 'your draft';
	return side.startsWith('aside-') ? 'your text that gave way' : `version ${side}`;
}

/** The two sides that are compared, as `sideName` names them. */
export interface Sides {
	readonly left: string;
	readonly right: string;
	readonly choose: (side: 'left' | 'right', value: string) => void;
}
