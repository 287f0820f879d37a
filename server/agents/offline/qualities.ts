import { closeness, readAdjective, readGradedAdjective } from '../builtin/english.ts';
import type { Column } from '../builtin/schema.ts';
import type { Token } from '../builtin/tokenize.ts';
import { sizeNouns } from './columns.ts';
import type { Graph } from './graph.ts';

/** "tallest" and "older than": a superlative or a comparison, and the quantity it refers to. */
export function qualityOf(
	word: string,
	next: string,
	graph: Graph,
): { columns: Column[]; direction: 'asc' | 'desc'; compares: boolean } | null {
	const found = readGradedAdjective(word);
	const compares = found?.form === 'comparative';
	if (found === null || (compares && next !== 'than')) return null;
	const { nouns: stems, direction } = found;
	const all = graph.tables.flatMap(({ columns }) => columns);
	// "resolution_hours" is a duration, "hours_from_gmt" isn't.
	const columns = all.filter(
		({ kind, nameStems }) =>
			kind === 'number' &&
			nameStems.some(
				(name, at) => stems.includes(name) && (!/^(second|minut|hour|day)$/.test(name) || at === nameStems.length - 1),
			),
	);
	const whole = columns.filter(({ nameStems }) => nameStems.length === 1);
	const apart = columns.filter(({ table }) => !whole.some((column) => column.table === table));
	if (columns.length === 0 && graph.isDescribed) {
		const meant = measuredBy(stems, direction, graph);
		if (meant !== null) return { ...meant, compares };
	}
	const ends = direction === 'desc' ? /^(max|highest)$/ : /^(min|lowest)$/;
	const end = graph.isDescribed ? columns.filter(({ nameStems }) => nameStems.some((name) => ends.test(name))) : [];
	if (end.length > 0) return { columns: end, direction, compares };
	if (columns.length > 0) return { columns: [...whole, ...apart], direction, compares };
	// "the cheapest suite", by its nightly rate
	const rates = stems.includes('pric')
		? all.filter(({ kind, nameStems }) => kind === 'number' && isRate(nameStems))
		: [];
	if (rates.length > 0) return { columns: rates, direction, compares };
	// The oldest person was born first, and the oldest thing was built or founded first.
	const births = all.filter(
		({ kind, isYear, nameStems }) => (kind === 'time' || isYear) && nameStems.some((name) => isBirth.test(name)),
	);
	if (!stems.includes('age') || compares || births.length === 0) return null;
	return { columns: births, direction: direction === 'desc' ? 'asc' : 'desc', compares };
}

/** "hottest" for the highest temperature of each day, and "rainiest" for the precipitation. */
export function measuredBy(
	nouns: readonly string[],
	direction: 'asc' | 'desc',
	graph: Graph,
): ReturnType<typeof qualityOf> {
	const all = graph.tables.flatMap(({ columns }) => columns).filter(({ kind }) => kind === 'number');
	const isLike = (words: readonly string[]) =>
		nouns.some((noun) => words.some((other) => closeness(noun, other) >= (graph.isDescribed ? 0.8 : 1)));
	const like = all.filter(({ nameStems }) => isLike(nameStems));
	const meant = like.length > 0 ? like : all.filter(({ descriptionStems }) => isLike(descriptionStems.slice(0, 5)));
	const ends = direction === 'desc' ? /^(max|highest|total)$/ : /^(min|lowest|total)$/;
	const end = meant.filter(({ nameStems }) => nameStems.some((name) => ends.test(name)));
	const columns = end.length > 0 ? end : meant;
	return columns.length > 0 ? { columns, direction, compares: false } : null;
}

const isBirth =
	/^(birth|birthday|birthdat|birthdate|dob|born|bear|built|build|found|establish|construct|inaugurat|open|publish|releas|release|launch|commission|install|manufactur)$/;

const isRate = (nameStems: readonly string[]): boolean =>
	/^(?:rat|rent|fare|charg|premium|tariff)$/.test(nameStems.at(-1) ?? '') &&
	!nameStems.some((word) => /^(?:tax|interest|growth|exchang|success|birth|death|heart)$/.test(word));

/** "length" and "size", if columns measure it under other names: in minutes or square meters. */
export function amountCalled({ word }: Token, graph: Graph): Column[] {
	const nouns = /^(?:length|duration)$/.test(word) ? (readAdjective('long')?.nouns ?? []) : [];
	return graph.tables
		.flatMap(({ columns }) => columns)
		.filter(
			({ kind, nameStems }) =>
				kind === 'number' &&
				(nouns.includes(nameStems.at(-1) ?? '') || (word === 'size' && sizeNouns.test(nameStems.at(-1) ?? ''))),
		);
}
