import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { LinkEnd, ListedLink, MatchType, NewLink } from '#contract/link.ts';
import { findJsonProblem } from '#lib/exact-json/located.ts';
import { readCoordinate } from '../names/model.ts';

/** One end of a link as field texts, valid or not. */
export interface EndText {
	readonly dataset: string;
	readonly column: string;
}

/** A link as typed. `options` is the JSON text of the options map, or empty. */
export interface LinkText {
	readonly from: EndText;
	readonly to: EndText;
	readonly matchType: MatchType;
	readonly options: string;
}

export type Side = 'from' | 'to';
export const sides: readonly Side[] = ['from', 'to'];

/** Problems by field, as the service names it: `from`, `to.columnName`, `options`, `options.trim`. */
export type LinkProblems = Readonly<Record<string, string>>;

export const coordinateOf = ({ username, namespace, dataset }: LinkEnd): DatasetCoordinate => ({
	owner: username,
	namespace,
	datasetName: dataset,
});

export const endText = (end: LinkEnd): EndText => ({
	dataset: formatCoordinate(coordinateOf(end)),
	column: end.columnName,
});

/** `flights.origin`, with the namespace if needed. */
export const endName = ({ namespace, dataset, columnName }: LinkEnd): string => `${namespace}/${dataset}.${columnName}`;
export const linkName = ({ from, to }: Pick<NewLink, 'from' | 'to'>): string => `${endName(from)} → ${endName(to)}`;

export const sameEnd = (a: LinkEnd, b: LinkEnd): boolean =>
	foldName(formatCoordinate(coordinateOf(a))) === foldName(formatCoordinate(coordinateOf(b))) &&
	a.columnName === b.columnName;

/** Whether the service treats two links as the same: equal ends and match type. */
export const sameLink = (a: Pick<NewLink, 'from' | 'to' | 'matchType'>, b: typeof a): boolean =>
	a.matchType === b.matchType && sameEnd(a.from, b.from) && sameEnd(a.to, b.to);

export const searchText = ({ from, to, matchType }: ListedLink): string =>
	foldName(`${from.username}/${endName(from)} → ${to.username}/${endName(to)} ${matchType}`);

export interface ReadLink {
	/** Null if something is missing or wrong. */
	readonly link: NewLink | null;
	readonly problems: LinkProblems;
	/** Descriptions of what isn't filled in yet. */
	readonly missing: readonly string[];
}

/**
 * Parses the fields, or reports what is wrong or missing.
 * @param me owner of datasets without one
 */
export function readLink(text: LinkText, me: string): ReadLink {
	const problems: Record<string, string> = {};
	const missing: string[] = [];
	const endOf = (side: Side): LinkEnd | null => {
		const { dataset, column } = text[side];
		if (dataset.trim() === '') missing.push(`the dataset to link ${side}`);
		else if (column === '') missing.push(`the column to link ${side}`);
		const read = dataset.trim() === '' ? null : readCoordinate(dataset, me);
		if (read?.problem) problems[side] = read.problem;
		if (read?.coordinate == null || column === '') return null;
		const { owner, namespace, datasetName } = read.coordinate;
		return { username: owner, namespace, dataset: datasetName, columnName: column };
	};
	const [from, to] = [endOf('from'), endOf('to')];
	const options = readOptions(text.options);
	if (options.problem !== null) problems.options = options.problem;
	if (from !== null && to !== null && sameEnd(from, to)) {
		problems['to.columnName'] = 'A column can’t link to itself. Choose another column.';
	}
	if (from === null || to === null || options.value === null || Object.keys(problems).length > 0) {
		return { link: null, problems, missing };
	}
	const given = Object.keys(options.value).length === 0 ? {} : { options: options.value };
	return { link: { from, to, matchType: text.matchType, ...given }, problems, missing };
}

export type Options = Readonly<Record<string, unknown>>;

/** Parses the JSON text of options; empty text means none. */
export function readOptions(text: string): { readonly value: Options | null; readonly problem: string | null } {
	if (text.trim() === '') return { value: {}, problem: null };
	const problem = findJsonProblem(text);
	if (problem !== null) {
		return { value: null, problem: `Line ${problem.line}, column ${problem.column}: ${problem.message}.` };
	}
	const value: unknown = JSON.parse(text);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return { value: null, problem: 'Options must be a JSON object, such as {"trim": true}.' };
	}
	return { value: value as Options, problem: null };
}

export const writeOptions = (options: Options): string =>
	Object.keys(options).length === 0 ? '' : JSON.stringify(options, null, 2);

/** Changes one option; `undefined` removes it. */
export function withOption(options: Options, name: string, value: unknown): Options {
	const { [name]: _, ...others } = options;
	return value === undefined ? others : { ...others, [name]: value };
}

/** An end's longitude column from the options; empty if it's found by name. */
export const longitudeIn = (options: Options, side: Side): string => {
	const longitude: unknown = Object(options[side]).longitude;
	return typeof longitude === 'string' ? longitude : '';
};

export function withLongitude(options: Options, side: Side, column: string): Options {
	const end = withOption(Object(options[side]) as Options, 'longitude', column === '' ? undefined : column);
	return withOption(options, side, Object.keys(end).length === 0 ? undefined : end);
}

export const defaultDistance = 1_000;

/** The maximum distance from the options, in meters. */
export const distanceIn = (options: Options): number =>
	typeof options.maxDistanceMeters === 'number' ? options.maxDistanceMeters : defaultDistance;

/** Known options per match type. Others are passed on unchanged. */
export const knownOptions: Readonly<Record<MatchType, readonly string[]>> = {
	ExactMatch: ['caseSensitive', 'trim'],
	GeoMatch: ['maxDistanceMeters', 'from', 'to'],
};

/** Changes the match type, dropping options that only the old one supports. */
export function withMatchType(text: LinkText, matchType: MatchType): LinkText {
	const options = readOptions(text.options).value;
	if (options === null || matchType === text.matchType) return { ...text, matchType };
	const kept = knownOptions[text.matchType].reduce((left, name) => withOption(left, name, undefined), options);
	return { ...text, matchType, options: writeOptions(kept) };
}

/** Swaps the ends, including their options. */
export function swapped(text: LinkText): LinkText {
	const turned = { ...text, from: text.to, to: text.from };
	const options = readOptions(text.options).value;
	if (options === null || text.matchType !== 'GeoMatch') return turned;
	const { from, to } = options;
	return { ...turned, options: writeOptions(withOption(withOption(options, 'from', to), 'to', from)) };
}
