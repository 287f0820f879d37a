import { addsUp, readAdjective, readGradedAdjective } from '../builtin/english.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { hasNumbers, isCountOf, isIdentifier, isOrdinal, isShare, tellsQuantity } from './columns.ts';
import { asksForPaid, FormulaReader, isAmountPaid } from './formula-reader.ts';
import { countsValue, type Item, isEvery, nounOf } from './item.ts';
import type { Plan } from './plan.ts';
import { isNumber, isNumeric } from './time-reader.ts';

export const isMeasured = ({ tag, mention }: Item): boolean =>
	tag === 'C' && (mention?.columns ?? []).some(tellsQuantity);

export abstract class FigureReader extends FormulaReader {
	protected readonly order: Plan['order'][number][] = [];
	protected limit: number | null = null;
	/** The column whose maximum is requested; if a thing has several rows, possibly their total. */
	protected mostOf: Column | null = null;

	/** Whether a verb implies what to rank by: "earns the most". */
	protected ranksDoers = false;

	protected simplify(): void {
		const tags = () => this.items.map((item) => item.tag).join('');
		const drop = (pattern: RegExp, offset: number) => {
			for (let at = tags().search(pattern); at >= 0; at = tags().search(pattern)) this.items.splice(at + offset, 1);
		};
		const isQuantity = (item: Item | undefined) =>
			item?.tag === 'C' &&
			(item.mention?.columns ?? []).some((column) => column.kind === 'number' && !isIdentifier(column));
		this.readTopOfAll();
		this.moveShown();
		// "performances by contestants from Leeds": those that they gave, not a figure for each.
		const doer = tags().search(/TETV/);
		const [by, who, where] = doer < 0 ? [] : this.items.slice(doer + 1, doer + 4);
		if (by?.text === 'by' && /s$/i.test(who?.text ?? '') && /^(from|in|of|with)$/.test(where?.lead ?? ''))
			this.items.splice(doer + 1, 1);
		// "don't supply any items"
		const deed = tags().search(/XCT/);
		const [, verb, what] = deed < 0 ? [] : this.items.slice(deed, deed + 3);
		// "not home to any team": by the teams' "home_alley_id"
		const links = verb?.mention?.columns.filter(({ table }) => what?.mention?.tables.includes(table)) ?? [];
		const isOfVerb =
			((verb?.mention?.score ?? 1) <= 0.5 ||
				(links.length > 0 && links.every((link) => link.kind === 'time' || isIdentifier(link)))) &&
			/^(?:any|an?|the)$/.test(what?.after ?? '');
		if (isOfVerb && what?.mention?.tables[0] !== this.items[0]?.mention?.tables[0]) this.items.splice(deed + 1, 1);
		// "no performances by musicians"
		const none = tags().search(/XTET/);
		if (none >= 0 && /^(by|of|from|with)$/.test(this.items[none + 2]?.text ?? '')) this.items.splice(none + 2, 1);
		// "how many grams were fed in total to": a sum.
		const counted = tags().search(/H[CT]A/);
		if (counted >= 0 && this.items[counted + 2]?.text.toLowerCase() === 'in total') this.items.splice(counted + 2, 1);
		drop(/HH/, 0);
		// "at least three different routes"
		drop(/GND[CT]/, 2);
		// "the farms and the number of turbines of each"
		if (/^[CT].*&.*[CT]E$/.test(tags())) this.items.pop();
		// "each sloop": for each boat that is one.
		for (const [at, by] of this.items.entries()) {
			const [value, noun] = this.items.slice(at + 1, at + 3);
			const [table, ...others] = new Set(value?.mention?.values.map(({ column }) => column.table));
			if (by.tag !== 'E' || !isEvery(by) || value?.tag !== 'V' || table === undefined || others.length > 0) continue;
			const isNamed = noun?.tag === 'T' && noun.mention?.from === value.mention?.to;
			this.items.splice(at, 2, value, by, ...(isNamed ? [] : [nounOf(value, table)]));
		}
		drop(/E[VSGX]/, 0);
		// "the largest number of recipes": most recipes.
		for (let at = tags().search(/SHT/); at >= 0; at = tags().search(/SHT/)) {
			const [end] = this.items.splice(at, 2) as [Item];
			const word = end.phrase?.kind === 'end' && end.phrase.direction === 'asc' ? 'fewest' : 'most';
			this.items.splice(at, 0, { ...end, text: word });
		}
		// "cost between 2 and 3 per kg": the unit of price_kg.
		for (const [at, item] of this.items.entries()) {
			const unit = this.items[at + 1];
			const [column, ...others] = unit?.tag === 'C' && item.text === 'per' ? (unit.mention?.columns ?? []) : [];
			const isAgain = this.items
				.slice(0, at)
				.some(({ tag, mention }) => tag === 'C' && column !== undefined && mention?.columns.includes(column));
			if (isAgain && others.length === 0 && (unit?.mention?.score ?? 1) < 1) this.items.splice(at, 2);
		}
		// "contain egg": a value of what is linked, not a part of a name.
		for (const [at, item] of this.items.entries()) {
			const next = this.items[this.items[at + 1]?.tag === 'Z' ? at + 2 : at + 1];
			if (item.tag === 'L' && next?.mention !== undefined && next.tag === 'V' && this.items[at - 1]?.tag !== 'C')
				this.items.splice(at, 1);
		}
		drop(/L[XTC]/, 0);
		for (const [at, item] of this.items.entries()) {
			if (item.tag === 'H' && 'ASOE'.includes(this.items[at - 1]?.tag ?? '-') && isQuantity(this.items[at + 1]))
				this.items.splice(at, 1);
			const next = this.items[at + 2]?.tag ?? '';
			// "the 10 movies with the largest budget"
			if (
				item.tag === 'N' &&
				(this.graph.isDescribed || item.after === 'the' ? /^[CT]?[,_]*S[CT]/ : /^T[,_]*S[CT]/).test(
					tags().slice(at + 1),
				) &&
				this.most === null
			) {
				this.most = item.number ?? null;
				this.items.splice(at, 1);
			}
			// "top 3 towns by …"
			const isRanked = next === 'C' && this.items[at + 3]?.tag === 'E';
			if (item.tag === 'S' && this.items[at + 1]?.tag === 'N' && (next === 'T' || next === 'S' || isRanked)) {
				this.most = this.items[at + 1]?.number ?? null;
				this.top = item.phrase?.kind === 'end' ? item.phrase.direction : null;
				this.items.splice(at, 2);
			}
		}
		this.readTop();
		if (this.most !== null && !this.items.some(({ tag }) => tag === 'S'))
			throw new Refusal(`What should I rank the top ${this.most} by?`);
	}
	/** "in alphabetical order with their vintage": what is shown with rows doesn't say how they're sorted. */
	private moveShown(): void {
		const at = this.items.findIndex(
			({ tag, lead }, at) =>
				tag === 'C' &&
				/^(?:with|their|its|his|her)$/.test(lead ?? '') &&
				this.items.slice(at).every((item) => '_,&C'.includes(item.tag)),
		);
		const place = this.items.findIndex(({ tag }) => tag === 'T') + 1;
		const before = this.items[at - 1];
		// "in order of their age"
		const isBy = before?.tag === 'E' || (before?.phrase?.kind === 'order' && before.phrase.direction === null);
		if (at < 0 || isBy || place === 0 || !this.items.slice(place, at).some(({ tag }) => 'OSE'.includes(tag))) return;
		this.items.splice(place, 0, ...this.items.splice(at));
		if (this.items.at(-1)?.tag === ',') this.items.pop();
	}

	/** ", top 5" and "top 10 by number of flights" after what is requested, "in total" after what is counted. */
	private readTopOfAll(): void {
		const tags = this.items.map(({ tag }) => tag).join('');
		if (
			(this.graph.isDescribed ? /[HS].*A$/ : /H.*A$/).test(tags) &&
			this.items.at(-1)?.phrase?.kind === 'aggregate' &&
			/(?:total|altogether|combined)$/.test(this.items.at(-1)?.text ?? '')
		)
			this.items.pop();
		// "the longest book by pages", unlike "in each category"
		const measured = tags.search(/SCT?EC$/);
		if (
			measured >= 0 &&
			isNumeric(this.items.at(-1) as Item) &&
			this.items[measured]?.text === this.items[measured + 1]?.text
		)
			this.items.splice(measured + 1, 1);
		// "strike count"
		const counted = tags.search(/TH(?![CTD])/);
		if (counted >= 0) this.items.splice(counted, 2, this.items[counted + 1] as Item, this.items[counted] as Item);
		const [first, second] = this.items;
		const isTop = first?.tag === 'S' && /^(top|bottom)$/i.test(first.text);
		if (this.graph.isDescribed && isTop && (tags === 'ST' || /^SN[CT][^EO]*$/.test(tags)))
			throw new Refusal(`Which column does "${first.text}" refer to?`, second?.text);
		// "were hit most often? top 3"
		if (this.graph.isDescribed && /SSN$/.test(tags)) {
			this.most = this.items.at(-1)?.number ?? null;
			this.items.splice(-2, 2);
			return;
		}
		const found = /[,]SN(?=$|E)/.exec(tags);
		const [, end, number] = found === null ? [] : this.items.slice(found.index, found.index + 3);
		if (found === null || end?.phrase?.kind !== 'end' || end.phrase.direction === null) return;
		this.limit = number?.number ?? null;
		this.items.splice(found.index, 3);
		const by = this.items[found.index];
		const order: Item = { tag: 'O', text: 'by', phrase: { kind: 'order', direction: end.phrase.direction } };
		if (by?.tag === 'E') this.items[found.index] = order;
		else if (this.items.some(({ tag }) => tag === 'S')) this.most = this.limit;
		else this.pendingOrder = end.phrase.direction;
	}

	/** "top 3 shops by number of sales": ranks by what follows "by". */
	private readTop(): void {
		const at = this.items.findIndex(({ tag }) => tag === 'E');
		const tags = this.items.map(({ tag }) => tag).join('');
		if (this.most === null || this.top === null || !/^[^ESO]*EA?H?[TC][^ESO]*$/.test(tags)) return;
		this.items[at] = { tag: 'O', text: 'by', phrase: { kind: 'order', direction: this.top } };
		// "by strikes": by their number.
		if (this.graph.isDescribed && this.items[at + 1]?.tag === 'T')
			this.items.splice(at + 1, 0, { tag: 'H', text: 'number of', phrase: { kind: 'count' } });
		this.limit = this.most;
		this.most = null;
	}

	private top: 'asc' | 'desc' | null = null;
	/** "top 3", with the order stated later. */
	protected most: number | null = null;

	protected readOrder(): void {
		this.rule(/O+A?H[CT]O*|O+AC(?:[CT])?O*/, (...part) => {
			const directions = part.flatMap(({ phrase }) =>
				phrase?.kind === 'order' && phrase.direction !== null ? [phrase.direction] : [],
			);
			const item = part.find(({ tag }) => tag === 'C' || tag === 'T');
			const fn = part.find(({ tag }) => tag === 'A')?.phrase;
			const direction = directions[0] ?? 'asc';
			if (item === undefined) return false;
			if (part.some(({ tag }) => tag === 'H')) {
				if (item.tag === 'T')
					this.order.push({ by: { fn: 'count', column: null, table: this.table(item) }, direction });
				else {
					const column = this.column(item);
					const isMeasure = column.kind === 'number' && !isIdentifier(column);
					this.order.push({ by: isMeasure ? column : { fn: 'count', column, table: column.table }, direction });
				}
				return true;
			}
			const column = this.column(item, isNumber);
			if (fn?.kind === 'aggregate') this.order.push({ by: { fn: fn.fn, column, table: column.table }, direction });
			return true;
		});
		// "the smallest country by area"
		this.rule(/N?ST[OE]C/, (...part) => {
			const [end, item, by, name] = part.slice(-4);
			if (by?.tag === 'E' && /\b(?:each|every)$/i.test(by.text)) return false;
			const number = part.find(({ tag }) => tag === 'N')?.number;
			const direction = end?.phrase?.kind === 'end' ? end.phrase.direction : null;
			if (direction === null || item === undefined || name === undefined || this.order.length > 0) return false;
			this.order.push({ by: this.column(name, isNumber), direction });
			this.limit = this.most ?? number ?? this.one();
			item.keep = true;
			return true;
		});
		// "in descending order of the total"
		this.rule(/O+A(?![CTHA])O*/, (...part) => {
			const found = part.map(({ phrase }) => (phrase?.kind === 'order' ? phrase.direction : null));
			this.pendingOrder = found.find((direction) => direction !== null) ?? 'asc';
			return true;
		});
		// "longest first"
		this.rule(/,*SCS(?![CT])/, (...part) => {
			const [end, name, first] = part.slice(-3);
			if (end?.phrase?.kind !== 'end' || end.phrase.direction === null || name === undefined || first?.text !== 'first')
				return false;
			this.order.push({ by: this.column(name), direction: end.phrase.direction });
			return true;
		});
		this.rule(/O+[,_]*(?:[CT](?:[,&]*[CT])*(?:[,_]*O)*)|O+/, (...part) => {
			const orders = part
				.filter(({ tag }) => tag === 'O')
				.map(({ phrase }) => (phrase?.kind === 'order' ? phrase.direction : null));
			const columns = part.filter(({ tag }) => tag === 'C');
			const [named, ...others] = part.filter(({ tag }) => tag === 'T');
			if (others.length > 0 || columns.length !== (named === undefined ? columns.length : 1) || columns.length > 1)
				return false;
			if (named !== undefined) named.keep = true;
			const direction = orders.find((value) => value !== null) ?? 'asc';
			const [by] = columns;
			const [, word = ''] = / (\w+) first$/.exec(` ${part.at(-1)?.text ?? ''}`.replace(/ (most|least) /, ' ')) ?? [];
			const counts = this.graph.tables.find(({ nameStems }) => word !== '' && nameStems.at(-1) === stem(word));
			if (by !== undefined) this.order.push({ by: this.column(by), direction });
			else if (named === undefined && /^(latest|newest|recent|earliest|oldest)$/.test(word))
				this.pendingTime = direction;
			else if (readAdjective(word) !== null) {
				const nouns = readAdjective(word)?.nouns ?? [];
				const isMeant = ({ kind, nameStems }: Column) =>
					kind === 'number' && nameStems.some((stem) => nouns.includes(stem));
				const named = this.items.flatMap(({ tag, mention }) => (tag === 'C' ? (mention?.columns ?? []) : []));
				const own = this.items.flatMap(({ tag, mention }) => (tag === 'T' ? (mention?.tables ?? []) : []));
				const [only, ...rivals] = own.flatMap(({ columns }) => columns).filter(isMeant);
				const meant = named.find(isMeant) ?? (rivals.length === 0 ? only : undefined);
				if (meant === undefined) throw new Refusal(`Which column does "${word}" refer to?`, word);
				this.order.push({ by: meant, direction });
			} else if (counts !== undefined) this.order.push({ by: { fn: 'count', column: null, table: counts }, direction });
			else this.pendingOrder = direction;
			return true;
		});
	}
	protected pendingOrder: 'asc' | 'desc' | null = null;
	/** Order by time, still to be applied. */
	protected pendingTime: 'asc' | 'desc' | null = null;

	protected readFigures(): void {
		this.readFormulas();
		this.readShares();
		this.rule(/A(?:[,&]+A)*D?C(?:[,&]+C(?![,&]*[A-Z]))*/, (...part) => {
			const fns = part
				.filter(({ tag }) => tag === 'A')
				.map(({ phrase }) => (phrase?.kind === 'aggregate' ? phrase.fn : 'avg'));
			for (const item of part.filter(({ tag }) => tag === 'C')) {
				const column = this.column(item, isNumber);
				if (isIdentifier(column) && fns.some((fn) => fn === 'sum' || fn === 'avg'))
					throw new Refusal(
						`"${column.name}" identifies rows, so it has no total or average. Try another column.`,
						item.text,
					);
				this.checkOwner(item, column);
				for (const fn of fns) this.figures.push({ fn, column, table: column.table });
			}
			return true;
		});
		// "the total of all invoices": of their only quantity.
		this.rule(/A[,_]*T(?![,_]*C)/, (how, ...rest) => {
			const item = rest.at(-1) as Item;
			const fn = how?.phrase?.kind === 'aggregate' ? how.phrase.fn : 'median';
			const column = fn === 'median' ? null : this.amountOfRows(item);
			if (column === null) return false;
			this.figures.push({ fn, column, table: column.table });
			return true;
		});
		this.rule(/A?H(D?)([CT])/, (...part) => {
			const item = part.at(-1) as Item;
			const different = part.some(({ tag }) => tag === 'D');
			const how = part[0]?.phrase;
			if (countsValue(this.original, part[0] as Item, item)) {
				item.keep = item.tag === 'T';
				return this.countNamed(part[0] as Item);
			}
			if (how?.kind === 'aggregate' && how.fn !== 'sum' && !isMeasured(item)) this.outer = how.fn;
			if (item.tag === 'T') {
				// "how often was it borrowed": not how many copies there are.
				const isOften = /^how (?:often|many times)\b/i.test(part[0]?.text ?? '');
				if (isOften && this.where.length + this.groups.length === 0 && this.graph.tables.length > 1)
					throw new Refusal('I can’t tell what "how often" refers to. What should I count?', part[0]?.text);
				const table = this.table(item);
				const counts = table.columns.find(({ kind, nameStems }) => kind === 'number' && nameStems.join() === 'count');
				// "how much did each sponsor spend on ads": their only amount, not their number.
				if (/^how much\b/i.test(part[0]?.text ?? '') && counts === undefined) {
					const [amount, ...others] = table.columns.filter(
						(one) =>
							one.kind === 'number' &&
							!one.unique &&
							(addsUp(one.nameStems) || (asksForPaid.test(this.question) && isAmountPaid(one))),
					);
					if (amount === undefined || others.length > 0)
						throw new Refusal(`Which amount do you mean? Name a column in ${table.name}.`, part[0]?.text);
					this.figures.push({ fn: 'sum', column: amount, table });
				} else if (counts === undefined) this.figures.push({ fn: 'count', column: null, table });
				else this.figures.push({ fn: 'sum', column: counts, table });
			} else {
				const column = this.column(item);
				// "total number of votes", unlike that of "Tonnage"
				const isTotal = /^total/i.test(part[0]?.text ?? '') && /s$/i.test(item.text);
				const isHowMany = /^how (many|much)/i.test(part.map(({ text }) => text).join(' '));
				if (
					(tellsQuantity(column) || ((isHowMany || isTotal) && hasNumbers(column) && !isOrdinal(column))) &&
					!different
				) {
					if (
						(this.isOfOneRow(column.table) && !/number|count/i.test(part.map(({ text }) => text).join(' '))) ||
						this.isListedWith(part[0] as Item)
					) {
						this.shown.push(column);
						return true;
					}
					if (
						isHowMany &&
						this.original[0] === part[0] &&
						(this.where.length + this.groups.length > 0 || /^how much/i.test(part[0]?.text ?? '')) &&
						(/^(did|does|do|were there|are there|of)\b/.test(item.next ?? '') ||
							(this.groups.length === 0 && /^(?:was|were) [a-z]+(?:ed|en|wn|ld|nt|ne|de)\b/.test(item.next ?? '')) ||
							isCountOf(column) ||
							(this.graph.isDescribed && /^how much/i.test(part[0]?.text ?? '')))
					) {
						this.figures.push({ fn: 'sum', column, table: column.table });
						return true;
					}
					const isInTotal = /\b(?:in total|altogether|combined)\b/i.test(this.question);
					const isTotal = part.some(({ text }) => /^total/i.test(text));
					if (isInTotal || (isTotal && (this.graph.tables.length > 1 || isCountOf(column)))) {
						this.figures.push({ fn: 'sum', column, table: column.table });
						return true;
					}
					throw new Refusal(`Do you mean the total of "${column.name}", or how many rows have a value?`, item.text);
				}
				// "how many records were sold": the quantity of each sale.
				const [units, ...otherUnits] = column.table.columns.filter(
					({ kind, nameStems }) => kind === 'number' && /^(?:quantity|unit|copy|piece?)$/.test(nameStems.at(-1) ?? ''),
				);
				if (column.kind === 'time' && !different && units !== undefined && otherUnits.length === 0) {
					this.figures.push({ fn: 'sum', column: units, table: units.table });
					return true;
				}
				// "how many buildings are there": each counts once; filtered rows may be counted as they are.
				const isOnce =
					different ||
					(isIdentifier(column) && !column.unique) ||
					(this.graph.isDescribed && column.kind === 'text' && !column.unique) ||
					(this.where.length + this.groups.length === 0 && column.kind === 'text' && !column.unique);
				this.figures.push({ fn: isOnce ? 'distinct' : 'count', column, table: column.table });
			}
			return true;
		});
		this.rule(/H(?![CTDA])/, (how) => how !== undefined && (this.countNamed(how) || this.sumSpent(how)));
	}

	/** "the total of all invoices", "the total generation": their only quantity, in the latter if the dataset's name isn't a plural. */
	protected amountOfRows(item: Item, mayBeOther = true): Column | null {
		const { columns } = this.table(item);
		const amounts = columns.filter(
			({ kind, nameStems }) => kind === 'number' && nameStems.every((word) => /^(?:total|amount)$/.test(word)),
		);
		const isMass =
			mayBeOther &&
			item.mention?.score === 1 &&
			!/s$/i.test(item.text) &&
			stem(item.text.toLowerCase()) === item.text.toLowerCase();
		const measures = isMass ? columns.filter((column) => tellsQuantity(column) && !isShare(column)) : [];
		const [amount, ...others] = amounts.length > 0 ? amounts : measures;
		return others.length > 0 ? null : (amount ?? null);
	}

	/** "how many suites are there": counts rows named by a value. */
	private countNamed(how: Item): boolean {
		const [first, second] = this.original.slice(this.original.indexOf(how) + 1);
		const next = first?.tag === 'X' ? second : first;
		if (next?.tag !== 'V' || next.text !== next.text.toLowerCase() || this.figures.length > 0) return false;
		const met = this.where.find(({ column }) => next.mention?.values.some((value) => value.column === column));
		if (met === undefined) return false;
		// "how many dogs are there": the pets of that species.
		const [owner, ...others] = met.column.unique ? this.referringTo(met.column.table) : [];
		const table = owner !== undefined && others.length === 0 ? owner : met.column.table;
		this.figures.push({ fn: 'count', column: null, table });
		return true;
	}

	/** One row, or all rows in order if several are requested: "which cities have the most". */
	protected one(): number | null {
		const { isDescribed } = this.graph;
		const named = this.original.filter(
			({ tag, text }) => (tag === 'C' || tag === 'T') && readGradedAdjective(text.toLowerCase()) === null,
		);
		const [asked] = isDescribed ? named : this.original;
		const word = asked?.text.toLowerCase().split(' ').at(-1) ?? '';
		// A word that doesn't tell whether one or several are meant.
		if (isDescribed && /^(species|series)$/.test(word)) return /^[a-z]+[^s]s\b/.test(asked?.next ?? '') ? 1 : 5;
		const isSeveral =
			(isDescribed || /^(which|what)$/.test(asked?.after ?? '')) &&
			!/^(is|was|has)\b/.test(asked?.next ?? '') &&
			/[^s]s$/.test(word) &&
			stem(word) !== word;
		return isSeveral ? null : 1;
	}

	/** Whether a condition identifies one row, or nearly: a player, but not a team. */
	private isOfOneRow(table: Table): boolean {
		return this.where.some(
			({ kind, column }) =>
				kind === 'is' &&
				column.table === table &&
				(column.unique || (column.distinct ?? 0) >= 0.5 * Math.max(2, column.table.dataset.rows)),
		);
	}

	/** "and how many stops": another column in a list. */
	private isListedWith(item: Item): boolean {
		const at = this.original.indexOf(item);
		return (
			this.figures.length === 0 &&
			this.original.slice(0, at).some(({ tag }) => tag === 'C' || tag === 'T') &&
			('&,'.includes(this.original[at - 1]?.tag ?? '-') || /^(their|its|his|her)$/.test(item.after ?? ''))
		);
	}
}
