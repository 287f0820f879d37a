import type { BuildSpecVersion } from '#contract/build-spec.ts';
import type { LedgerEntry } from '../../../storage/ledger.ts';

/** A line of a BuildSpec's history, newest first. */
export type HistoryLine =
	| {
			readonly kind: 'version';
			readonly version: number;
			/** When it was saved, as the service wrote it; null where nobody says. */
			readonly savedAt: string | null;
			/** Who saved it, where the service tells. */
			readonly author: string | null;
			/** `created`, `edited`, `renamed` or `restored`, where the service tells. */
			readonly change: string | null;
			/** When this browser saw it, ms since 1970; null where it did not. */
			readonly seenAt: number | null;
			readonly current: boolean;
	  }
	/** Text of mine that gave way to another and began from that version. */
	| { readonly kind: 'aside'; readonly version: number; readonly entry: LedgerEntry }
	/** Versions that neither the service tells of nor this browser has seen. */
	| { readonly kind: 'gap'; readonly from: number; readonly to: number };

/**
 * Lays what the service tells over what this browser has seen.
 * @param told the service's versions, newest first; null where it keeps none
 * @param complete whether nothing older is to come from the service
 * @param current the version that the BuildSpec has now
 */
export function historyOf(
	told: readonly BuildSpecVersion[] | null,
	complete: boolean,
	ledger: readonly LedgerEntry[],
	current: number,
): HistoryLine[] {
	const byVersion = new Map(told?.map((it) => [it.version, it]));
	const seen = new Map<number, LedgerEntry>();
	for (const it of ledger) if (it.kind === 'seen') seen.set(it.version, it);
	const oldestTold = told?.at(-1)?.version ?? null;
	// What comes with the service's next page is no gap.
	const oldest = complete || oldestTold === null ? 1 : oldestTold;
	const numbers = [...new Set([...byVersion.keys(), ...ledger.map((it) => it.version), current])]
		.filter((it) => it >= oldest)
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
	lines.flatMap((it) =>
		it.kind === 'version' && (it.current || it.seenAt !== null || (serviceKeeps && it.change !== null))
			? [it.version]
			: [],
	);

/** How a side of a comparison is named in the address: a version by its number, text that was set aside by its time. */
export const sideName = (entry: LedgerEntry): string =>
	entry.kind === 'aside' ? `aside-${entry.at}` : String(entry.version);

/** A side of a comparison in words. */
export function sideInWords(side: string): string {
	if (side === 'draft') return 'your draft';
	return side.startsWith('aside-') ? 'your text that gave way' : `version ${side}`;
}
