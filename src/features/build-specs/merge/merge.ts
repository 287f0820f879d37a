import { type MergeRegion, mergeLines } from '../../../lib/merge-lines.ts';
import { type FieldName, sidePaneFields } from '../fields.ts';
import type { WorkText } from '../model.ts';

/** The user's decision about a conflict; null while open. */
export type Choice = 'mine' | 'theirs' | 'mine-then-theirs' | 'theirs-then-mine' | 'base' | null;

export type Collision = Extract<MergeRegion, { kind: 'collision' }>;

/** A three-way merge of two texts. */
export interface Merge {
	readonly regions: readonly MergeRegion[];
	readonly collisions: readonly Collision[];
	readonly fields: readonly MergedField[];
	readonly hasBase: boolean;
}

export interface ListChange {
	readonly added: readonly string[];
	readonly removed: readonly string[];
}

/** Additions and removals of both sides apply, so lists never conflict. */
interface MergedList {
	readonly name: FieldName;
	readonly shape: 'list';
	readonly value: readonly string[];
	readonly byMe: ListChange;
	readonly byThem: ListChange;
}

interface MergedValue {
	readonly name: FieldName;
	readonly shape: 'value';
	readonly mine: string;
	readonly theirs: string;
	/** Both changed it differently. */
	readonly collides: boolean;
	readonly value: string;
}

export type MergedField = MergedList | MergedValue;

/** Decisions: one per code conflict, by position, and one per conflicting field. */
export interface Decisions {
	readonly code: readonly Choice[];
	readonly fields: { readonly [Name in FieldName]?: 'mine' | 'theirs' };
}

/** @param base the common base; null if unknown */
export function mergeTexts(base: WorkText | null, mine: WorkText, theirs: WorkText): Merge {
	const regions = mergeLines(base?.payload ?? null, mine.payload, theirs.payload);
	return {
		regions,
		collisions: regions.filter((region) => region.kind === 'collision'),
		fields: sidePaneFields.map((name) => mergeField(name, base?.[name] ?? null, mine[name], theirs[name])),
		hasBase: base !== null,
	};
}

export const undecided = (merge: Merge): Decisions => ({ code: merge.collisions.map(() => null), fields: {} });

export const openDecisions = (merge: Merge, decisions: Decisions): number =>
	merge.collisions.filter((_, index) => (decisions.code[index] ?? null) === null).length +
	merge.fields.filter(
		(field) => field.shape === 'value' && field.collides && decisions.fields[field.name] === undefined,
	).length;

/** The merged text. Open conflicts use `mine`. */
export function mergedText(merge: Merge, decisions: Decisions): WorkText {
	let position = -1;
	const lines = merge.regions.flatMap((region) => {
		if (region.kind !== 'collision') return region.lines;
		position += 1;
		return chosenLines(region, decisions.code[position] ?? null);
	});
	const beside = merge.fields.map((field) => [field.name, decidedValue(field, decisions)]);
	return { ...(Object.fromEntries(beside) as Omit<WorkText, 'payload'>), payload: lines.join('\n') };
}

function decidedValue(field: MergedField, { fields }: Decisions): string | readonly string[] {
	return field.shape === 'value' && field.collides && fields[field.name] === 'theirs' ? field.theirs : field.value;
}

export function chosenLines(region: Collision, choice: Choice): readonly string[] {
	switch (choice) {
		case 'theirs':
			return region.theirs;
		case 'base':
			return region.base;
		case 'mine-then-theirs':
			return [...region.mine, ...region.theirs];
		case 'theirs-then-mine':
			return [...region.theirs, ...region.mine];
		default:
			return region.mine;
	}
}

/** Number of code changes per side, without conflicts. */
export function countChanges(merge: Merge): { mine: number; theirs: number; both: number } {
	const count = { mine: 0, theirs: 0, both: 0 };
	for (const region of merge.regions) if (region.kind === 'changed') count[region.by] += 1;
	return count;
}

/** The three texts are of one field: all lists, or all values. */
function mergeField(name: FieldName, base: FieldText | null, mine: FieldText, theirs: FieldText): MergedField {
	if (isList(mine) && isList(theirs)) {
		return { name, shape: 'list', ...mergeLists(isList(base) ? base : null, mine, theirs) };
	}
	const value = { mine: String(mine), theirs: String(theirs) };
	const collides = mine !== theirs && base !== mine && base !== theirs;
	return { name, shape: 'value', ...value, collides, value: base === mine ? value.theirs : value.mine };
}

type FieldText = string | readonly string[];
const isList = (text: FieldText | null): text is readonly string[] => text !== null && typeof text !== 'string';

function mergeLists(base: readonly string[] | null, mine: readonly string[], theirs: readonly string[]) {
	// Without a base, nothing counts as removed.
	const origin = base ?? mine.filter((item) => theirs.includes(item));
	const byMe = listChange(origin, mine);
	const byThem = listChange(origin, theirs);
	const kept = theirs.filter((item) => !byMe.removed.includes(item));
	return { value: [...kept, ...byMe.added.filter((item) => !kept.includes(item))], byMe, byThem };
}

export const listChange = (before: readonly string[], after: readonly string[]): ListChange => ({
	added: after.filter((item) => !before.includes(item)),
	removed: before.filter((item) => !after.includes(item)),
});
