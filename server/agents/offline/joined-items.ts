import { plural } from '#lib/text/plural.ts';
import { closeness } from '../builtin/english.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { displayOf, isIdentifier } from './columns.ts';
import { type Item, isThirdPerson, nounOf, ofDeeds, withFlags, withoutDeeds } from './item.ts';
import type { Mention } from './link.ts';
import { isMeasureUnit } from './vocabulary.ts';
import { yesOf } from './word-links.ts';

export const joinedItems = (items: readonly Item[], question: string): Item[] =>
	withoutAsides(
		countedKinds(
			joined(compounds(ofSubject(withoutDeeds(ofDeeds(withoutUnits(withoutRepeats(ownMeasures(withFlags(items))))))))),
		),
		question,
	);

/** "the most vacant units", "more than 3 vacant units": units are counted, of which only the vacant ones are meant; "the fewest paintings": lots. */
function countedKinds(items: readonly Item[]): Item[] {
	const found = [...items];
	for (const [at, kind] of items.entries()) {
		const [before, last, thing] = [items[at - 2], items[at - 1], items[at + 1]];
		const isMost = last?.tag === 'S' && /^(?:the )?(?:most|fewest|least)$/i.test(last.text);
		const isNumber = (last?.tag === 'N' && before?.tag === 'G') || (last?.tag === 'R' && before?.tag === 'N');
		const isThing = thing?.tag === 'T' && /[^s]s$/i.test(thing.text) && kind.mention?.to === thing.mention?.from;
		if (kind.tag !== 'V' || !(isMost || isNumber)) continue;
		if (isThing) found.splice(found.indexOf(kind), 2, thing, kind);
		const [table, ...others] = new Set(kind.mention?.values.map(({ column }) => column.table));
		const isNoun = kind.mention?.values.some(
			({ column, value }) =>
				(plural(value.toLowerCase()) === kind.text ||
					(last?.number === 1 && value.toLowerCase() === kind.text.toLowerCase())) &&
				column !== displayOf(column.table),
		);
		// "disqualified more than once": rows with that status.
		const isDone = isNumber && /[a-z]{2}ed$/.test(kind.text) && at === items.length - 1 && items[0]?.tag === 'T';
		const isOfOther = items[0]?.mention?.tables.includes(table as Table) === false;
		if (
			(isNoun !== true && !(isDone && isOfOther)) ||
			table === undefined ||
			others.length > 0 ||
			thing?.mention?.from === kind.mention?.to
		)
			continue;
		found.splice(found.indexOf(kind), 0, nounOf(kind, table));
	}
	return found;
}

/** "average delay", "longest delay": "delay_min" of the delays, which have no other such quantity. */
function ownMeasures(items: readonly Item[]): Item[] {
	const isGraded = (at: number) =>
		items[at]?.tag === 'C' && items[at - 1]?.tag === 'S' && items[at]?.text === items[at - 1]?.text;
	const measureAt = (at: number): Item | null => {
		const item = items[at];
		const [table, ...others] = item?.tag === 'T' ? (item.mention?.tables ?? []) : [];
		const isOne = !/[^s]s$/i.test(item?.text ?? '') && ('AS'.includes(items[at - 1]?.tag ?? '-') || isGraded(at - 1));
		if (item?.mention === undefined || table === undefined || others.length > 0 || !isOne) return null;
		const columns = table.columns.filter(
			({ kind, nameStems }) =>
				kind === 'number' &&
				nameStems.length === table.nameStems.length + 1 &&
				table.nameStems.every((word, place) => nameStems[place] === word) &&
				measures.test(nameStems.at(-1) ?? ''),
		);
		return columns.length === 1 ? { ...item, tag: 'C', mention: { ...item.mention, columns, tables: [] } } : null;
	};
	return items.flatMap((item, at) => (isGraded(at) && measureAt(at + 1) !== null ? [] : [measureAt(at) ?? item]));
}
const measures = /^(?:min|minut|sec|second|hr|hour|day|km|mil|kg|amount|amt|valu|val|usd|eur|gbp|pct|percent)$/;

/** "e-bikes that cost more than 3000": their own price, rather than a cost of something else. */
function ofSubject(items: readonly Item[]): Item[] {
	return items.map((item, at) => {
		const before = items[at - 1];
		const word = stem(item.text.toLowerCase());
		const isSaid =
			/^(?:that|which|who)$/.test(item.after ?? '') ||
			(before !== undefined && 'TV'.includes(before.tag) && before.mention?.to === item.mention?.from);
		if (item.tag !== 'C' || item.mention === undefined || !isSaid || !/[GBN]/.test(items[at + 1]?.tag ?? '-'))
			return item;
		const subject = items.slice(0, at).findLast(({ tag }) => tag === 'T' || tag === 'V');
		const tables = [
			...(subject?.mention?.tables ?? []),
			...(subject?.mention?.values ?? []).map(({ column }) => column.table),
		];
		if (tables.length === 0 || item.mention.columns.some(({ table }) => tables.includes(table))) return item;
		const columns = [...new Set(tables)].flatMap((table) =>
			table.columns.filter(
				(column) =>
					column.kind === 'number' &&
					!isIdentifier(column) &&
					column.nameStems.some((name) => closeness(name, word) >= 0.8),
			),
		);
		return columns.length === 0 ? item : { ...item, mention: { ...item.mention, columns, score: 0.7 } };
	});
}

/** "stronger than magnitude 5": names the compared quantity twice. */
const withoutRepeats = (items: readonly Item[]): Item[] =>
	items.filter((item, at) => {
		const [quality, sign] = [items[at - 2], items[at - 1]];
		const isCompared = quality?.tag === 'C' && sign?.tag === 'G' && sign.text === quality.text;
		const isAgain = item.mention?.columns.some((column) => quality?.mention?.columns.includes(column));
		// "length in milliseconds"
		const next = items[at + 1];
		const isUnit = next?.tag === 'C' && next.lead === 'in' && next.mention?.columns.length === 1;
		if (
			isUnit &&
			item.mention?.score === 0.8 &&
			next.mention?.columns.every((column) => item.mention?.columns.includes(column))
		)
			return false;
		return !(isCompared && item.tag === 'C' && items[at + 1]?.tag === 'N' && isAgain === true);
	});

/** "a frame size between 50 and 54 cm", "80,000 km on the odometer": the unit of what is named elsewhere. */
function withoutUnits(items: readonly Item[]): Item[] {
	const found = [...items];
	for (const [at, unit] of items.entries()) {
		const columns = unit.mention?.columns ?? [];
		const isUnit =
			isMeasureUnit(unit.text.toLowerCase()) ||
			columns.some(
				({ nameStems }) =>
					nameStems.lastIndexOf(stem(unit.text.toLowerCase())) === nameStems.length - 1 && nameStems.length > 1,
			);
		// "50 units in stock"
		const next = items[at + 1];
		const isPieces = /^(?:units?|pieces?|copies)$/i.test(unit.text) && next?.tag === 'C' && next.after === 'in';
		if (isPieces && unit.mention?.score !== 1 && items[at - 1]?.tag === 'N') found.splice(found.indexOf(unit), 1);
		if (unit.tag !== 'C' || unit.mention?.score === 1 || items[at - 1]?.tag !== 'N' || !isUnit) continue;
		const named = found.find(
			({ tag, mention }) =>
				tag === 'C' && mention !== unit.mention && mention?.columns.some((column) => columns.includes(column)),
		);
		if (named?.mention === undefined) continue;
		const both = named.mention.columns.filter((column) => columns.includes(column));
		// "products heavier than 20 kg": their weight, even if only that of the shipments has a unit.
		const isElsewhere = named.mention.columns.some(({ table }) => both.every((column) => column.table !== table));
		found.splice(found.indexOf(unit), 1);
		if (isElsewhere) continue;
		found[found.indexOf(named)] = { ...named, mention: { ...named.mention, columns: both } };
	}
	return found;
}

/** "outage duration": a column of the dataset named right before it. */
function compounds(items: readonly Item[]): Item[] {
	return items.flatMap((item, at) => {
		const [before, next] = [items[at - 1], items[at + 1]];
		if (ofOwner(item, next) !== null) return [];
		const columns = before === undefined ? null : ofOwner(before, item);
		if (columns === null || before === undefined || item.mention === undefined) return [item];
		const { after = '', lead = '', way = null } = before;
		return [{ ...item, after, lead, way, mention: { ...item.mention, columns } }];
	});
}

function ofOwner(owner: Item, item: Item | undefined): readonly Column[] | null {
	if (owner.tag !== 'T' || item?.tag !== 'C' || owner.mention?.to !== item.mention?.from) return null;
	if (
		owner.claim !== undefined ||
		// "which location serves the most people": a verb.
		(/^(?:which|what)$/.test(owner.after ?? '') && isThirdPerson(item.text)) ||
		/s$/i.test(owner.text) ||
		item.mention?.score === 0.9 ||
		(item.mention?.score ?? 0) < 0.7
	)
		return null;
	const columns = item.mention?.columns.filter(({ table }) => owner.mention?.tables.includes(table)) ?? [];
	return columns.length > 0 ? columns : null;
}

const isRequest = /^\W*(?:which|what|(?:list|show|find|give me|name|return|display)(?: (?:all|the|all the))*)\W*$/i;

/** "Which sailboats are longer than 12?": a value in the plural also names the dataset of the rows it stands for. */
export function withNouns(items: readonly Item[], question: string): readonly Item[] {
	const [item, next, ...rest] = items;
	const { tag, text = '', mention } = item ?? {};
	const columns = [...new Set(mention?.values.map(({ column }) => column))];
	const [table, ...others] = new Set(columns.map((column) => column.table));
	const isNamed =
		next !== undefined && 'TC'.includes(next.tag) && next.mention?.from === mention?.to && next.mention?.score === 1;
	const isOne =
		next?.mention?.from !== mention?.to || !'TCV'.includes(next?.tag ?? '-') || (next?.mention?.score ?? 1) < 0.7;
	const isNoun =
		mention?.values.some(
			({ value }) =>
				plural(value.toLowerCase()) === text || (isOne && value === text && /^which$/.test(item?.after ?? '')),
		) === true;
	if (
		item === undefined ||
		tag !== 'V' ||
		!isRequest.test(question.slice(0, question.indexOf(text))) ||
		mention === undefined ||
		mention.score < 0.8 ||
		isNamed ||
		!isNoun
	)
		return items;
	if (
		table === undefined ||
		others.length > 0 ||
		columns.some((column) => column.kind !== 'text' || column === displayOf(table))
	)
		return items;
	const noun = nounOf(item, table);
	return [item, noun, ...(next === undefined ? [] : [next]), ...rest];
}

/** "Chicago (ORD)" names the same thing twice: the parentheses are more precise. */
function withoutAsides(items: readonly Item[], question: string): Item[] {
	const asides = items.filter(
		({ tag, text }, at) => tag === 'V' && items[at - 1]?.tag === 'V' && question.includes(`(${text})`),
	);
	return items.flatMap((item, at) => {
		const next = items[at + 1];
		if (next !== undefined && asides.includes(next)) return [];
		return [
			asides.includes(item) ? { ...item, after: items[at - 1]?.after ?? '', way: items[at - 1]?.way ?? null } : item,
		];
	});
}

/** "cost of round-trip fares" and "name and year of the song" name columns by two parts of their names. */
function joined(items: readonly Item[]): Item[] {
	const found: Item[] = [];
	for (const item of items) {
		// "arrivals in 2011" may be a column of its own.
		const named = found.findLast(({ tag }) => tag !== ',' && tag !== '&');
		const dated =
			item.tag === 'N' ? (named?.mention?.columns ?? []).filter(({ nameStems }) => nameStems.includes(item.text)) : [];
		if (named?.mention !== undefined && named.tag === 'C' && dated.length > 0) {
			found[found.indexOf(named)] = {
				...named,
				mention: { ...named.mention, to: named.mention.to + 1, columns: dated },
			};
			continue;
		}
		found.push(item);
		if (item.tag !== 'C' || item.mention === undefined || item.mention.score === 1) continue;
		const parts: [Item, Column[]][] = [];
		for (let at = found.length - 2; at >= 0; at--) {
			const part = found[at] as Item;
			if (part.tag === '&' || part.tag === ',') continue;
			const both =
				part.tag === 'C'
					? (part.mention?.columns ?? []).filter((column) => item.mention?.columns.includes(column))
					: [];
			if (both.length === 0) break;
			parts.push([part, both]);
			if (found[at - 1]?.tag !== '&' && found[at - 1]?.tag !== ',') break;
		}
		if (parts.length === 0 || (parts[0] as [Item, Column[]])[0] !== found.at(-2)) continue;
		found.pop();
		for (const [part, columns] of parts) {
			// "own a pet": the rows for which "owns_pet" is true.
			const [flag, ...others] = columns;
			const values = flag === undefined || others.length > 0 ? [] : yesOf(flag);
			found[found.indexOf(part)] =
				values.length > 0
					? { ...part, tag: 'V', mention: { ...(item.mention as Mention), columns: [], values, score: 1 } }
					: {
							...part,
							text: `${part.text} of ${item.text}`,
							mention: { ...(part.mention as Mention), to: (part.mention?.to ?? 0) + 1, columns },
						};
		}
	}
	return found;
}
