import { addsUp, badWhenHigh, closeness, goodWhenHigh, isEmpty, readAdjective } from '../builtin/english.ts';
import type { TimeUnit } from '../builtin/intent.ts';
import { Refusal, unclear } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { tellsQuantity } from './columns.ts';
import { formulaOf, unitOf } from './derived.ts';
import type { Item } from './item.ts';
import type { Figure } from './plan.ts';
import { SuperlativeReader } from './superlative-reader.ts';
import { isNumber, isNumeric, isYear } from './time-reader.ts';

export abstract class MeasureReader extends SuperlativeReader {
	/** One group per point in time: "over time". */
	protected isTrend = false;
	/** The divisor of a figure: "per 1000 inhabitants". */
	private per: { readonly column: Column; readonly factor: number } | null = null;

	protected readMeasures(): void {
		this.readChange();
		this.rule(/U|F(?![BN])/, () => {
			this.isTrend = true;
			return true;
		});
		this.rule(/(?<!V)Y|Y(?!V)/, () => {
			this.compares = true;
			return true;
		});
		// "engineers per 1000 inhabitants"
		this.rule(/E(?:NC|C(?=.*E))/, (by, ...part) => {
			const item = part.at(-1) as Item;
			const factor = part.find(({ tag }) => tag === 'N')?.number;
			if (
				by?.text !== 'per' ||
				!isNumeric(item) ||
				(factor === undefined && item.mention?.columns.some(({ kind }) => kind !== 'number'))
			)
				return false;
			this.per = { column: this.column(item, isNumber), factor: factor ?? 1 };
			return true;
		});
		for (const [at, item] of this.items.entries()) {
			if (item.phrase?.kind === 'end' && item.phrase.direction === null) {
				// "the worst delay" is the longest one.
				const stems =
					this.items.slice(at).find((other) => other.tag === 'C' && isNumeric(other))?.mention?.columns[0]?.nameStems ??
					[];
				const isBad = badWhenHigh(stems);
				const high = isBad === (item.text === 'worst') ? 'desc' : 'asc';
				const direction = isBad || goodWhenHigh(stems) ? high : null;
				this.items[at] = { ...item, phrase: { ...item.phrase, direction } };
			}
		}
		if (!this.graph.isDescribed) return;
		this.readSigns();
		for (const [at, item] of this.items.entries()) {
			if (item.phrase?.kind !== 'end in time' || !/^\W*when\b/i.test(this.question) || this.items[at + 1]?.tag === 'C')
				continue;
			// "when was the last snow"
			const [time, ...others] = this.graph.tables.flatMap(({ columns }) =>
				columns.filter(({ kind }) => kind === 'time'),
			);
			if (time === undefined || others.length > 0) continue;
			this.figures.push({ fn: item.phrase.direction === 'desc' ? 'max' : 'min', column: time, table: time.table });
			this.items.splice(at, 1);
			return;
		}
	}

	protected override readFigures(): void {
		super.readFigures();
		const [table, ...others] = this.graph.tables;
		// "how many explosions" and, next to a dataset, "how many are there"
		const isMeant = this.where.length > 0 || this.original.length === 1;
		if (this.graph.isDescribed && table !== undefined && others.length === 0 && isMeant)
			this.rule(/H(?![A-Z])/, () => {
				this.figures.push({ fn: 'count', column: null, table });
				return true;
			});
	}

	/** "gained between 1955 and 2005": the change from one to the other. */
	private readChange(): void {
		const change = this.items.find(({ tag }) => tag === 'F');
		const at = this.items
			.map(({ tag }) => tag)
			.join('')
			.search(/BN&N/);
		if (change?.phrase?.kind !== 'change' || at < 0) return;
		const [between, a, and, b] = this.items.slice(at, at + 4) as [Item, Item, Item, Item];
		const item = this.items.find((other) => other.tag === 'C' && isNumeric(other));
		const over = this.yearColumn(a);
		if (!isYear(a.number) || !isYear(b.number) || item === undefined || over?.isYear !== true) return;
		const column = this.column(item, isNumber);
		const [from, to] = [Math.min(a.number, b.number), Math.max(a.number, b.number)];
		const figure: Figure = { fn: 'change', column, table: column.table, years: { column: over, from, to } };
		this.figures.push(figure);
		const end = this.items.find(({ tag }) => tag === 'S');
		this.order.push({ by: figure, direction: change.phrase.fall === true ? 'asc' : 'desc' });
		if (end !== undefined || /^(which|what)$/.test(this.original[0]?.after ?? '')) this.limit = this.most ?? this.one();
		for (const taken of [change, between, a, and, b, item, end])
			if (taken !== undefined) this.items.splice(this.items.indexOf(taken), 1);
	}

	/** "delayed flights", "early", "caused a tsunami": whether a quantity is above or below zero, or that a flag is true. */
	protected readSigns(): void {
		this.rule(/X?C(?![GNBLRM])/, (...part) => {
			const item = part.at(-1) as Item;
			const at = this.items.indexOf(item);
			const not = part.length > 1;
			const before = this.items[at - part.length]?.tag ?? '';
			const columns = (item.mention?.columns ?? []).filter(({ kind }) => kind === 'number');
			if ('AEOS'.includes(before || '-') || before === 'G' || (before === 'N' && this.items[at - 2]?.tag === 'G'))
				return false;
			// "returned": a time that is set once it has happened.
			const times = (item.mention?.columns ?? []).filter(({ kind, nulls }) => kind === 'time' && nulls > 0);
			const [done, ...more] = times;
			const isDone = /ed$|^(paid|sold|sent|lent|given|born|died)$/i.test(item.text);
			if (isDone && done !== undefined && more.length === 0 && times.length === item.mention?.columns.length)
				return this.met({ kind: 'missing', column: done, not: !not });
			// "caused damage": the value isn't "none".
			const [kind] = (item.mention?.columns ?? []).filter(({ values }) => values?.includes('None') === true);
			if (kind !== undefined && /^(caused?|causing|had|has|have|with|without)$/.test(item.lead ?? ''))
				return this.met({ kind: 'is', column: kind, values: ['None'], not: !not });
			const signs = columns.flatMap((column) => {
				const op = sideOf(item.text.toLowerCase(), column);
				return op === null ? [] : [{ column, op }];
			});
			const [sign, ...others] = signs;
			if (sign !== undefined && others.length === 0) return this.met({ kind: 'number', ...sign, value: 0, not });
			const [column] = columns;
			if (column === undefined || columns.length > 1 || item.mention?.score !== 1 || column.min !== '0') return false;
			if (column.max === '1' && column.distinct === 2 && before !== 'P')
				return this.met({ kind: 'number', column, op: '=', value: not ? 0 : 1, not: false });
			// "which of them had hurricanes"
			const isHad = /^(had|has|have)$/.test(item.lead ?? '') && /s$/.test(item.text) && at === this.items.length - 1;
			if (!not && isHad && /^\W*(which|who)\b/i.test(this.question))
				return this.met({ kind: 'number', column, op: '>', value: 0, not: false });
			// "no hurricanes"
			return not && this.met({ kind: 'number', column, op: '=', value: 0, not: false });
		});
	}

	/** Quantities without an aggregate in the question: unchanged for a single row, otherwise per group. @throws Refusal if that is unclear */
	protected settle(shown: Column[], tables: readonly Table[]): void {
		const [only] = tables;
		const [counted] = this.figures;
		// "how many cities have more than 50 zip codes"
		if (
			this.graph.isDescribed &&
			counted?.column != null &&
			/^(count|distinct)$/.test(counted.fn) &&
			this.having.length > 0 &&
			this.groups.length === 0
		) {
			this.groups.push(counted.column);
			this.figures.splice(0, 1, { fn: 'count', column: null, table: counted.table });
			this.outer = 'count';
		}
		this.rankTotals(shown);
		if (this.isTrend) this.groupByTime(shown[0]?.table ?? this.figures[0]?.table ?? only);
		if (this.per !== null) this.divide(shown, only);
		if (this.compares) {
			const compared = this.where.flatMap((item) =>
				item.kind === 'is' && !item.not && item.values.length > 1 ? [item.column] : [],
			);
			const amounts = this.figures.length > 0 || shown.length === 0;
			if (amounts) this.groups.unshift(...compared.filter((column) => !this.groups.includes(column)));
			if (amounts && this.figures.length === 0 && only !== undefined)
				this.figures.push({ fn: 'count', column: null, table: only });
		}
		const amounts = shown.filter((column) => column.kind === 'number' && !column.isYear && !column.unique);
		const [amount] = amounts;
		const groups = this.groups.filter((item): item is Column => !('key' in item));
		if (!this.graph.isDescribed || amount === undefined || amounts.length < shown.length) return;
		if (this.figures.length + this.order.length > 0 || groups.length < this.groups.length) return;
		const pinned = this.where.flatMap((item) =>
			(item.kind === 'is' && !item.not) || (item.kind === 'number' && item.op === '=') ? [item] : [],
		);
		const fixed = [...groups, ...pinned.map(({ column }) => column)];
		const isOneRow = amount.table.keys.some((key) => key.every((name) => fixed.some((column) => column.name === name)));
		if (isOneRow && fixed.length > 0) {
			const named = pinned.filter((item) => item.kind === 'is').map(({ column }) => column);
			const times = groups.filter((column) => !named.includes(column));
			// "price per bottle of lot 47" isn't the price and the bottles.
			const divisor = times.find((column) => tellsQuantity(column) && !column.isYear && formulaOf(column) === null);
			if (divisor !== undefined) throw unclear(`per ${divisor.name}`);
			shown.unshift(...times, ...named.filter((column) => !shown.includes(column)));
			this.groups.length = 0;
			if (times[0] !== undefined) this.order.push({ by: times[0], direction: 'asc' });
			return;
		}
		const words = this.question.toLowerCase();
		if ((this.where.length + groups.length === 0 && !/\btotal\b/.test(words)) || tables.length > 1) return;
		for (const column of shown.splice(0)) {
			const end = (['max', 'min'] as const).find((fn) => column.nameStems.includes(fn) && ends[fn].test(words));
			if (end === undefined && !isAmount(column))
				throw new Refusal(
					`There are many values of "${column.name}". Do you mean the average, highest or lowest?`,
					column.name,
					['average', 'highest', 'lowest'].map((fn) => `${fn} ${column.name}`),
				);
			this.figures.push({ fn: end ?? 'sum', column, table: column.table });
		}
	}

	/** "which species cost the most": the total of each over all its rows. */
	private rankTotals(shown: readonly Column[]): void {
		const [end, ...others] = this.order;
		if (
			end !== undefined &&
			'fn' in end.by &&
			end.by.fn === 'count' &&
			end.by.column !== null &&
			shown.includes(end.by.column)
		)
			throw new Refusal(
				`Which "${end.by.column.name}" has the most of what? Say what I should count.`,
				end.by.column.name,
			);
		const [group, ...more] = shown;
		if (!this.graph.isDescribed || end === undefined || 'fn' in end.by || group === undefined) return;
		if (others.length + more.length + this.figures.length > 0 || group.kind !== 'text') return;
		const { by } = end;
		const isOfOthers =
			by.table !== group.table &&
			this.graph.edges.some(({ from, to }) => from.table === by.table && to.table === group.table && to.unique);
		if (!isOfOthers && (group.unique || by.table !== group.table)) return;
		const fixed = [group, ...this.where.map(({ column }) => column)];
		const isOneRow = group.table.keys.some((key) => key.every((name) => fixed.some((column) => column.name === name)));
		if ((isOneRow && !isOfOthers) || !isAmount(by)) return;
		this.order.splice(0, 1, { by: { fn: 'sum', column: end.by, table: end.by.table }, direction: end.direction });
	}

	private groupByTime(table: Table | undefined): void {
		const columns = table?.columns ?? [];
		const time = columns.find(({ isYear: holds }) => holds) ?? columns.find(({ kind }) => kind === 'time');
		if (time === undefined) throw new Refusal('I can’t find a date to group by. Which date column do you mean?');
		const group = time.isYear ? time : unitOf(time, unitFor(time));
		if (!this.groups.includes(group)) this.groups.unshift(group);
	}

	private divide(shown: Column[], table: Table | undefined): void {
		const { per } = this;
		const [amount] = shown;
		const measure: Figure | undefined =
			this.figures.shift() ??
			(amount !== undefined && amount.kind === 'number'
				? { fn: 'sum', column: amount, table: amount.table }
				: table === undefined
					? undefined
					: { fn: 'count', column: null, table });
		// "the average price per cask" of several deliveries: of each, or of all together?
		if (measure?.fn === 'avg' && measure.table === per?.column.table)
			throw new Refusal(`Do you mean the total of both, or their average?`, per.column.name);
		if (per === null || measure === undefined) throw new Refusal('What should I count or calculate for each group?');
		if (measure.column === amount) shown.shift();
		const fn = per.column.table === measure.table ? 'sum' : 'any';
		const divisor: Figure = { fn, column: per.column, table: per.column.table };
		this.figures.unshift({
			fn: 'ratio',
			column: null,
			table: measure.table,
			rate: { of: measure, per: divisor, factor: per.factor },
		});
	}
}

/** Whether values add up, according to names and descriptions. */
const isAmount = ({ nameStems, description, descriptionStems }: Column): boolean =>
	/^(number|count) of\b/i.test(description) || addsUp([...nameStems, ...descriptionStems.slice(0, 2)]);

const ends = { max: /\b(max|maximum|highest|peak)\b/, min: /\b(min|minimum|lowest)\b/ };
const day = 86_400_000;

const unitFor = ({ max, min }: Column): TimeUnit => {
	const span = (Date.parse(`${max?.slice(0, 10)}`) - Date.parse(`${min?.slice(0, 10)}`)) / day;
	return span > 1500 ? 'year' : span > 70 ? 'month' : 'day';
};

/** The quantity's own participle or adjective means above zero; the word for negative values in its description means below. */
function sideOf(word: string, column: Column): '<' | '>' | null {
	if (!(Number(column.min) < 0 && Number(column.max) > 0)) return null;
	const below = /\bnegative (?:when|if|for|where|means?)\b([^.;]*)/i.exec(column.description)?.[1] ?? '';
	// "negative when the flight was early": the last word is the adjective, those before it name the subject.
	const last = below
		.toLowerCase()
		.match(/\p{L}+/gu)
		?.at(-1);
	if (last === word && !isEmpty(word)) return '<';
	if (/ed$/.test(word) && column.nameStems.includes(stem(word))) return '>';
	const measured = readAdjective(word);
	const isNamed = measured?.nouns.some((noun) => column.nameStems.some((name) => closeness(noun, name) >= 0.8));
	return measured?.direction === 'desc' && isNamed === true ? '>' : null;
}
