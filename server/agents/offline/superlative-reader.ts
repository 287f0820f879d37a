import { addsUp, readGradedAdjective } from '../builtin/english.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import {
	amountOf,
	displayOf,
	isExtreme,
	isIdentifier,
	isNumbering,
	isRating,
	isSize,
	namesOf,
	sizeOf,
	tellsAmount,
	tellsQuantity,
} from './columns.ts';
import { formulaOf } from './derived.ts';
import { FigureReader, isMeasured } from './figure-reader.ts';
import { isAmountPaid } from './formula-reader.ts';
import { joinAll } from './graph.ts';
import type { Item } from './item.ts';
import { isNumber } from './time-reader.ts';

/** Reads superlatives: "the longest", "the most common", "paid the most". */
export abstract class SuperlativeReader extends FigureReader {
	protected readSuperlatives(): void {
		// "which treatments were never performed": without such rows.
		this.rule(/TX$/, (item) => {
			const [, verb = ''] =
				/\b(?:never|not)(?: yet)?(?: been)? (\w+)(?: (?:any(?:where|thing|one|body)|at all|so far|yet))?\W*$/i.exec(
					this.question,
				) ?? [];
			const table = item === undefined ? null : this.doneTo(this.table(item), verb);
			if (item === undefined || table === null) return false;
			this.without.push(table);
			item.keep = true;
			return true;
		});
		// "which caves were visited more than 5 times": with so many such rows.
		this.rule(/TGN(?![A-Z])/, (item, sign, number) => {
			const [, verb = ''] = /\b(\w+) (?:[a-z]+ ){1,2}(?:\w+ times|once|twice)\W*$/i.exec(this.question) ?? [];
			const table = item === undefined ? null : this.doneTo(this.table(item), verb);
			if (table === null || sign?.phrase?.kind !== 'comparison' || item === undefined) return false;
			this.having.push({ table, op: sign.phrase.op, value: number?.number ?? 0 });
			item.keep = true;
			return true;
		});
		this.rule(/[CT]S$|SC/, (...part) => {
			const end = part.find(({ tag }) => tag === 'S')?.phrase;
			const item = part.find(({ tag }) => tag === 'C');
			if (
				end?.kind !== 'end' ||
				end.word !== 'often' ||
				end.direction === null ||
				item === undefined ||
				this.order.length > 0
			)
				return false;
			const column = this.column(item);
			this.shown.push(column);
			this.order.push({ by: { fn: 'count', column: null, table: column.table }, direction: end.direction });
			this.limit = this.most ?? this.one();
			return true;
		});
		// "earns the most"
		this.rule(/CS$/, (item, end) => {
			const { phrase } = end ?? {};
			if (item === undefined || phrase?.kind !== 'end' || phrase.direction === null || this.order.length > 0)
				return false;
			if (!/^(the )?(most|least)$/i.test(end?.text ?? '') || !isMeasured(item)) return false;
			this.mostOf = this.column(item, isNumber);
			// "who paid the most": not those who get the highest pay.
			if (this.asksWho && /^(?:paid|pays?)$/i.test(item.text) && this.mostOf.nameStems.at(-1) === 'pay') return false;
			this.order.push({ by: this.mostOf, direction: phrase.direction });
			this.limit = this.most ?? this.one();
			this.ranksDoers = true;
			return true;
		});
		// "which agency was founded first": ranks rows that have a date.
		this.rule(/CS$/, (item, end) => {
			const { phrase } = end ?? {};
			if (item === undefined || phrase?.kind !== 'end in time' || this.order.length > 0) return false;
			const column = this.column(item, ({ kind, isYear }) => kind === 'time' || isYear);
			this.order.push({ by: column, direction: phrase.direction });
			this.limit = this.most ?? this.one();
			if (!this.items.some((other) => other !== item && 'CTAHQP'.includes(other.tag)))
				this.shown.push(...namesOf(column.table));
			return true;
		});
		this.rule(/SA[CT]/, (end, how, item) => this.orderByFigure(end, how, item));
		// "scored the most points in total": summed over all rows.
		this.rule(/SCA(?![CT])/, (end, item, how) => this.orderByFigure(end, how, item));
		// "has been rented the most"
		this.rule(/TTS(?![A-Z])/, (item, what, end) => {
			const { phrase } = end ?? {};
			if (item === undefined || what === undefined || this.order.length > 0) return false;
			if ((phrase?.kind !== 'end' && phrase?.kind !== 'end in time') || phrase.direction === null) return false;
			const { direction } = phrase;
			// "has been to the vet most often": by the visits between the two, not by how many vets there are.
			const last = joinAll(this.graph, [this.table(item), this.table(what)])?.at(-1);
			const isEvent = phrase.kind === 'end' && phrase.word === 'often' && last?.to.unique === true;
			const table = isEvent ? last.from.table : this.table(what);
			if (isEvent && table === this.table(item)) return false;
			if (isEvent) this.both.push(this.table(what));
			// "erupted most recently": by the date of the eruptions.
			const [time, ...others] = table.columns.filter(({ kind }) => kind === 'time');
			const kind = this.original[this.original.findIndex(({ phrase: said }) => said === phrase) + 1];
			// "landed the most cod": by weight, not by how often.
			const isMass = phrase.kind === 'end' && kind?.tag === 'V' && !/[^s]s$/i.test(kind.text);
			const [amount, ...amounts] = isMass ? table.columns.filter(tellsAmount) : [];
			if (isMass && (amount === undefined || amounts.length > 0))
				throw new Refusal(`What should I count or add up for "${kind.text}"?`, kind.text);
			if (amount !== undefined) this.order.push({ by: { fn: 'sum', column: amount, table }, direction });
			else if (phrase.kind === 'end') this.order.push({ by: { fn: 'count', column: null, table }, direction });
			else if (time === undefined || others.length > 0) return false;
			else this.order.push({ by: time, direction });
			this.limit = this.most ?? this.one();
			item.keep = true;
			return true;
		});
		// "which bike was used the most": by what refers to it.
		this.rule(/TS$/, (item, end) => {
			const { phrase } = end ?? {};
			const [, verb = ''] = /\b(\w+) (?:the )?(?:most|least)(?: often| frequently)?\W*$/i.exec(this.question) ?? [];
			if (item === undefined || phrase?.kind !== 'end' || phrase.direction === null || this.order.length > 0)
				return false;
			const table = this.doneTo(this.table(item), verb) ?? this.metOf(this.table(item), phrase.word);
			const isSpent = /\b(?:spent|spends?|paid|pays?) the (?:most|least)\b/i.test(this.question);
			const column = isSpent && table === null ? this.spentBy(this.table(item)) : null;
			if (table === null && column === null) return false;
			const by =
				column === null
					? { fn: 'count' as const, column, table: table as Table }
					: { fn: 'sum' as const, column, table: column.table };
			this.order.push({ by, direction: phrase.direction });
			this.limit = this.most ?? this.one();
			item.keep = true;
			return true;
		});
		// "which field is the largest"
		this.rule(this.graph.isDescribed ? /[CT]S$/ : /TS$/, (item, end) => {
			if (item === undefined || end === undefined || !isSize.test(end.text)) return false;
			if (item.tag === 'C' && item.mention?.columns.some(({ kind }) => kind !== 'text')) return false;
			this.items.splice(-2, 2, end, item);
			return false;
		});
		this.rule(/N?S?N?S[CT]/, (...part) => {
			const end = part.find(({ tag }) => tag === 'S')?.phrase;
			const item = part.at(-1) as Item;
			const asked = end?.kind === 'end' || end?.kind === 'end in time' ? end.direction : null;
			const numbers = part.filter(({ tag }) => tag === 'N');
			const [word = ''] = /^(best|worst)$/i.exec(part.find(({ tag }) => tag === 'S')?.text ?? '') ?? [];
			const isRated = item.mention?.columns.some(({ nameStems }) => nameStems.some((stem) => isRating.test(stem)));
			const direction = asked ?? (isRated !== true || word === '' ? null : /^b/i.test(word) ? 'desc' : 'asc');
			if (direction === null || item.tag === 'S' || this.order.length > 0) return false;
			this.limit = this.most ?? numbers[0]?.number ?? this.one();
			if (item.tag === 'T' && end?.kind === 'end in time') {
				const times = this.table(item).columns.filter(({ kind, isYear }) => kind === 'time' || isYear);
				const [time, ...others] = times;
				if (time === undefined || others.length > 0) return false;
				this.order.push({ by: time, direction });
				item.keep = true;
			} else if (item.tag === 'T') {
				const table = this.table(item);
				const word = end?.kind === 'end' ? end.word || (part.find(({ tag }) => tag === 'S')?.text ?? '') : '';
				// "spent the most on visits": money, not how many there were.
				const isSpent = /\b(?:spent|spends?|paid|pays?) the (?:most|least) (?:on|for)\b/i.test(this.question);
				const [amount, ...amounts] = isSpent ? table.columns.filter(isAmountPaid) : [];
				if (isSpent && (amount === undefined || amounts.length > 0))
					throw new Refusal(`Which amount do you mean? Name a column in ${table.name}.`, item.text);
				const nouns = readGradedAdjective(word)?.nouns ?? [];
				const measures = table.columns.filter(
					(column) =>
						column.kind === 'number' && !isIdentifier(column) && column.nameStems.some((stem) => nouns.includes(stem)),
				);
				const [measure, ...rivals] = measures;
				if (amount !== undefined) this.order.push({ by: { fn: 'sum', column: amount, table }, direction });
				else if (measure !== undefined && rivals.length === 0) {
					this.order.push({ by: measure, direction });
					item.keep = true;
				} else if (word === 'often' && this.graph.isDescribed && amountOf(table) !== null) {
					// "the busiest route" by the only quantity of the routes
					this.order.push({ by: amountOf(table) as Column, direction });
					item.keep = true;
				} else if (word === 'often') {
					// "the most common badge": the one with the most rows.
					const name = displayOf(table);
					const isAsked = this.items.some((other) => other !== item && 'CT'.includes(other.tag));
					if (!isAsked && (name === null || name.unique)) return false;
					if (!isAsked && name !== null) this.shown.push(name);
					this.order.push({ by: { fn: 'count', column: null, table }, direction });
				} else if (!isExtreme.test(part.find(({ tag }) => tag === 'S')?.text ?? ''))
					this.order.push({ by: { fn: 'count', column: null, table }, direction });
				else {
					// "the largest tank": by its only quantity.
					const size = sizeOf(table);
					if (size === null) throw new Refusal(`Which column does "${item.text}" refer to?`, item.text);
					this.order.push({ by: size, direction });
					item.keep = true;
				}
			} else {
				const column = this.column(item);
				if (column.kind === 'time' && this.graph.isDescribed && end?.kind === 'end')
					throw new Refusal(`I can’t rank by "${item.text}". What should I count?`, item.text);
				if (isIdentifier(column) && !isNumbering(column))
					throw new Refusal(
						`"${column.name}" only identifies rows, so I can’t rank by it. Try another column.`,
						item.text,
					);
				if (column.kind !== 'text' || isNumber(column) || tellsQuantity(column) || formulaOf(column) !== null) {
					if (/(most|fewest|least)$/i.test(part.find(({ tag }) => tag === 'S')?.text ?? '')) this.mostOf = column;
					this.order.push({ by: column, direction });
				}
				// "which country has the most players": the one with the highest count.
				else if (
					/^(most|fewest|least)$/i.test(
						part
							.find(({ tag }) => tag === 'S')
							?.text.split(' ')
							.at(-1) ?? '',
					)
				)
					this.order.push({ by: { fn: 'count', column, table: column.table }, direction });
				else if (isSize.test(part.find(({ tag }) => tag === 'S')?.text ?? '') && this.graph.isDescribed) {
					// "the largest states"
					const size = sizeOf(column.table);
					if (size === null) throw new Refusal(`Which column does "${item.text}" refer to?`, item.text);
					this.shown.push(column);
					this.order.push({ by: size, direction });
				} else if (this.graph.isDescribed) throw new Refusal(`Which column does "${item.text}" refer to?`, item.text);
				else
					throw new Refusal(
						`"${column.name}" doesn’t contain numbers, so I can’t rank by it. Try another column.`,
						item.text,
					);
			}
			return true;
		});
	}

	/** Ranks by an aggregate of a column: "the highest average speed". */
	private orderByFigure(end: Item | undefined, how: Item | undefined, item: Item | undefined): boolean {
		const isRated = item?.mention?.columns.some(({ nameStems }) => nameStems.some((word) => isRating.test(word)));
		const best = isRated === true ? (/^best$/i.test(end?.text ?? '') ? 'desc' : 'asc') : null;
		const direction = end?.phrase?.kind === 'end' ? (end.phrase.direction ?? best) : null;
		if (direction === null || item === undefined || how?.phrase?.kind !== 'aggregate' || this.order.length > 0)
			return false;
		const column = item.tag === 'C' ? this.column(item, isNumber) : this.amountOfRows(item, false);
		if (column === null) return false;
		this.order.push({ by: { fn: how.phrase.fn, column, table: column.table }, direction });
		this.limit = this.most ?? this.one();
		return true;
	}

	/** "the total amount of all rentals", "revenue in 2023": the sum of a column that is called so. */
	protected sumTotals(): void {
		const [quantity, ...more] = this.shown;
		// Amounts that add up, with conditions on something else than one row.
		if (
			quantity !== undefined &&
			more.length + this.figures.length + this.groups.length + this.order.length + this.having.length === 0 &&
			this.where.length > 0 &&
			this.where.every(({ column, kind }) => !column.unique && kind !== 'extreme') &&
			this.original[0]?.mention?.columns.includes(quantity) === true &&
			this.original[0].mention.from === 0 &&
			!/[^s]s$/i.test(this.original[0].text) &&
			tellsQuantity(quantity) &&
			addsUp(quantity.nameStems)
		) {
			this.shown.pop();
			this.figures.push({ fn: 'sum', column: quantity, table: quantity.table });
			return;
		}
		const [first, next] = this.original;
		const [column, ...others] = this.shown;
		// "of all confirmed bookings"
		const rows = this.original.slice(1).find(({ tag }) => tag !== 'V');
		const isAll =
			rows?.tag === 'T' && /[^s]s$/i.test(rows.text) && /^(of|for|from|across)$/.test(next?.lead ?? next?.after ?? '');
		const isAsked = /^\W*what(?:'s| is| was| are| were) the total\b/i.test(this.question);
		if (!isAsked || !isAll || column === undefined || others.length + this.figures.length > 0) return;
		if (first?.mention?.columns.includes(column) !== true || !tellsQuantity(column)) return;
		this.shown.pop();
		this.figures.push({ fn: 'sum', column, table: column.table });
	}
}
