import { escapePattern } from '#lib/text/escape-pattern.ts';
import { addsUp } from '../builtin/english.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { related, stem } from '../builtin/stem.ts';
import { displayOf, isIdentifier, keyOfTable } from './columns.ts';
import { ConditionReader } from './condition-reader.ts';
import { reckoned } from './derived.ts';
import { joinAll } from './graph.ts';
import { type Item, isCounted } from './item.ts';
import type { Where } from './plan.ts';
import { isNumber, isNumeric } from './time-reader.ts';
import { deedOf } from './vocabulary.ts';

export const asksForPaid = /^\W*how much (?:did|does|has|have|do) .*\b(?:pay|paid|spend|spent)\b/i;
export const isAmountPaid = ({ kind, nameStems }: Column): boolean =>
	kind === 'number' &&
	nameStems.some((word) => /^(?:amount|pric|cost|fee|total|pay|paid|payment|fare|spend|premium)$/.test(word)) &&
	!nameStems.some((word) => /^(?:unit|per|hour|day|night|rat|tax|discount|budget|estimat|list)$/.test(word));

/** Reads formulas over two columns, shares, and "of each". */
export abstract class FormulaReader extends ConditionReader {
	protected readonly groups: (Column | Table)[] = [];

	protected readGroups(): void {
		this.rule(/ET*[CT](?:[,&]+[CT](?=[,&]*$))*/, (...part) => {
			const items = part.filter(
				({ tag }, at) => tag === 'C' || (tag === 'T' && !'CT'.includes(part[at + 1]?.tag ?? '-')),
			);
			// "did each customer spend": the verb isn't a column of the customer.
			const [of, ...columns] = part.filter(({ tag }) => tag === 'T' || tag === 'C');
			const isApart = ({ tag, mention }: Item) =>
				tag === 'C' &&
				(mention?.score ?? 1) < 0.5 &&
				!mention?.columns.some(({ table }) => of?.mention?.tables.includes(table));
			if (of?.tag === 'T' && columns.some(isApart)) return false;
			// "of each player across all tournaments"
			const apart = items.filter(
				(item) => item.tag === 'T' && of?.tag === 'T' && item !== of && item.mention?.from !== of.mention?.to,
			);
			for (const item of apart) item.keep = true;
			if (of !== undefined && apart.length > 0 && !items.includes(of)) this.groups.push(this.group(of));
			for (const item of items) if (!apart.includes(item)) this.groups.push(this.group(item));
			return true;
		});
	}

	/** "for each class", if the rows only have the code of their class: the classes, which have names. */
	private group(item: Item): Column | Table {
		const found = this.thing(item);
		const saysKey = item.mention?.score === 1 || /\b(?:ids?|codes?|keys?|no|numbers?)$/i.test(item.text);
		if ('key' in found || saysKey || !isIdentifier(found)) return found;
		const [named, ...others] = this.graph.edges.filter(({ from, to }) => from === found && to.unique);
		const table = named !== undefined && others.length === 0 ? named.to.table : found.table;
		return displayOf(table) !== null && (table !== found.table || found === keyOfTable(table)) ? table : found;
	}

	/** "how many species have more than 6 animals": the number of groups. */
	protected countGroups(): void {
		const [figure, ...others] = this.figures;
		const [having, ...more] = this.having;
		if (figure?.fn !== 'count' || figure.column !== null || having === undefined || others.length + more.length > 0)
			return;
		if (this.groups.length > 0 || this.outer !== null || having.table === figure.table) return;
		this.groups.push(figure.table);
		this.figures.splice(0, 1, having.figure ?? { fn: 'count', column: null, table: having.table });
		this.outer = 'count';
	}

	/** "the ratio of capacity to range", "price minus cost", and the same of averages. */
	protected readFormulas(): void {
		this.rule(/A?QA?T*CT*\/A?T*CT*|A?CT*\/A?C/, (...part) => {
			const at = part.findIndex(({ tag }) => tag === '/');
			const [a, b] = part.filter(({ tag }) => tag === 'C');
			const kind = ({ minus: 'difference', plus: 'sum' } as const)[part[at]?.text ?? ''] ?? 'ratio';
			if (a === undefined || b === undefined) return false;
			const [x, y] = [this.column(a, isNumber), this.column(b, isNumber)];
			if (x === y || x.table !== y.table)
				throw new Refusal(
					x === y
						? `"${a.text}" and "${b.text}" are the same column. Name two different columns.`
						: `I can’t calculate with "${a.text}" and "${b.text}" together, because they’re in different datasets. Name two columns in the same dataset.`,
					a.text,
				);
			for (const item of part.filter(({ tag }) => tag === 'T')) if (this.table(item) !== x.table) item.keep = true;
			const column = reckoned(kind, x, y);
			const fns = part.flatMap(({ phrase }) => (phrase?.kind === 'aggregate' ? [phrase.fn] : []));
			const ofRows = this.groups.some((group) =>
				'key' in group ? group === x.table : group.unique && group.table === x.table,
			);
			if (fns.length === 0 || ofRows) this.shown.push(column);
			else if (fns.length === 1 && part[0]?.tag === 'A' && fns[0] !== undefined)
				this.figures.push({ fn: fns[0], column, table: x.table });
			else
				throw new Refusal(
					`I can’t calculate "${part.map(({ text }) => text).join(' ')}". Ask for one figure at a time.`,
				);
			if (ofRows)
				this.shown.unshift(
					...this.groups
						.splice(0)
						.flatMap((group) => ('key' in group ? (displayOf(group) ?? keyOfTable(group) ?? []) : group)),
				);
			return true;
		});
	}

	/** "the percentage of flights that were late": of the counted rows, those that satisfy the last condition. */
	protected readShares(): void {
		// "share of population by region": of a quantity that adds up.
		this.rule(/PC(?!T)/, (_share, item) => {
			if (item === undefined || !isNumeric(item) || this.groups.length === 0 || !this.graph.isDescribed) return false;
			const column = this.column(item, isNumber);
			this.figures.push({ fn: 'share', column, table: column.table, percent: true });
			return true;
		});
		// "what share of the nights was spent in Crow Hut": of all nights.
		this.rule(/PC(?!T)/, (_share, item) => {
			const [of, ...others] = this.where;
			if (item === undefined || of === undefined || others.length + this.groups.length > 0) return false;
			const column = this.column(item, isNumber);
			if (!addsUp(column.nameStems) && !isCounted(column, this.original)) return false;
			this.where.pop();
			this.figures.push({ fn: 'share', column, table: column.table, of, percent: true });
			return true;
		});
		this.rule(/PH?TC?/, (share, ...part) => {
			const item = part.find(({ tag }) => tag === 'T') as Item;
			const has = part.find(({ tag }) => tag === 'C');
			if (has !== undefined) {
				if (has.after !== 'with') return false;
				this.where.push({ kind: 'number', column: this.column(has, isNumber), op: '>', value: 0, not: false });
			}
			const table = this.table(item);
			const percent = !/(proportion|fraction|ratio)/i.test(share?.text ?? '');
			// "of strikes happened at night in 1999": of those in 1999.
			const isTime = (where: Where | undefined) => where?.kind === 'time' || where?.column.isYear === true;
			const isDone = new RegExp(
				`${escapePattern(item.text)} (?:\\w+ed|is|are|was|were|has|had|have|left|took)\\b`,
				'i',
			);
			const [first, second, ...more] = this.where;
			const adjective = this.original[this.original.indexOf(item) - 1];
			const isDescribed = adjective?.tag === 'V' && adjective.mention?.to === item.mention?.from;
			const isInTime = more.length === 0 && isTime(second) && !isTime(first);
			if (isInTime && !isDescribed && isDone.test(this.question)) this.where.reverse();
			// "of criminal cases ended with an acquittal": of the rows described before the condition.
			const [base] = this.where;
			const isBase =
				this.where.length === 2 &&
				adjective?.mention?.to === item.mention?.from &&
				adjective?.mention?.values.some(({ column }) => column === base?.column);
			// "of the parcels sent by businesses were returned"
			const isSaid = this.original.findLast(({ tag }) => tag === 'V')?.after;
			const isLast = this.where.length === 2 && (this.graph.isDescribed || /^(?:is|are|was|were)$/.test(isSaid ?? ''));
			const [of, ...others] = this.where.splice(isBase === true || isLast ? 1 : 0);
			if (others.length > 0 || (of === undefined && this.groups.length === 0))
				throw new Refusal(
					`I can’t tell which share of ${table.name} you mean. ${others.length > 0 ? 'Use only one condition.' : 'Add a condition.'}`,
					item.text,
				);
			this.figures.push({ fn: 'share', column: null, table, percent, ...(of === undefined ? {} : { of }) });
			return true;
		});
	}

	/** "how much did Nordbank pay": the only amount of what refers to it. */
	protected sumSpent(how: Item): boolean {
		const named = this.where.flatMap(({ kind, column }) =>
			kind === 'is' && (column.unique || column === displayOf(column.table)) ? [column.table] : [],
		);
		const [payer, ...others] = [...named, ...this.groups.filter((group) => 'key' in group)];
		if (payer === undefined || others.length > 0 || !asksForPaid.test(this.question) || this.original[0] !== how)
			return false;
		const column = this.spentBy(payer);
		if (column !== null) this.figures.push({ fn: 'sum', column, table: column.table });
		return column !== null;
	}

	/** The only amount of money in the rows that refer to a thing. */
	protected spentBy(payer: Table): Column | null {
		const refers = (table: Table) => {
			const path = joinAll(this.graph, [table, payer]) ?? [];
			return path.length > 0 && path.length <= 2 && path.every(({ to }) => to.unique);
		};
		const [column, ...others] = this.graph.tables.filter(refers).flatMap(({ columns }) => columns.filter(isAmountPaid));
		if (column === undefined || others.length > 0) return null;
		// Only what was paid, if some of it wasn't.
		const paid = column.table.columns.find(
			({ kind, nulls, nameStems }) => kind === 'time' && nulls > 0 && nameStems.includes('pay'),
		);
		if (paid !== undefined) this.where.push({ kind: 'missing', column: paid, not: true });
		return column;
	}

	/** "the average credits of students": if each student has several courses, it's unclear what to average. @throws Refusal */
	protected checkOwner(item: Item, column: Column): void {
		const next = this.original[this.original.indexOf(item) + 1];
		if (next?.tag !== 'T' || next.lead !== 'of') return;
		const path = joinAll(this.graph, [column.table, this.table(next)]);
		if (path === null || path.some(({ to }) => !to.unique))
			throw new Refusal(
				`"${column.name}" is a column in ${column.table.name}, not in "${next.text}". Which rows do you mean?`,
				item.text,
			);
	}

	/** "performed", "used": the only rows that refer to a thing, if the verb names them or doesn't say more than that. */
	protected doneTo(thing: Table, verb: string): Table | null {
		const tables = this.referringTo(thing);
		const named = [stem(verb), ...(deedOf(stem(verb)) ?? [])];
		const ofVerb = tables.filter(({ nameStems }) =>
			nameStems.some((name) => named.some((other) => name === other || related(name, other) || stem(other) === name)),
		);
		const isDone = /^(?:used|played|performed|done|taken|given)$/i.test(verb);
		const [table, ...others] = ofVerb.length > 0 || !isDone ? ofVerb : tables;
		return others.length > 0 ? null : (table ?? null);
	}

	protected readonly referringTo = (thing: Table): Table[] => [
		...new Set(this.graph.edges.flatMap(({ from, to }) => (to.table === thing && to.unique ? from.table : []))),
	];

	/** "escaped most often": the rows that refer to a thing, if only they have a condition. */
	protected metOf(thing: Table, word: string): Table | null {
		const [table, ...others] = new Set(this.where.map(({ column }) => column.table));
		const refers = this.graph.edges.some(({ from, to }) => from.table === table && to.table === thing && to.unique);
		return word === 'often' && others.length === 0 && refers ? (table ?? null) : null;
	}
}
