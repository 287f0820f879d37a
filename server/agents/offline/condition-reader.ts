import { addsUp, readGradedAdjective } from '../builtin/english.ts';
import type { Comparison } from '../builtin/intent.ts';
import { Refusal, unclear } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIrregularVerb } from '../builtin/stem.ts';
import {
	directions,
	displayOf,
	hasNumbers,
	isIdentifier,
	isNumbering,
	isOrdinal,
	isSecondary,
	keyOfTable,
} from './columns.ts';
import { fansOut, joinAll } from './graph.ts';
import { type Item, isCounted, isOneOf, units } from './item.ts';
import { Unread } from './items.ts';
import type { Figure, Fn, Plan, Where } from './plan.ts';
import { checkAsked, isSame } from './returned.ts';
import { inYear, isIn, isNumber, isNumeric, isYear, TimeReader } from './time-reader.ts';

export abstract class ConditionReader extends TimeReader {
	protected readonly where: Where[] = [];
	protected readonly figures: Figure[] = [];
	protected readonly shown: Column[] = [];
	protected readonly without: Table[] = [];
	protected readonly having: Plan['having'][number][] = [];

	protected readonly both: Table[] = [];
	protected outer: Fn | null = null;
	protected compares = false;
	/** Conditions on the same thing that different rows may satisfy. */
	protected readonly each: Where[] = [];

	protected override conditions(): readonly Where[] {
		return [...super.conditions(), ...this.where];
	}

	protected readConditions(): void {
		for (const [at, item] of this.items.entries()) {
			const beside = [this.items[at - 1], this.items[at + 1]].filter((other) => other?.tag === 'C');
			const isOwn = beside.some((other) =>
				item.mention?.values.some(({ column }) => other?.mention?.columns.includes(column)),
			);
			// "rank 5": a number next to its quantity isn't a text of another column.
			const isCompared = this.items[at - 1]?.tag === 'G';
			const isBeside = !isOwn && beside.some((other) => other !== undefined && isNumeric(other));
			if (item.tag === 'V' && item.number !== undefined && (isCompared || isBeside)) item.tag = 'N';
		}
		if (this.graph.tables.length > 1) checkAsked(this.items);
		// "no composer", "has a company": whether anything is recorded.
		this.rule(/XC(?![NGVLM|])/, (not, item) => {
			if (not === undefined || item === undefined) return false;
			const column = this.column(item);
			// "no salary": no row in the salaries
			if (column.nulls === 0 && item.mention?.tables.includes(column.table)) {
				this.without.push(column.table);
				return true;
			}
			// "never been prescribed": no row with a date for it.
			const isVerb = /(ed|en|wn)$/.test(item.text) || isIrregularVerb(item.text);
			const isDone = isVerb && column.kind === 'time' && column.nulls === 0;
			if (isDone && this.original.some(({ tag, mention }) => tag === 'T' && !mention?.tables.includes(column.table))) {
				this.without.push(column.table);
				return true;
			}
			// "games without any hints": their number is 0.
			const isNumber = column.kind === 'number' && column.min === '0' && /[^s]s$/.test(item.text);
			const ofRows = this.original[this.original.indexOf(not) - 1];
			if (isNumber && ofRows?.mention?.tables.includes(column.table) === true)
				return this.met({ kind: 'number', column, op: '=', value: 0, not: false });
			return column.nulls > 0 && this.met({ kind: 'missing', column, not: false });
		});
		// "which bands have split up", "how many were cancelled", "cancelled a booking": a verb, and the time when it happened.
		this.rule(/C$|C(?=[GNS]*T)|C(?=E)/, (item) => {
			const isVerb =
				/[a-z]{2}ed$|[a-z] (?:up|out|off|down)$/.test(item?.text ?? '') || isIrregularVerb(item?.text ?? '');
			if (item === undefined || !isVerb) return false;
			const [, group] = this.items.slice(this.items.indexOf(item));
			const next = this.items.slice(this.items.indexOf(item)).find(({ tag }) => tag === 'T');
			// "closed per year"
			const isGrouped = group?.tag === 'E';
			if (next === undefined && !isGrouped && !/^(?:have|has|had|are|is|was|were|been|be)$/.test(item.after ?? ''))
				return false;
			const isOptional = ({ kind, isYear, nulls }: Column) => (kind === 'time' || isYear) && nulls > 0;
			if (item.mention?.columns.some(isOptional) !== true) return false;
			const column = this.column(item, isOptional);
			if (next?.mention?.tables.includes(column.table) === false) return false;
			return this.met({ kind: 'missing', column, not: true });
		});
		this.rule(/C(?![NGVLM|&,])/, (item) => {
			const isHad = /^(a|an|any)$/.test(item?.after ?? '') && /^(have|has|having)$/.test(item?.lead ?? '');
			if (!isHad || item === undefined || this.items[0] === item) return false;
			const column = this.column(item);
			return column.nulls > 0 && this.met({ kind: 'missing', column, not: true });
		});
		// "tree 5017": the row with that key.
		this.rule(/TN(?![TN|R])/, (item, number) => {
			const next = number === undefined ? undefined : this.items[this.items.indexOf(number) + 1];
			if (item === undefined || /s$/i.test(item.text) || number?.after !== item.text.toLowerCase()) return false;
			if (next?.tag === 'C' && isNumeric(next)) return false;
			const key = keyOfTable(this.table(item));
			const value = number.number ?? 0;
			if (key?.kind !== 'number' || value < Number(key.min) || value > Number(key.max)) return false;
			item.keep = true;
			return this.met({ kind: 'number', column: key, op: '=', value, not: false });
		});
		// "the difference in beds between A and B": of two named rows.
		this.rule(/QCB?T?VT?&T?VT?/, (_gap, name, ...part) => {
			const values = part.filter(({ tag }) => tag === 'V');
			if (name === undefined || !isNumeric(name)) return false;
			const names = this.columnOfValues(values, []);
			const column = this.column(name, (one) => isNumber(one) && one.table === names?.table);
			if (names === null || !(names.unique || names === displayOf(names.table))) throw new Unread('difference');
			const [of, per] = values.map((value) => isOneOf(names, [value], false));
			if (of === undefined || per === undefined) return false;
			this.figures.push({ fn: 'gap', column, table: column.table, of, per });
			return true;
		});
		this.readYears();
		this.readTimes();
		this.rule(/BN&NC|CBN&N/, (...part) => {
			const name = part.find(({ tag }) => tag === 'C');
			if (name === undefined || !isNumeric(name)) return false;
			const [from = 0, to = 0] = part.flatMap(({ number }) => number ?? []);
			return this.met({ kind: 'between', column: this.column(name, isNumber), from, to });
		});
		this.rule(/CX?LV|CX?LN/, (...part) => {
			const [name, how] = [part[0], part.at(-2)];
			if (name === undefined || how?.phrase?.kind !== 'text') return false;
			const not = part.some(({ tag }) => tag === 'X');
			const [column, text] = [this.column(name, isText), part.at(-1)?.text ?? ''];
			return this.met({ kind: 'text', column, how: how.phrase.how, text, not });
		});
		// "earn more than their manager"
		this.rule(/CGT/, (name, sign, item) => {
			const alias = item?.mention?.tables.find((table) => this.graph.roles?.some((role) => role.alias === table));
			if (name === undefined || alias === undefined || sign?.phrase?.kind !== 'comparison') return false;
			const column = this.column(name, isNumber);
			const other = alias.columns.find((one) => one.name === column.name && one !== column);
			return other !== undefined && this.met({ kind: 'columns', column, op: sign.phrase.op, other });
		});
		this.rule(/CGAVT?|(?:C[XT]?)?GA[CT]?=C|CX?GAT?(?![CTV=])|(?:CX?)?GACT?/, (...part) => {
			const name = part.find(({ tag }) => tag === 'C');
			const sign = part.find(({ tag }) => tag === 'G')?.phrase;
			const fn = part.find(({ tag }) => tag === 'A')?.phrase;
			if (name === undefined || part.some(({ tag }) => tag === 'X') || sign?.kind !== 'comparison') return false;
			if (fn?.kind !== 'aggregate' || /^(sum|median|range)$/.test(fn.fn)) return false;
			const column = this.column(name, (one) => isNumber(one) || one.kind === 'time');
			// "smaller than the average hydro plant": the average of those.
			const value = part.find(({ tag }) => tag === 'V');
			const of = value === undefined ? null : this.columnOfValues([value], []);
			if (value !== undefined && of?.table !== column.table) throw new Unread(`${part[2]?.text} ${value.text}`);
			const among = value === undefined || of === null ? {} : { among: isOneOf(of, [value], false) };
			const [last, again] = [part.at(-1) as Item, part.at(-2)];
			const isSame = last.mention?.columns.includes(column) || last.mention?.tables.includes(column.table);
			// "the average wage of a depot"
			if (
				isSame !== true &&
				last.tag === 'T' &&
				again?.tag === 'C' &&
				!/^(?:their|its|his|her|the)$/.test(last.after ?? '')
			)
				throw unclear(last.text);
			// "the average salary in the same town": not that of something else in the same town.
			if (again?.tag === 'C' && last.tag === 'C' && !again.mention?.columns.includes(column)) return false;
			const per = isSame || of !== null || last.mention === undefined ? {} : { per: this.sharedBy(column.table, last) };
			return this.met({ kind: 'extreme', column, fn: fn.fn as 'avg', op: sign.op, ...among, ...per });
		});
		this.rule(/C?Z(?:N&N|V&V)|Z[CT](?:N&N|V&V)|ZTV&TV/, (...part) => {
			const name = part.find(({ tag }) => tag === 'C');
			const values = part.filter(({ tag }) => tag === 'V');
			const numbers = part.flatMap(({ number }) => number ?? []);
			if (values.length > 0) {
				const column = this.columnOfValues(values, part);
				// "which streets have both a maple and a ginkgo"
				if (name !== undefined && name === this.original[0] && column !== null)
					name.keep = !name.mention?.columns.includes(column);
				if (column !== null) this.each.push(...values.map((value) => isOneOf(column, [value], false)));
				return column !== null;
			}
			const column = name !== undefined && isNumeric(name) ? this.column(name, isNumber) : this.yearColumn(part[1]);
			if (column === null) return false;
			this.each.push(...numbers.map((value) => inYear(column, value)));
			return true;
		});
		// "more goals for than goals against"
		this.rule(/CGC(?!N)/, (a, sign, b) => {
			if (a === undefined || b === undefined || sign?.phrase?.kind !== 'comparison') return false;
			const isTimed = [a, b].every(({ mention }) => mention?.columns.some(({ kind }) => kind === 'time'));
			const fits = isTimed ? ({ kind }: Column) => kind === 'time' : isNumber;
			const [column, other] = [this.column(a, fits), this.column(b, fits)];
			if (column === other || column.table !== other.table) return false;
			return this.met({ kind: 'columns', column, op: sign.phrase.op, other });
		});
		// "a higher income than Norway": than the row with that name.
		this.rule(/CGV/, (name, sign, named) => {
			if (name === undefined || sign?.phrase?.kind !== 'comparison' || !isNumeric(name)) return false;
			const column = this.column(name, isNumber);
			const found = (named?.mention?.values ?? []).filter(
				({ column: of }) => of.table === column.table && (of.unique || of === displayOf(of.table)),
			);
			const [same, ...others] = found;
			if (same === undefined || others.length > 0) return false;
			return this.met({ kind: 'than', column, op: sign.phrase.op, of: same.column, value: same.value });
		});
		// "items below their reorder level": their stock.
		this.rule(/TGC(?!N)/, (item, sign, name) => {
			if (item === undefined || name === undefined || sign?.phrase?.kind !== 'comparison') return false;
			const other = this.column(name, isNumber);
			const isStock = ({ nameStems }: Column) =>
				nameStems.some((word) => /^(?:stock|hand|quantity|inventory)$/.test(word));
			const [column, ...others] = this.table(item).columns.filter(
				(one) => one !== other && isNumber(one) && isStock(one),
			);
			if (
				!other.nameStems.some((word) => /^(?:reorder|restock|minimum|min)$/.test(word)) ||
				column?.table !== other.table
			)
				return false;
			item.keep = true;
			return others.length === 0 && this.met({ kind: 'columns', column, op: sign.phrase.op, other });
		});
		// "women under 25"
		this.rule(/[TV]GN(?![CTNR])/, (item, sign, number) => {
			const [first, ...more] = new Set(
				item?.tag === 'T' ? item.mention?.tables : item?.mention?.values.map(({ column }) => column.table),
			);
			const age = first?.columns.find(({ nameStems }) => nameStems.join() === 'age');
			const value = number?.number ?? 0;
			const isNamed = this.original.some(({ tag, mention }) => tag === 'C' && mention?.columns.includes(age as Column));
			if (item === undefined || age === undefined || more.length > 0 || !isNumber(age) || value > 120) return false;
			if (isNamed) return false;
			if (sign?.phrase?.kind !== 'comparison' || !/^(?:under|over|above|below)$/.test(sign.text)) return false;
			item.keep = true;
			return this.met({ kind: 'number', column: age, op: sign.phrase.op, value, not: false });
		});
		// "higher than 4000 meters": the quantity that the word measures.
		this.rule(/GN(?![CTN])|GAT?(?![CTVN])/, (sign, number, again) => {
			const nouns = readGradedAdjective(/^\w+/.exec(sign?.text ?? '')?.[0] ?? '')?.nouns ?? [];
			const all = this.graph.tables.flatMap(({ columns }) => columns);
			const columns = all.filter((column) => isNumber(column) && column.nameStems.some((word) => nouns.includes(word)));
			if (
				sign?.phrase?.kind !== 'comparison' ||
				columns.length === 0 ||
				this.items.at(this.items.indexOf(sign) - 1)?.tag === 'C'
			)
				return false;
			const options = columns.map((value) => ({ value, cost: this.distance(value.table, sign) }));
			const column = this.pick(sign, 'measure', options);
			const { op } = sign.phrase;
			const how = number?.phrase;
			if (how?.kind === 'aggregate')
				return how.fn === 'avg' && again?.mention?.tables.includes(column.table) !== false
					? this.met({ kind: 'extreme', column, fn: 'avg', op })
					: false;
			return this.met({ kind: 'number', column, op, value: number?.number ?? 0, not: false });
		});
		// "an average rating above 4", "more than 40 points in total": of a group of rows.
		this.rule(/GNCA(?![CT])|AT?CGN(?![CT])/, (...part) => {
			const [how, sign] = [part.find(({ tag }) => tag === 'A')?.phrase, part.find(({ tag }) => tag === 'G')?.phrase];
			const [name, number] = [part.find(({ tag }) => tag === 'C'), part.find(({ tag }) => tag === 'N')?.number ?? 0];
			if (how?.kind !== 'aggregate' || sign?.kind !== 'comparison' || name === undefined) return false;
			const column = this.column(name, isNumber);
			const figure = { fn: how.fn, column, table: column.table };
			this.having.push({ table: column.table, op: sign.op, value: number, figure });
			return true;
		});
		this.rule(/CX?GNC(?![GN])/, (...part) => {
			const [name, unit] = [part[0], part.at(-1)];
			const isUnit = unit?.mention?.columns.some((column) => name?.mention?.columns.includes(column)) === true;
			return isUnit && unit?.mention?.score !== 1 && this.compared(part.slice(0, -1));
		});
		this.rule(/CX?GN(?![T,_]*T)|X?GNC|GCN|CNR|CN(?:\|N)*(?!C)|CN(?=CX?G)|NC|CXN/, (...part) => this.compared(part));
		// "played in more than 2 cities"
		this.rule(/GNC|NRC/, (...part) => {
			const [sign, number] = [part.find(({ tag }) => tag === 'G')?.phrase, part.find(({ tag }) => tag === 'N')?.number];
			const item = part.at(-1) as Item;
			if (
				this.graph.tables.length === 1 ||
				!/[^s]s$/.test(item.text) ||
				item.mention?.columns.some(({ kind }) => kind !== 'text') !== false
			)
				return false;
			const column = this.column(item);
			const op = sign?.kind === 'comparison' ? sign.op : '>=';
			const figure = { fn: 'distinct' as const, column, table: column.table };
			this.having.push({ table: column.table, op, value: number ?? 0, figure });
			return true;
		});
		this.rule(/GNT|NRT|GN[,_]*T/, (...part) => {
			const sign = part.find(({ tag }) => tag === 'G')?.phrase;
			const item = part.find(({ tag }) => tag === 'T');
			const value = part.find(({ tag }) => tag === 'N')?.number;
			if (item === undefined || value === undefined) return false;
			const op = sign?.kind === 'comparison' ? sign.op : '>=';
			this.having.push({ table: this.table(item), op, value });
			return true;
		});
		this.rule(this.graph.isDescribed ? /[CT]?X?V(?:[|&Y]V)*[CT]?|XCV/ : /[CT]?X?V(?:\|V)*[CT]?|XCV/, (...part) =>
			this.values(part),
		);
		this.rule(/N(?:\|N)*(?![CTN])/, (...part) => {
			const years = part.flatMap(({ number }) => number ?? []);
			if (years.some((value) => !Number.isInteger(value) || value < 1000 || value > 2999)) return false;
			// "in 2008" in "flights_2008"
			const named = this.original.flatMap(({ mention }) => mention?.tables ?? []);
			if (
				this.graph.isDescribed &&
				named.some(({ columns }) => columns.some(({ nameStems }) => nameStems.includes(part[0]?.text ?? '')))
			)
				return true;
			const column = this.yearColumn(part[0]);
			if (column === null || (years.length > 1 && !column.isYear)) return false;
			return this.met(years.length > 1 ? { kind: 'oneOf', column, values: years } : inYear(column, years[0] ?? 0));
		});
		// "the lane of somebody when it is greater than 2": the quantity named last.
		this.rule(/CW+GN/, (name, ...rest) => {
			const [sign, number] = [rest.at(-2)?.phrase, rest.at(-1)?.number ?? 0];
			if (name === undefined || !isNumeric(name) || sign?.kind !== 'comparison') return false;
			for (const item of rest.slice(0, -2)) item.keep = true;
			name.keep = this.isAskedFor(name);
			return this.met({ kind: 'number', column: this.column(name, isNumber), op: sign.op, value: number, not: false });
		});
		// "both reviews and tips": at least one row of each.
		this.rule(/ZT&T/, (...part) => {
			const [a, b] = part.filter(({ tag }) => tag === 'T').map((item) => this.table(item));
			const [asked] = this.original;
			const shared = asked?.mention?.columns.filter(({ table }) => table === a || table === b) ?? [];
			if (asked?.tag === 'C' && shared.length > 1) {
				const [column, ...rivals] = shared.filter(({ table }) => table === a);
				const [other, ...others] = shared.filter(({ table }) => table === b);
				if (
					column === undefined ||
					other === undefined ||
					rivals.length + others.length > 0 ||
					column.name !== other.name
				)
					throw new Refusal(
						`I can’t find what ${a?.name} and ${b?.name} have in common. Ask about one at a time.`,
						asked.text,
					);
				this.items[this.items.indexOf(asked)] = { tag: '_', text: '' };
				this.shown.push(column);
				this.where.push({ kind: 'shared', column, other });
				return true;
			}
			this.both.push(...part.filter(({ tag }) => tag === 'T').map((item) => this.table(item)));
			return true;
		});
		this.readAlternatives();
		this.rule(/X[,_]*T+/, (...part) => {
			const [first, ...others] = part.filter(({ tag }) => tag === 'T');
			if (first === undefined) return false;
			// "except for stadiums that have a concert": excludes concerts of the requested stadiums.
			const isAgain = this.original.some(
				({ tag, mention }, at) =>
					tag === 'T' && at < this.original.indexOf(first) && mention?.tables[0] === first.mention?.tables[0],
			);
			if (isAgain && others.length === 0) return false;
			// In "roles in plays", the last dataset is the missing one; the others lead to it.
			this.without.push(this.table(others.at(-1) ?? first));
			return true;
		});
		// "the ratio of shops rated above 4 to those below 2": two counts of the same rows.
		// "how many more units were sold in France than in Norway": the difference of two counts or totals.
		this.rule(/QHC?[TW]+\/H?[TW]+|QH?[TW]+\/H?[TW]+/, (...part) => {
			const at = part.findIndex(({ tag }) => tag === '/');
			const [of, ...more] = part.slice(0, at).flatMap(({ where }) => where ?? []);
			const [per, ...rest] = part.slice(at).flatMap(({ where }) => where ?? []);
			const named = part.find(({ tag }) => tag === 'T');
			if (more.length > 0) return false;
			if (part[0]?.text === 'difference') {
				const item = part.find(({ tag }) => tag === 'C');
				const column = item === undefined ? null : this.column(item, isNumber);
				if (of === undefined || per === undefined || rest.length > 0 || of.column !== per.column) return false;
				if (column !== null && !addsUp(column.nameStems) && !isCounted(column, this.original)) return false;
				const table = column?.table ?? (named === undefined ? of.column.table : this.table(named));
				this.figures.push({ fn: 'gap', column, table, of, per });
				return true;
			}
			if (named === undefined) return false;
			const divisor = part.slice(at).find(({ tag }) => tag === 'T');
			if (of === undefined) {
				if (divisor === undefined || per !== undefined) return false;
				const over = this.table(divisor);
				if (over === this.table(named)) return false;
				this.figures.push({ fn: 'ratio', column: null, table: this.table(named), over });
				return true;
			}
			// A trailing condition applies to both.
			this.where.push(...rest);
			const table = this.table(named);
			this.figures.push({ fn: 'share', column: null, table, of, ...(per === undefined ? {} : { per }) });
			return true;
		});
		this.rule(/W/, (item) => {
			const { where } = item ?? {};
			if (where !== undefined && !this.where.some((other) => isSame(other, where))) this.where.push(where);
			return true;
		});
	}

	/** "the average of their species", "of their vet": the column that rows have in common then. @throws Refusal */
	private sharedBy(table: Table, item: Item): Column {
		const links = this.graph.edges.filter(
			({ from, to }) => from.table === table && to.unique && item.mention?.tables.includes(to.table),
		);
		const own = item.tag === 'C' ? this.column(item, (one) => one.table === table && !isNumber(one)) : links[0]?.from;
		if (own === undefined || links.length > 1) throw unclear(item.text);
		return own;
	}

	/** "in 2022 but not in 2023", "in 2022 and in 2023": of rows that each thing has several of. */
	private readYears(): void {
		this.rule(/N(?:X|&)N(?![CTNR])/, (a, joint, b) => {
			const isStated = [a, b].every((item) => isIn(item) && item?.after !== 'since');
			const [head] = this.original;
			const [first, second] = [a?.number, b?.number];
			if (!isStated || !isYear(first) || !isYear(second) || head?.tag !== 'T') return false;
			const column = this.yearColumn(a);
			const isOfMany = column !== null && fansOut(joinAll(this.graph, [this.table(head), column.table]) ?? []);
			if (column === null || !isOfMany || !/^(?:but not|not|and)$/i.test(joint?.text ?? '')) return false;
			this.each.push(inYear(column, first), { ...inYear(column, second), not: joint?.tag === 'X' } as Where);
			return true;
		});
	}

	/** "older than 40 or younger than 20", and "above 40 and below 60" for a single quantity. */
	private readAlternatives(): void {
		this.rule(/W[&|]T?GN/, (item, joint, ...rest) => {
			const [sign, number] = rest.slice(-2);
			const column = item?.where?.column;
			if (item === undefined || column?.kind !== 'number' || sign?.phrase?.kind !== 'comparison') return false;
			item.keep = true;
			if (joint !== undefined) joint.keep = true;
			return this.met({ kind: 'number', column, op: sign.phrase.op, value: number?.number ?? 0, not: false });
		});
		this.rule(/W\|W/, (a, _or, b) => {
			if (a?.where === undefined || b?.where === undefined) return false;
			const [x, y] = [a.where, b.where];
			// "not math or English" means neither.
			if (x.kind === 'is' && y.kind === 'is' && x.not && !y.not && x.column === y.column)
				return this.met({ ...x, values: [...x.values, ...y.values] });
			if ('not' in x && x.not === true)
				throw new Refusal('I can’t tell what "not" means before an "or". Ask about one condition at a time.', 'or');
			if (x.column.table !== y.column.table)
				throw new Refusal(
					'I can’t combine conditions on two datasets with "or". Ask about one dataset at a time.',
					'or',
				);
			return this.met({ kind: 'any', column: x.column, of: [...(x.kind === 'any' ? x.of : [x]), y] });
		});
	}

	/** "the season with more than 14 races": the number belongs to the quantity after it, not to what precedes "with". */
	private isOfNext(part: readonly Item[]): boolean {
		const [name, last] = [part[0], part.at(-1)];
		const next = last === undefined ? undefined : this.items[this.items.indexOf(last) + 1];
		return (
			name?.tag === 'C' &&
			last?.tag === 'N' &&
			next?.tag === 'C' &&
			isNumeric(next) &&
			/^(with|having|has|had|have|where|that|who|which)\b/.test(name.next ?? '')
		);
	}

	private compared(part: readonly Item[]): boolean {
		const name = part.find(({ tag }) => tag === 'C');
		const number = part.find(({ tag }) => tag === 'N')?.number;
		const sign = part.find(({ tag }) => tag === 'G')?.phrase;
		if (name === undefined || !(sign === undefined ? isNumeric(name) : isComparable(name)) || number === undefined)
			return false;
		if (this.isOfNext(part)) return false;
		// "the total fee in 2023"
		const last = part.at(-1);
		if (sign === undefined && (isIn(last) || (isIn(part[0]) && !name.mention?.columns.some((column) => column.isYear))))
			return false;
		const first = this.items.find(({ tag }) => tag === 'C');
		if (
			!this.isFollowing &&
			!this.asksWho &&
			name === first &&
			part[0] === name &&
			!this.items.some((item) => item !== name && 'CTHAVW'.includes(item.tag))
		)
			return false;
		const not = part.some(({ tag }) => tag === 'X');
		const open = part.find(({ tag }) => tag === 'R')?.phrase;
		const op: Comparison = sign?.kind === 'comparison' ? sign.op : open?.kind === 'or more' ? open.op : '=';
		const column = this.column(name, sign === undefined ? isNumber : mayCompare);
		// "3 hours" for a column in minutes
		const unit = part.find((item) => item.unit !== undefined)?.unit;
		const measured = unit === undefined ? undefined : units[unit];
		const own = [...column.nameStems, ...column.descriptionStems].flatMap((word) => units[word] ?? [])[0];
		if (own === undefined && part.some(({ text, unit: of }) => of === text)) return false;
		// "flights longer than 3 hours": not their distance.
		const mayLast = column.nameStems.some((word) =>
			/^(?:duration|time?|length|len|runtim|delay|wait|age|lag)$/.test(word),
		);
		if (unit !== undefined && own === undefined && measured?.of === 'time' && !mayLast) throw unclear(unit);
		if (unit !== undefined && own !== undefined && measured?.of !== own.of) throw unclear(unit);
		const factor = measured === undefined || own === undefined ? 1 : measured.size / own.size;
		const numbers = part.filter(({ tag }) => tag === 'N').map((item) => (item.number ?? 0) * factor);
		// "40 million" of "budget_musd"
		if (column.max !== null && Math.abs(number) > 100 * Math.max(Math.abs(Number(column.max)), 1))
			throw new Refusal(
				`The highest "${column.name}" is ${column.max}, so ${number} may be in another unit. Use the column’s unit.`,
				name.text,
			);
		if (isIdentifier(column) && !isNumbering(column) && op !== '=') return false;
		const [word = ''] =
			/^(higher|lower|better|worse|above|below)\b/i.exec(part.find(({ tag }) => tag === 'G')?.text ?? '') ?? [];
		if (word !== '' && isOrdinal(column))
			throw new Refusal(
				`"${word}" can mean a larger or a smaller "${column.name}". Say "more than" or "less than".`,
				word,
			);
		if (numbers.length > 1) return this.met({ kind: 'oneOf', column, values: numbers });
		return this.met({ kind: 'number', column, op, value: number * factor, not });
	}

	private values(part: readonly Item[]): boolean {
		const values = part.filter(({ tag }) => tag === 'V');
		const labels = part.filter(({ tag }) => tag === 'C' || tag === 'T');
		const not = part.some(({ tag }) => tag === 'X');
		// "to ORD and from DFW"
		if (part.some(({ tag }) => tag === '&') && new Set(values.flatMap(({ way }) => way ?? [])).size > 1) return false;
		const found: { label?: Item } = {};
		const column = this.columnOfValues(values, labels, found);
		if (column === null) return false;
		if (part.some(({ tag }) => tag === 'Y')) this.compares = true;
		this.met(partly(column, values, not) ?? isOneOf(column, values, not));
		// "customers in the west region": a column directly after its value only explains it.
		// ", country code ES," says again which rows are meant.
		const explains = (label: Item) => {
			const at = this.original.indexOf(label);
			const isBeside =
				label.mention?.from === values.at(-1)?.mention?.to ||
				(this.original[at - 1]?.tag === ',' && label.mention?.to === values[0]?.mention?.from);
			// "the class A contractors"
			const noun = this.original[at + values.length + 1];
			const isInside = label.mention?.to === values[0]?.mention?.from && noun?.mention?.tables.includes(column.table);
			return isInside === true || (isBeside && this.original.slice(0, at).some(({ tag }) => tag === 'T'));
		};
		for (const candidate of labels)
			candidate.keep = candidate !== found.label || (this.isAskedFor(candidate) && !explains(candidate));
		// "the math course": a dataset directly after its own value adds nothing.
		const last = part.at(-1);
		const value = values.at(-1)?.mention;
		if (last?.tag === 'T' && last.mention?.from === value?.to && last.mention?.tables.includes(column.table))
			last.keep =
				!this.items.slice(0, this.items.indexOf(part[0] as Item)).some(({ tag }) => 'CHATQPS'.includes(tag)) ||
				this.items.filter(({ tag }) => 'CHAT'.includes(tag)).length === 1 ||
				'HQ/P'.includes(
					this.items.slice(0, this.items.indexOf(part[0] as Item)).findLast(({ tag }) => tag !== 'W')?.tag ?? '-',
				);
		return true;
	}

	/** The column that has all of some values, named by a word next to them; null if there is none. */
	private columnOfValues(
		values: readonly Item[],
		labels: readonly Item[],
		found: { label?: Item } = {},
	): Column | null {
		const [first] = values;
		// "from ORD or to DFW": values of two columns.
		if (new Set(values.flatMap((value) => value.way ?? [])).size > 1)
			throw new Refusal('I can’t combine conditions on two columns with "or". Ask about one column at a time.', 'or');
		let columns = (first?.mention?.values ?? []).map(({ column }) => column);
		for (const value of values.slice(1))
			columns = columns.filter((column) => value.mention?.values.some((other) => other.column === column));
		columns = [...new Set(columns)];
		for (const candidate of labels) {
			if (candidate.tag !== 'C' && candidate.tag !== 'T') continue;
			const named =
				candidate.tag === 'T'
					? columns.filter((column) => candidate.mention?.tables.includes(column.table))
					: columns.filter((column) => candidate.mention?.columns.includes(column));
			if (named.length === 0) continue;
			columns = named;
			if (candidate.tag === 'C') found.label = candidate;
		}
		const way = directions[first?.way ?? ''];
		const directed = columns.filter(({ nameStems }) => nameStems.some((word) => way?.includes(word)));
		// "wines from Spain": the origin of a grape isn't that of the wine.
		const isOfOne = new Set(columns.map(({ table }) => table)).size === 1;
		const options = directed.length > 0 && (isOfOne || this.graph.isDescribed) ? directed : columns;
		if (first === undefined || options.length === 0) return null;
		return this.pick(
			first,
			'value',
			options.map((value) => ({
				value,
				cost:
					this.distance(value.table, first) +
					(value === displayOf(value.table) ? 0 : 0.25) +
					// "coal plants": by their primary fuel, not by another one.
					(isSecondary(value) ? 0.25 : 0) -
					// "and DFW?" after "from ORD" or "by origin": the same column.
					(this.isUsedBefore(value) ? 0.6 : 0),
			})),
		);
	}
}

/** "in Alaska" for places with longer names: any that contains the word. */
function partly(column: Column, [item, ...others]: readonly Item[], not: boolean): Where | null {
	if (item?.mention?.score !== 0.5 || others.length > 0 || (column.distinct ?? 0) <= fewValues) return null;
	return { kind: 'text', column, how: 'contains', text: item.text, not };
}
const fewValues = 60;

const mayCompare = (column: Column): boolean => isNumber(column) || hasNumbers(column);
const isComparable = (item: Item): boolean => (item.mention?.columns ?? []).some(mayCompare);
const isText = (column: Column): boolean => column.kind === 'text';
