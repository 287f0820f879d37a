import { listText } from '#lib/text/list-text.ts';
import { addsUp, readAdjective } from '../builtin/english.ts';
import { Refusal, unclear, unknownHere } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { SeveralWays } from './ambiguous-links.ts';
import { checkExplained, checkWays, isYesOrNo } from './check-explained.ts';
import type { Choices } from './choices.ts';
import {
	displayOf,
	hasPeople,
	isIdentifier,
	isNumbering,
	isTakings,
	keyOfTable,
	namesOf,
	sizeOf,
	tellsQuantity,
} from './columns.ts';
import { formulaOf } from './derived.ts';
import { takesAway, whoIsMeant, widens } from './follow-up-order.ts';
import { changedWords, FollowUpReader, valueAgain } from './follow-up-reader.ts';
import { doersOf, type Edge, fansOut, type Graph, joinAll, peopleIn } from './graph.ts';
import { checkChanges, isReference, saysOnly } from './guards.ts';
import { askedIn, type Item, isCounted, isEvery } from './item.ts';
import { Impossible, itemsOf, Unread } from './items.ts';
import { withNouns } from './joined-items.ts';
import { bothOfEach, isOfGroups, joinTimes, leadsTo, negateRows, saysBoth } from './negation.ts';
import { along, changedWays, readWays, waysTo } from './paired-links.ts';
import { bothOf, contradicts, eachOf, type Figure, type Plan, type Where } from './plan.ts';
import { askedBy, asksForKinds, asYesOrNo, readKinds } from './returned.ts';
import { fewCodes } from './word-links.ts';

/** Reads a question by rules that consume what they understand; words left over weren't understood. @throws Refusal */
export const read = (question: string, items: readonly Item[], graph: Graph, choices: Choices): Plan => {
	const { items: left, ways, labels } = readWays(withNouns(items, question), graph, question);
	const plan = asYesOrNo(new Reader(left, graph, ways, choices, null, question).read(), question);
	checkExplained(plan, left, question, graph);
	checkWays(plan, labels);
	return plan;
};

/** An earlier plan with the changes of a follow-up. @throws Refusal */
export const readOn = (question: string, before: Plan, graph: Graph, choices: Choices): Plan => {
	const { items: read, ways: spoken } = readWays(itemsOf(changedWords(question), graph), graph, question);
	const items = read.map((item) => valueAgain(item, before));
	const ways = changedWays(before.ways, spoken, items);
	const plan = { ...new Reader(items, graph, ways, choices, before, question).read(), ways };
	if (!takesAway.test(question) && !widens.test(question)) checkChanges(plan, items);
	return plan;
};

/** Whether a superlative and the quantity it measures are one word: "cheapest", "most expensive". */
const isGradedBy = (before: Item | undefined, text: string): boolean =>
	before?.tag === 'S' && (before.text === text || readAdjective(text.toLowerCase()) !== null);

const copied = (items: readonly Item[]): Item[] => items.map((item) => ({ ...item }));

/** How many rows may satisfy the conditions if the question expects a single number. */
const mostForOne = 3;

class Reader extends FollowUpReader {
	private distinct = false;
	private readonly whole: Graph;
	private readonly ways: readonly Edge[];

	/** @param ways links that the question selects among several between two datasets */
	constructor(
		items: readonly Item[],
		graph: Graph,
		ways: readonly Edge[],
		choices: Choices,
		before: Plan | null,
		question: string,
	) {
		super(copied(items), along(graph, ways), choices, before, question);
		this.whole = graph;
		this.ways = ways;
	}

	read(): Plan {
		this.simplify();
		if (this.before === null) this.readMeasures();
		else if (this.graph.isDescribed) this.readSigns();
		this.readOrder();
		this.readConditions();
		this.readGroups();
		this.readSuperlatives();
		this.readFigures();
		this.readAsked();
		if (this.graph.isDescribed) readKinds(this.original, this.where);
		return this.assemble();
	}

	private assemble(): Plan {
		if (this.before !== null) return this.changed(this.before);
		const left = this.items.filter((item) => !/[_,&]/.test(item.tag));
		const claim = this.original.find((item) => item.claim !== undefined);
		if (
			claim?.claim !== undefined &&
			this.where.length + this.having.length + this.without.length === 0 &&
			!this.original.some(({ tag }) => tag === 'C')
		)
			throw unknownHere(claim.claim);
		const tables: Table[] = [];
		for (const item of left) {
			if (item.tag === 'P') throw new Unread(item.text);
			if (item.tag === 'K' && this.order.some(({ by }) => 'fn' in by)) continue;
			if (item.tag === 'D') this.distinct = true;
			else if (item.tag === 'C') {
				if (this.onlyNamesRows(item)) continue;
				const column = this.column(item);
				const place = this.original.indexOf(item);
				// "the organic farms": a condition, not a column to show.
				const noun = this.original[place + 1];
				if (
					(place > 0 || /^\W*(?:list|show|find|give|return|display)\b/i.test(this.question)) &&
					noun?.tag === 'T' &&
					noun.mention?.from === item.mention?.to &&
					noun.mention?.tables.includes(column.table) &&
					!/[&,EA]/.test(this.original[place - 1]?.tag ?? '')
				)
					throw new Refusal(
						`I don’t know which rows of ${column.table.name} you mean by "${item.text}". Which value should they have?`,
						item.text,
					);
				// "coverage effective date": part of a longer key restricts the next column.
				const isPart =
					item.mention?.score === 0.7 &&
					isIdentifier(column) &&
					column.nameStems.length > item.text.split(' ').length + 1;
				if (isPart && this.original[this.original.indexOf(item) + 1]?.tag === 'C') throw unclear(item.text);
				this.shown.push(...this.shownFor(item, column));
			} else if (item.tag === 'T') {
				const table = this.table(item);
				const at = this.original.indexOf(item);
				const display = displayOf(table);
				const isListed =
					this.original[at - 1]?.tag === '&' ||
					(this.original[at - 1]?.tag === 'T' && /^(?:their|its|his|her)$/.test(item.after ?? '')) ||
					(this.original[at - 1]?.tag === ',' && this.original[at + 1]?.tag !== undefined);
				if (isListed && this.figures.length === 0 && display !== null) this.shown.push(...namesOf(table));
				else if (isListed && this.original.slice(0, at).some(({ tag }) => tag === 'T') && display === null)
					throw new Refusal(`Which column in ${table.name} do you want to see?`, item.text);
				else tables.push(table);
			} else throw unclear(item.text);
		}
		const [met] = this.where;
		// "list the dogs": rows of the only dataset with conditions.
		if (
			/^\W*(?:list|show|find|get|return|display|give)\b/i.test(this.question) &&
			met !== undefined &&
			this.shown.length + this.figures.length + tables.length + this.groups.length + this.order.length === 0 &&
			this.where.every(({ column }) => column.table === met.column.table)
		)
			tables.push(met.column.table);
		// "who earns more than the average salary?", "who earns the most?"
		const [rank] = this.order;
		const counted = rank !== undefined && 'fn' in rank.by ? rank.by.table : null;
		const ofDoers = counted === null ? null : doersOf(counted, this.question, this.graph);
		const ofWho = met?.column.table ?? (this.ranksDoers && counted === null ? rank?.by.table : undefined);
		if (
			this.asksWho &&
			this.shown.length + this.figures.length + tables.length + this.groups.length === 0 &&
			(ofDoers ?? ofWho) !== undefined
		) {
			if (ofDoers !== null && this.where.every(({ column: { table } }) => table === counted || table === ofDoers))
				this.shown.push(...namesOf(ofDoers));
			else if (
				ofWho !== undefined &&
				peopleIn(this.graph).includes(ofWho) &&
				this.where.every(({ column }) => column.table === ofWho)
			)
				this.shown.push(...namesOf(ofWho).filter(({ name }) => /name$/i.test(name)));
		}
		this.checkUnread(left);
		this.sumTotals();
		const shown = [...new Set(this.shown)];
		const asked = askedIn(this.original);
		const [only] = shown;
		const isGiven = (column: Column) =>
			this.where.some(
				(where) =>
					where.column === column &&
					((where.kind === 'is' && !where.not && where.values.length === 1) ||
						(where.kind === 'number' && where.op === '=' && !where.not)),
			);
		if (
			shown.length > 0 &&
			this.figures.length + tables.length + this.groups.length === 0 &&
			asked?.tag !== 'T' &&
			shown.every(isGiven)
		)
			throw new Refusal(`Your question already gives "${only?.name}". What do you want to see?`, only?.name);
		if (
			!this.graph.isDescribed &&
			shown.length === 1 &&
			only?.kind === 'number' &&
			this.figures.length + this.order.length === 0 &&
			this.asksForOne()
		)
			throw new Refusal(
				`Several rows can match. Do you mean their highest, average or total "${only.name}"?`,
				only.name,
			);
		// "all female singers and their ages": also show their names.
		const listed = this.original.find(
			({ tag, text }, at) =>
				!'VXWNS'.includes(tag) && !(this.original[at - 1]?.tag === 'S' && this.original[at - 1]?.text === text),
		);
		const isWithTheirs = this.original.some(
			({ tag, after }) => tag === 'C' && /^(their|its|his|her)$/.test(after ?? ''),
		);
		const isAskedFor = listed?.tag === 'T' && (listed === asked || (isWithTheirs && this.figures.length === 0));
		const isCost = this.graph.isDescribed && /^\W*(?:what|how much) (?:did|do|does)\b/i.test(this.question);
		const askedFor = isAskedFor && !isCost ? namesOf(this.table(listed)) : [];
		// "the sites dug before 2000 with their county": the sites, too.
		const isTheirs = /^(their|its|his|her)$/.test(left.find(({ tag }) => tag === 'C')?.after ?? '');
		if (isTheirs && askedFor.length + this.figures.length + this.groups.length === 0 && only !== undefined)
			askedFor.push(...namesOf(only.table));
		// "which patients were born in 1974": asks for patients, not dates.
		const isMet = (column: Column) => this.where.some((where) => where.column === column);
		const isOnlyMet = shown.length > 0 && this.figures.length === 0 && shown.every(isMet);
		// "which analytes were measured on instrument B2": not on which of them.
		const isOwn = only !== undefined && listed?.mention?.tables.includes(only.table) === true;
		// "list Brazilian snipers born after 2000": the players.
		const isOfKind = asked?.tag === 'V' && asked.mention?.values.some(({ column }) => column.table === only?.table);
		if (isOnlyMet && listed === asked && isAskedFor && (askedFor.length === 0 || !isOwn)) {
			shown.length = 0;
			tables.push(this.table(listed));
		} else if (isOnlyMet && isOfKind === true && tables.length === 0)
			tables.push(...shown.splice(0).map(({ table }) => table));
		if (shown.length > 0) shown.unshift(...askedFor.filter((column) => !shown.includes(column)));
		if (shown.length > 0 && this.figures.some(({ fn }) => fn === 'share'))
			throw new Refusal('I can’t show a share and other columns together. Ask for the share separately.');
		// "the most expensive medication": the row, not its price.
		const graded = this.original.findIndex(
			({ tag, text }, at) => tag === 'C' && isGradedBy(this.original[at - 1], text),
		);
		const named = this.original[graded + 1];
		const thing = this.original[graded + 2];
		const [kind] = named?.mention?.values ?? [];
		const isThing = named?.tag === 'V' && thing?.tag === 'T' && thing.mention?.from === named.mention?.to;
		const isOfRows = graded > 0 && named?.tag === 'V' && (isThing || named.text === named.text.toLowerCase());
		if (isOfRows && kind !== undefined && shown.length + this.figures.length + tables.length === 0)
			tables.push(isThing ? this.table(thing) : kind.column.table);
		const [ordered] = this.order;
		const byColumn = ordered !== undefined && !('fn' in ordered.by) ? ordered.by : null;
		// "who pays the highest rent": the people that the leases refer to.
		const isOnlyEnd = shown.length + this.figures.length + tables.length === 0 && this.limit === 1;
		// "who stayed longest": those who the stays are of.
		const isOfDeed =
			this.asksWho &&
			this.limit === 1 &&
			shown.length + this.figures.length === 0 &&
			tables.every((table) => table === byColumn?.table);
		const payer =
			this.asksWho && (isOnlyEnd || isOfDeed) && byColumn !== null && !hasPeople(byColumn.table)
				? byColumn.table
				: null;
		const ofPeople = payer === null ? null : doersOf(payer, this.question, this.graph);
		// "who has the highest salary": the people with that column.
		const has =
			graded >= 0 || /^\W*who (?:has|have|had|gets?|got|earns?|earned|receives?|received)\b/i.test(this.question);
		const ofOwn =
			has && this.asksWho && isOnlyEnd && byColumn !== null && hasPeople(byColumn.table) ? byColumn.table : null;
		if (ofPeople !== null) shown.push(...namesOf(ofPeople));
		else if (ofOwn !== null && displayOf(ofOwn) !== null) shown.push(...namesOf(ofOwn));
		else if (isOnlyEnd && byColumn !== null) {
			this.figures.push({ fn: ordered?.direction === 'desc' ? 'max' : 'min', column: byColumn, table: byColumn.table });
			this.order.pop();
			this.limit = null;
		}
		if (
			this.figures.length > 0 &&
			this.groups.length === 0 &&
			shown.length === 0 &&
			byColumn !== null &&
			this.limit === 1
		) {
			this.where.push({
				kind: 'extreme',
				column: byColumn,
				fn: ordered?.direction === 'desc' ? 'max' : 'min',
				op: '=',
			});
			this.order.pop();
			this.limit = null;
		}
		const none = asked?.tag === 'C' && shown.length === 1 && tables.length === 0 ? this.without[0] : undefined;
		const more = [this.without.slice(1), this.where, this.having, this.figures, this.groups, this.order];
		if (
			none !== undefined &&
			more.every(({ length }) => length === 0) &&
			isOfGroups(only as Column, none, this.graph)
		) {
			this.without.pop();
			this.having.push({ table: none, op: '<', value: 1 });
		}
		// "which town has the highest total fee": the total per town, however many keepers live there.
		// "which sectors have more than 10 orders": of all their customers together.
		const [end, least] = [this.order[0]?.by, this.having[0]];
		const counts = least === undefined ? null : (least.figure ?? { fn: 'count', column: null, table: least.table });
		const figure = counts ?? (end !== undefined && 'fn' in end ? end : null);
		const isNamed = (table: Table) =>
			this.original.some(({ tag, mention }) => tag === 'T' && mention?.tables.includes(table));
		if (
			figure !== null &&
			shown.length === 1 &&
			only?.kind === 'text' &&
			!only.unique &&
			only !== displayOf(only.table) &&
			only.table !== figure.table &&
			!isNamed(only.table) &&
			this.figures.length + this.groups.length === 0 &&
			this.order.length + this.having.length === 1
		)
			this.figures.push(figure);
		// "how many stays were paid": not grouped by fee.
		const loose = left.find(
			({ tag, mention, text }) => tag === 'C' && (mention?.score ?? 1) <= 0.5 && /ed$|id$/.test(text),
		);
		if (this.figures.length > 0 && loose !== undefined && shown.includes(this.column(loose))) throw unclear(loose.text);
		if (this.figures.length > 0 && shown.length > 0) {
			const counted = this.figures[0]?.table;
			if (this.groups.length === 0)
				this.groups.push(
					...new Set(
						shown.map((column) =>
							column === displayOf(column.table) && column.table !== counted ? column.table : column,
						),
					),
				);
			this.groups.push(
				...shown.filter((column) => !this.groups.includes(column) && !this.groups.includes(column.table)),
			);
		}
		this.countGroups();
		if (this.figures.length > 0 && this.groups.length === 0 && asked?.tag === 'T' && tables[0] === this.table(asked))
			this.groups.push(...tables.splice(0, 1));
		// "which species live on the island": each only once, if there are few.
		if (
			only !== undefined &&
			this.graph.tables.length === 1 &&
			this.where.length > 0 &&
			this.figures.length + this.order.length + this.groups.length === 0 &&
			shown.length === 1 &&
			only.kind === 'text' &&
			[only, ...this.where.map(({ column }) => column)].every(
				({ distinct, table }) => (distinct ?? table.dataset.rows) * 10 <= table.dataset.rows,
			)
		)
			this.distinct = true;
		// "average minutes per hearing": averages over all hearings, if each has a single number.
		const isPerRow = (item: Column | Table) =>
			'key' in item && this.figures.every(({ fn, table }) => fn === 'avg' && table === item);
		if (this.figures.length > 0 && this.original.some(({ tag, text }) => tag === 'E' && text === 'per'))
			this.groups.splice(0, this.groups.length, ...this.groups.filter((group) => !isPerRow(group)));
		if (this.figures.length + this.order.length === 0 && asksForKinds(shown, this.original, this.question))
			this.distinct ||= this.graph.tables.length > 1 || this.where.length === 0;
		const group = this.groups[0];
		// "did Ben perform at the gala": whether there are such rows.
		const asksWhether = isYesOrNo.test(this.question) && this.where.length > 1;
		// "who plays the drums": the people that such rows refer to, if the rows have no names.
		const asksForDoers =
			this.asksWho &&
			this.graph.tables.length > 1 &&
			met !== undefined &&
			displayOf(met.column.table) === null &&
			this.original.every(({ tag, mention }) => tag !== 'V' || (mention?.score ?? 1) >= 0.8);
		// "the tallest swimmer of each club"
		const [ofEachFirst, ...otherEnds] = this.order.map(({ by }) =>
			'fn' in by || this.limit === null ? null : by.table,
		);
		const first =
			this.groups.length > 0 && this.figures.length === 0 && otherEnds.length === 0 ? (ofEachFirst ?? null) : null;
		const main =
			this.figures[0]?.table ??
			first ??
			(isOfDeed && ofPeople !== null ? byColumn?.table : undefined) ??
			shown[0]?.table ??
			(group === undefined ? undefined : 'key' in group ? group : group.table) ??
			tables[0] ??
			(this.graph.tables.length === 1 ? this.graph.tables[0] : undefined) ??
			(asksWhether || asksForDoers ? met?.column.table : undefined);
		if (main === undefined) throw new Refusal('Which dataset or column do you want to see?');
		if (!asksWhether && !asksForDoers && shown.length + this.figures.length + tables.length + this.groups.length === 0)
			throw new Refusal('Which column do you want to see?');
		const ofEach = (item: Column | Table) => 'key' in item && shown.some(({ table }) => table === item);
		if (this.figures.length === 0 && this.groups.length > 0 && this.groups.every(ofEach)) this.groups.length = 0;
		// "visits per month in 2023": a count.
		const [rows, ...rest] = tables;
		if (
			this.groups.length > 0 &&
			this.figures.length + shown.length + this.order.length === 0 &&
			asked?.tag === 'T' &&
			rows !== undefined &&
			rows === this.table(asked) &&
			rest.length === 0 &&
			!this.groups.some((item) => item === rows) &&
			!/^\W*(?:which|what|who|return|list|show|display|give|get)\b/i.test(this.question)
		) {
			for (const item of this.groups) if ('key' in item) this.checkWay(rows, item);
			this.figures.push({ fn: 'count', column: null, table: rows });
		}
		this.settle(shown, tables);
		if (this.groups.length > 0 && this.figures.length === 0) {
			// "deaths per year": the sum per year, if the quantity adds up.
			const amounts = shown.filter((column) => tellsQuantity(column));
			const isKind = (item: Column) => item.kind === 'text' && (item.distinct ?? fewCodes + 1) <= fewCodes;
			const isOfEach = this.groups.every(
				(item) => 'key' in item || (!item.unique && (!isIdentifier(item) || isKind(item))),
			);
			if (isOfEach && amounts.length === shown.length && shown.length > 0 && this.order.length === 0) {
				if (!shown.every((column) => addsUp(column.nameStems) || isCounted(column, this.original)))
					throw new Refusal(
						`Do you mean the total or the average "${shown[0]?.name}" for each group?`,
						this.original.find(({ tag, mention }) => tag === 'C' && mention?.columns.includes(shown[0] as Column))
							?.text,
					);
				this.figures.push(...shown.map((column) => ({ fn: 'sum' as const, column, table: column.table })));
				shown.length = 0;
			}
		}
		if (this.groups.length > 0 && this.figures.length === 0 && first === null) {
			// "list all claims by number": shows their names and the column they're sorted by.
			const isListing = /^\W*(?:return|list|show|display|give|get|what are)\b/i.test(this.question);
			const unit = this.groups.find((item) => !('key' in item) && formulaOf(item) !== null);
			if (unit !== undefined) throw new Refusal(`What should I count or calculate for each ${unit.name}?`);
			if (isListing && shown.length === 0 && this.order.length === 0) shown.push(...tables.flatMap(namesOf));
			const isPer = !isListing && this.original.some(({ tag, text }) => tag === 'E' && text === 'per');
			if ((shown.length === 0 && !(isListing && tables.length > 0)) || this.order.length > 0 || isPer)
				throw new Refusal('What should I count or calculate for each group?');
			shown.push(
				...this.groups.flatMap((item) => ('key' in item ? (displayOf(item) ?? keyOfTable(item) ?? []) : item)),
			);
			this.groups.length = 0;
		}
		// "whose bike was it": the people that the bikes refer to.
		if (/^\W*whose\b/i.test(this.question) && asked?.tag === 'T' && shown.length + this.figures.length === 0) {
			const people = peopleIn(this.graph).filter(hasPeople);
			const found = this.graph.edges.filter(
				({ from, to }) => from.table === main && to.unique && people.includes(to.table),
			);
			const [person, ...others] = found;
			if (person === undefined || others.length > 0) throw new Refusal(whoIsMeant);
			shown.push(...namesOf(person.to.table));
		}
		// "who manages the Finance department": not the department itself.
		const isGivenRow = this.where.some((item) => item.kind === 'is' && !item.not && item.column === displayOf(main));
		if (/^\W*who\b/i.test(this.question) && shown.length + this.figures.length === 0 && isGivenRow)
			throw new Refusal(whoIsMeant);
		// "which staff report to Anouk": not Anouk.
		if (isGivenRow && asked?.tag === 'T' && /[^s]s$|^staff$/i.test(asked.text) && this.where.length === 1)
			if (/^\W*(?:which|what)\b/i.test(this.question) && shown.length + this.figures.length === 0)
				throw new Refusal(`Your question already gives "${displayOf(main)?.name}". What do you want to see?`);
		// "who teaches it": the people that the rows refer to, if the rows have no names themselves. "who played Ophelia": the actor, not the play.
		const people = peopleIn(this.graph);
		const isOfThings = displayOf(main) === null || (this.graph.tables.length > 1 && !people.includes(main));
		if (/^\W*who\b/i.test(this.question) && shown.length + this.figures.length === 0 && isOfThings) {
			const met = new Set(this.where.map(({ column }) => column.table));
			const isPerson = ({ from, to }: Edge) =>
				to.unique && people.includes(to.table) && !met.has(to.table) && (from.table === main || met.has(from.table));
			// "who was on trip 12": those whom a dataset links to it.
			const takesPart =
				/^\W*who (?:was|were|is|are|took part|takes? part|participate[sd]?|joined|attended|went|came|has been)\b/i;
			const isLink = ({ from, to }: Edge) => from.table !== main && to.table === main && displayOf(from.table) === null;
			const links = takesPart.test(this.question) ? this.graph.edges.filter(isLink) : [];
			const linked = links.flatMap(({ from: { table } }) =>
				this.graph.edges.filter(({ from, to }) => from.table === table && to.unique && people.includes(to.table)),
			);
			const direct = this.graph.edges.filter(isPerson);
			const [person, ...others] = new Set((linked.length > 0 ? linked : direct).map(({ to }) => to.table));
			const isCounted = this.order.some(({ by }) => 'fn' in by && by.table === main);
			if (person === undefined || others.length > 0 || displayOf(person) === null || isCounted)
				throw new Refusal(whoIsMeant);
			shown.push(...namesOf(person));
			this.distinct ||= this.order.length === 0;
		}
		if (this.pendingTime !== null) {
			const dates = main.columns.filter(({ kind }) => kind === 'time');
			const times = dates.length > 0 ? dates : main.columns.filter(({ isYear }) => isYear);
			const named = shown.filter((column) => times.includes(column));
			const [time, ...others] = named.length > 0 ? named : times;
			if (time === undefined || others.length > 0) throw new Refusal('Which date column should I sort by?');
			this.order.push({ by: time, direction: this.pendingTime });
		}
		if (this.pendingOrder !== null) {
			const [amount, ...rivals] = shown.filter((column) => tellsQuantity(column));
			// "names and capacities from highest to lowest"
			const isRanked = shown.length > 1 && /\b(high|low|larg|bigg|small|great)e?st\b/i.test(this.question);
			const name = /\balphabetical/i.test(this.question) ? displayOf(main) : null;
			const size = /\b(?:larg|bigg|small)est\b/i.test(this.question) ? sizeOf(main) : null;
			const by = this.figures[0] ?? (isRanked ? amount : shown[0]) ?? name ?? size ?? undefined;
			if (by === undefined || (isRanked && rivals.length > 0) || (this.order.length > 0 && this.limit !== null))
				throw new Refusal('Which column should I sort by?');
			this.order.splice(0, 1, { by: this.order[0]?.by ?? by, direction: this.pendingOrder });
		}
		if (this.outer !== null && this.groups.length === 0)
			throw new Refusal('What should I group by to find the average, highest or lowest number?');
		if (this.without.includes(main))
			throw new Refusal('I can’t tell which dataset should have no matching rows. Which one do you mean?');
		this.separateContradictions(main);
		this.readOnly(main);
		const ranks = this.order.flatMap(({ by }) => ('fn' in by && by.fn === 'count' ? [by.table] : []));
		const nested = shown.find(({ table }) => table !== main && ranks.includes(table));
		if (nested !== undefined && this.figures.length === 0)
			throw new Refusal(
				`This question counts rows of ${nested.table.name}, so I can’t also show their "${nested.name}". Ask for it separately.`,
				nested.name,
			);
		const [ofMany, ...otherShown] = shown;
		const [most, ...otherOrders] = this.order;
		const mostOf = most !== undefined && most.by === this.mostOf ? this.mostOf : null;
		// "which home team has the most goals": each team's total over all its rows.
		if (
			ofMany !== undefined &&
			most !== undefined &&
			mostOf !== null &&
			otherShown.length + otherOrders.length + this.figures.length + this.groups.length === 0 &&
			mostOf.table === main &&
			this.whole.edges.some(({ from, to }) => from === ofMany && to.unique && !ofMany.unique)
		)
			this.order.splice(0, 1, { by: { fn: 'sum', column: mostOf, table: main }, direction: most.direction });
		else if (
			ofMany !== undefined &&
			most !== undefined &&
			mostOf?.table === ofMany.table &&
			formulaOf(ofMany) === null &&
			ofMany !== displayOf(main) &&
			otherShown.length + this.figures.length + this.groups.length === 0 &&
			(ofMany.distinct ?? main.dataset.rows) * 2 <= main.dataset.rows
		) {
			// "which region has the most bunks": in all its huts together.
			if (!isCounted(mostOf, this.original) && !isTakings(mostOf))
				throw new Refusal(
					`Do you mean the total or the highest "${mostOf.name}" for each "${ofMany.name}"?`,
					ofMany.name,
				);
			this.order.splice(0, 1, { by: { fn: 'sum', column: mostOf, table: main }, direction: most.direction });
		}
		// "the wettest month": the total of all its days.
		const unit = ofMany !== undefined ? formulaOf(ofMany) : null;
		if (
			unit?.kind === 'unit' &&
			most !== undefined &&
			!('fn' in most.by) &&
			this.figures.length === 0 &&
			most.by !== ofMany
		) {
			if (!addsUp(most.by.nameStems))
				throw new Refusal(
					`Do you mean the total or the average "${most.by.name}" for each "${ofMany?.name}"?`,
					most.by.name,
				);
			this.order.splice(0, 1, { by: { fn: 'sum', column: most.by, table: main }, direction: most.direction });
		}
		// "top 3 pubs by casks": by all the casks of each.
		if (
			most !== undefined &&
			!('fn' in most.by) &&
			(this.limit ?? 1) > 1 &&
			(isCounted(most.by, this.original) || isTakings(most.by)) &&
			this.figures.length + this.groups.length === 0 &&
			fansOut(joinAll(this.graph, [main, most.by.table]) ?? [])
		)
			this.order.splice(0, 1, { by: { fn: 'sum', column: most.by, table: most.by.table }, direction: most.direction });
		// "the critic who gave the highest score": the owner of the row with the highest score.
		if (
			most !== undefined &&
			!('fn' in most.by) &&
			most.by !== this.mostOf &&
			most.by.table !== main &&
			this.limit === 1 &&
			otherOrders.length + this.where.length + this.figures.length + this.groups.length + this.having.length === 0 &&
			(joinAll(this.graph, [main, most.by.table]) ?? []).some(({ to }) => !to.unique)
		) {
			this.where.push({ kind: 'extreme', column: most.by, fn: most.direction === 'desc' ? 'max' : 'min', op: '=' });
			this.order.pop();
			this.limit = null;
		}
		for (const [at, { by, direction }] of this.order.entries()) {
			if ('fn' in by || by !== this.mostOf || this.figures.length > 0 || by.table === main) continue;
			const fans = (joinAll(this.graph, [main, by.table]) ?? []).some(({ to }) => !to.unique);
			if (fans && (isCounted(by, this.original) || isTakings(by)))
				this.order[at] = { by: { fn: 'sum', column: by, table: by.table }, direction };
			else if (fans)
				throw new Refusal(
					`A row of ${main.name} can have several values of "${by.name}". Do you mean their total, average or highest?`,
					by.name,
				);
		}
		// "not arranged to teach courses": what is reached only through the missing rows is part of the negation.
		const isBeyond = (table: Table) =>
			(joinAll(this.graph, [main, table]) ?? []).some(({ to }) => this.without.includes(to.table));
		const answered = [
			...shown.map(({ table }) => table),
			...this.figures.map(({ table }) => table),
			...this.groups.map((item) => ('key' in item ? item : item.table)),
			...this.order.map(({ by }) => by.table),
			...this.having.map(({ table }) => table),
		];
		negateRows({ main, answered, where: this.where, without: this.without, graph: this.graph, items: this.original });
		// Missing rows have nothing to show.
		const gone = shown.find(
			({ table }) => this.without.includes(table) && !this.where.some(({ column }) => column.table === table),
		);
		if (gone !== undefined)
			throw new Refusal(`The rows you’re asking for have no "${gone.name}" to show. Try another column.`, gone.name);
		const others = tables.filter(
			(table) =>
				table !== main &&
				!isBeyond(table) &&
				!this.without.some((none) => none === table || leadsTo(main, table, none, this.graph, this.original)) &&
				!this.where.some(({ column }) => column.table === table),
		);
		// Show the ranking quantity next to what is ranked.
		if (this.graph.isDescribed) {
			for (const { by } of this.order) {
				if ('fn' in by ? this.figures.length > 0 && !this.figures.includes(by) : false)
					this.figures.unshift(by as Figure);
				else if (!('fn' in by) && shown.length > 0 && this.figures.length === 0) shown.push(by);
			}
		}
		// "who closed the most orders": the people, each with the number of their orders.
		const isOfOrders = this.order.some(({ by }) => 'fn' in by && by.fn === 'count');
		const owners = new Set(shown.map(({ table }) => table));
		const [owner] = owners;
		const isOwners = this.asksWho && isOfOrders && owners.size === 1 && this.figures.length + this.groups.length === 0;
		return {
			main: isOwners && owner !== undefined ? owner : main,
			ways: this.ways,
			shown: [...new Set(shown)],
			figures: this.figures,
			groups: [...new Set(this.groups)],
			where: this.where,
			with: [...new Set([...others, ...this.both])],
			outer: this.outer,
			without: this.without,
			having: this.having,
			order: this.order,
			limit: this.limit,
			distinct: this.distinct,
			// "names of the singers in concerts in 2014" lists each time they sang.
			once:
				asked?.tag === 'T' ||
				shown.length === 0 ||
				this.where.every(({ kind, column }) => kind === 'is' || column.table === main),
			each: this.each,
			ofEvery: this.original.some(isEvery),
		};
	}

	/** "flights by airport": several columns link there, and the question doesn't say which. @throws SeveralWays */
	private checkWay(from: Table, to: Table): void {
		const ways = waysTo(this.whole, from, to);
		if (ways.length > 1 && !ways.some((way) => this.ways.includes(way))) throw new SeveralWays(ways);
	}

	/** "with an attendance of": an incomplete condition on a column of the only dataset. @throws Refusal */
	private checkUnread(left: readonly Item[]): void {
		if (this.graph.tables.length > 1 || this.before !== null) return;
		const counts = this.figures.length > 0 && this.groups.length === 0;
		for (const item of left.filter(({ tag }) => tag === 'C')) {
			const at = this.original.indexOf(item);
			if (at === 0 || /[&,]/.test(this.original[at - 1]?.tag ?? '') || !this.shown.includes(this.column(item)))
				continue;
			const isCondition = /^(with|whose|where|when|has|have|had|having|if)$/.test(item.lead ?? '');
			if (isCondition || (counts && this.where.length > 0 && 'HA'.includes(this.original[0]?.tag ?? '-')))
				throw unclear(item.text);
		}
		for (const where of this.where) {
			const { min, max, name } = where.column;
			if (where.kind !== 'number' || where.op !== '=' || where.not || min === null || max === null || counts) continue;
			if (where.value < Number(min) || where.value > Number(max))
				throw new Refusal(
					`"${name}" ranges from ${min} to ${max}, so it’s never ${where.value}. Try another value.`,
					name,
				);
		}
	}

	/** The columns to show for an item: a person is shown by name, not by key. */
	private shownFor(item: Item, column: Column): readonly Column[] {
		if (item.mention?.score === 0.9 && column === displayOf(column.table)) return namesOf(column.table);
		const saysKey = /\b(ids?|codes?|keys?|no|numbers?|identifiers?)$/i.test(item.text);
		if (!isIdentifier(column) || saysKey || this.graph.tables.length === 1) return [column];
		const [edge, ...others] = this.graph.edges.filter(({ from, to }) => from === column && to.unique);
		const isOther =
			(column.kind === 'number' || isReference(column, this.graph)) &&
			column !== keyOfTable(column.table) &&
			!isNumbering(column);
		if (edge === undefined && isOther && item.mention?.score !== 1)
			throw new Refusal(
				`"${column.name}" is only an ID, and I can’t find the dataset that it refers to. Create a link, or ask for "${column.name}" itself.`,
				item.text,
			);
		if (edge === undefined || others.length > 0 || edge.to.table === column.table) return [column];
		const names = namesOf(edge.to.table);
		return names.length > 0 ? names : [column];
	}

	/** "which grid has a rider of X": expects one number, although many rows may satisfy the conditions. */
	private asksForOne(): boolean {
		const [asked] = this.original;
		if (asked?.tag !== 'C' || this.where.length === 0 || this.graph.tables.length > 1 || /[^s]s$/i.test(asked.text))
			return false;
		if (/^\W*which [\w#.' ]+? (?:has|have|had) an? /i.test(this.question))
			return this.where.every(({ kind, column }) => kind === 'is' && !column.unique);
		const rows = asked.mention?.columns[0]?.table.dataset.rows ?? 0;
		const expected = this.where.reduce(
			(left, { kind, column }) => left / (kind === 'number' || kind === 'is' ? (column.distinct ?? 1) : 2),
			rows,
		);
		return expected > mostForOne;
	}

	/** "where was" and "when was" ask for the only column with places or times. @throws Refusal if there are none or several */
	private readAsked(): void {
		const pattern = askedBy(this.question);
		if (pattern === null || this.before !== null || this.figures.length > 0 || this.groups.length > 0) return;
		const isAsked = (column: Column) =>
			pattern.test(column.nameStems.join(' ')) || (column.kind === 'time' && pattern.test('date'));
		// "when did she join": a year.
		const isYear = (column: Column) => column.isYear && pattern.test('date');
		if (this.items.some(({ mention }) => mention?.columns.some((column) => isAsked(column) || isYear(column)))) return;
		const met = new Set(this.where.map(({ column }) => column));
		const tables = new Set(
			this.original.flatMap(({ mention }) => [
				...(mention?.tables ?? []),
				...[...(mention?.columns ?? []), ...(mention?.values ?? []).map(({ column }) => column)].map(
					({ table }) => table,
				),
			]),
		);
		const columns = this.graph.tables
			.filter((table) => this.graph.tables.length === 1 || tables.has(table))
			.flatMap((table) => table.columns)
			.filter((column) => isAsked(column) && !met.has(column));
		const [column, ...others] = columns;
		if (column === undefined || others.length > 0)
			throw new Refusal(
				column === undefined
					? 'No column here answers that. Which column do you want to see?'
					: `Which one do you mean: ${listText(
							columns.map(({ name }) => `"${name}"`),
							'or',
						)}?`,
			);
		this.shown.push(column);
	}

	/** "the highest attendance of a game that": what an aggregate ranges over, if no aggregate per item is requested. */
	private onlyNamesRows(item: Item): boolean {
		const at = this.original.indexOf(item);
		// "of a Canadian player"
		const value = this.original[at - 1];
		const lead = value?.tag === 'V' && value.mention?.to === item.mention?.from ? value.lead : item.lead;
		if (!/^(of|for|from|by|in|to|among)$/.test(lead ?? '') || this.graph.tables.length > 1) return false;
		const isReckoned = this.original.slice(0, at).some(({ tag }) => tag === 'A' || tag === 'S');
		const isWhich = this.original
			.slice(0, at)
			.some(({ after, tag }) => tag === 'C' && /^(which|what|whose)$/.test(after ?? ''));
		return isReckoned && !isWhich && this.figures.length + this.order.length > 0 && this.groups.length === 0;
	}

	/** "depots that only have diesel buses", "whose buses are all diesel": those with such a row and none of another kind. */
	private readOnly(main: Table): void {
		const [where, ...others] = this.where;
		if (where?.kind !== 'is' || where.not || others.length > 0 || !saysOnly.test(this.question)) return;
		const { column, values } = where;
		const isOfMany = fansOut(joinAll(this.graph, [main, column.table]) ?? []);
		const all = column.kind === 'boolean' ? ['true', 'false'] : column.values;
		if (!isOfMany || column.nulls > 0 || all === null || (column.distinct ?? 2) > all.length) return;
		const rest = all.filter((value) => !values.includes(value));
		this.each.push(...this.where.splice(0), { ...where, values: rest, not: true });
	}

	/** "a singer above 40 and a singer below 30": no row can be both, so different rows are meant. */
	private separateContradictions(main: Table): void {
		if (this.graph.isDescribed) joinTimes(this.where);
		const hasMany = ({ column }: Where) => fansOut(joinAll(this.graph, [main, column.table]) ?? []);
		const isOfRows = eachOf({ shown: this.shown, figures: this.figures }) === null;
		const ofOne = isOfRows ? this.each.find((item) => !hasMany(item)) : undefined;
		if (ofOne !== undefined)
			throw new Impossible(
				`No row of ${main.name} can meet both conditions. Ask about one at a time.`,
				ofOne.column.name,
			);
		for (const [at, a] of this.where.entries()) {
			// "a cat but not a dog": of several rows, one with and none with the other.
			const isBut = (b: Where) =>
				b.column === a.column && a.kind === 'is' && b.kind === 'is' && !a.not && b.not && hasMany(a);
			const but = this.where.find(isBut);
			const b = but ?? this.where.find((other, index) => index > at && contradicts(a, other));
			if (b === undefined) continue;
			const isOwn =
				but === undefined &&
				!(hasMany(a) && saysBoth(a, b, this.original)) &&
				(this.shown.length === 0 || this.shown.some((column) => column.unique || column === displayOf(a.column.table)));
			if (this.figures.length > 0 && this.groups.length + this.shown.length === 0 && bothOfEach(a, b, this.original)) {
				this.where.splice(this.where.indexOf(b), 1);
				this.where[at] = bothOfEach(a, b, this.original) as Where;
				this.groups.push(a.column);
				return;
			}
			if (isOwn || (this.figures.length > 0 && !(hasMany(a) && isOfRows)))
				throw new Impossible(
					this.graph.isDescribed
						? `No row can meet both conditions on "${a.column.name}"${bothOf(a, b)}. Ask about one at a time.`
						: `"${a.column.name}" can’t meet both conditions at once. Ask about one at a time.`,
					a.column.name,
				);
			this.each.push(a, b);
			this.where.splice(0, this.where.length, ...this.where.filter((other) => other !== a && other !== b));
			return;
		}
	}
}
