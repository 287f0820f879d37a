import { abbreviates, inFull } from '../builtin/abbreviations.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { displayOf, hasPeople, isIdentifier, isShort, isWithin, keyOfTable, namesOwnRows, thingOf } from './columns.ts';

/** Finds out which columns refer to rows of another dataset, by names, roles and values. */

/** How certain it is that a column refers to another dataset's rows by key; 0 if it doesn't. */
export function reference(from: Column, to: Column): number {
	const score = to.unique && from.kind === to.kind && !isCount(from) ? named(from, to) : 0;
	return score > 0 && isWithin(from, to) ? score : 0;
}

/** "max_children", "employees": how many, not which. */
const isCount = (column: Column): boolean =>
	column.kind === 'number' &&
	!isIdentifier(column) &&
	(/^(?:max|maximum|min|minimum|num|number|count|total|avg|average)$/.test(column.nameStems[0] ?? '') ||
		/(?:[^s]s|children|people)$/i.test(column.name));

/** How certain it is that a column is named after what another one identifies. */
function named(from: Column, to: Column): number {
	const [name, table] = [from.nameStems.join(' '), to.table.nameStems];
	const [thing, own] = [thingOf(from), namesOwnRows(to)];
	const isSame = name === to.nameStems.join(' ') && (thing.length > 0 || (isShort(from) && own));
	if (isSame && own) return 5;
	if (name === [...table, ...to.nameStems].join(' ')) return 4;
	// "bus" of the buses, which have a "fleet_no"
	if (name === table.join(' ') && to === keyOfTable(to.table)) return 3;
	if (!isIdentifier(to)) return isSame && from.kind === 'text' && to.table.columns[0] === to ? 1 : 0;
	if (own && thing.length > 0 && thing.join(' ') === table.join(' ')) return 4;
	if (own && table.length > 0 && thing.slice(-table.length).join(' ') === table.join(' ')) return 3;
	if (isSame && isIdentifier(from)) return 2;
	// "cds" for what "cds_code" identifies
	if (from.kind === 'text' && thing.length > 0 && thing.join(' ') === thingOf(to).join(' ')) return 1;
	if (own && thing.length > 0 && isIdentifier(from) && thing.every((word) => table.includes(word))) return 2;
	return 0;
}

export const superiors =
	'supervisor manager parent mentor boss superior leader lead head chief predecessor successor sponsor'.split(' ');
/** Roles of people who usually have a dataset of their own. */
const parties =
	/^(?:customer|user|member|supplier|vendor|provider|buyer|seller|order|manufacturer|publisher|owner|offer|number)$/;

const isDoer = (word: string): boolean =>
	/(?:er|or)$|^(?:host|guide|judge|coach|captain|pilot)$/.test(word) && !parties.test(word);

export const isPerson = (table: Table): boolean =>
	hasPeople(table) ||
	/^full name$/.test(
		wordsOf(displayOf(table)?.name ?? '')
			.map(inFull)
			.join(' '),
	);

/** "backup_of": what the rows that have it are called, of those that it refers to. */
export const namesRowsOf = (name: string): boolean => /^[a-z]{3,} of$/.test(wordsOf(name).join(' '));

/** What the rows that a column refers to are called: "supervisor" for "supId", "recruiter" for "recruitedBy"; null if it isn't named after a role. */
export function nounOf({ name, nameStems }: Column): string | null {
	const [verb = '', preposition, ...more] = wordsOf(name);
	if (namesRowsOf(name)) return verb;
	if (preposition === 'to' && stem(verb) === 'report') return 'supervisor';
	if (/^(?:by|to)$/.test(preposition ?? '') && more.length === 0 && /[a-z]{2}ed$/.test(verb))
		return `${stem(verb)}${preposition === 'by' ? 'er' : 'ee'}`;
	const word = nameStems[0] ?? '';
	const superior = superiors.find((one) => stem(one) === word || abbreviates(word, one));
	return superior ?? (isDoer(word) || /^[^aeiou]{3,4}$/.test(word) ? word : null);
}

/** Parties to a deal, and what datasets of them are called. */
const owners = /^(?:owner|buyer|seller|tenant|borrower|holder|payer|recipient|subscriber|renter)$/;
const ofParties = /^(?:customer|client|member|user|person|people|contact|buyer|resident|household|tenant)$/;
const ofStaff = /^(?:user|staff|employee|worker|personnel|crew|team|people|person)$/;

/** "owner_id" of bikes, if only the customers have such keys; "mechanic_id" and "received_by", which both refer to the staff. */
export function roleReferences(tables: readonly Table[], isKnown: (column: Column) => boolean) {
	const found: { readonly from: Column; readonly to: Column }[] = [];
	const lastOf = ({ nameStems }: Table) => nameStems.at(-1) ?? '';
	for (const table of tables) {
		const others = tables.filter((other) => other !== table && displayOf(other) !== null);
		const inRoles = table.columns.flatMap((from) => {
			const noun = thingOf(from).at(-1) ?? '';
			const isDeed = /[a-z]{3}d? (?:by|to)$/.test(wordsOf(from.name).join(' '));
			const isReference = isIdentifier(from) || isDeed;
			if (!isReference || isKnown(from) || namesOwnRows(from)) return [];
			const keysOf = (some: readonly Table[]) =>
				some.flatMap((other) => {
					const key = keyOfTable(other);
					return key !== null && key.kind === from.kind && isIdentifier(key) && isWithin(from, key) ? [key] : [];
				});
			if (owners.test(noun)) {
				const [to, ...rivals] = keysOf(others.filter((other) => ofParties.test(lastOf(other))));
				if (to !== undefined && rivals.length === 0) found.push({ from, to });
				return [];
			}
			const people = keysOf(others.filter((other) => isPerson(other) || ofStaff.test(lastOf(other))));
			// "mechanic_id", if that's a role of some of the staff
			const named = people.filter(({ table: of }) =>
				of.columns.some(
					({ kind, values }) => kind === 'text' && values?.some((value) => stem(value.toLowerCase()) === noun),
				),
			);
			if (named.length === 0 && !isDeed && nounOf(from) === null) return [];
			const staff = people.filter(({ table: of }) => ofStaff.test(lastOf(of)));
			const [to, ...rivals] = [named, people, staff].find(({ length }) => length === 1) ?? [];
			return to !== undefined && rivals.length === 0 ? [{ from, to }] : [];
		});
		// A single role may be one of several relations; two are told apart by name.
		found.push(...inRoles.filter(({ from, to }) => inRoles.some((other) => other.from !== from && other.to === to)));
	}
	return found;
}
