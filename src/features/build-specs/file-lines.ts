import type { DatasetCoordinate } from '#contract/dataset.ts';
import { explainCoordinate } from '../names/model.ts';

export interface FileLines<Value> {
	/** Prefix of its lines. Lists have one line per item. */
	readonly key: string;
	write(value: Value): readonly string[];
	/** @throws LineProblem; returns undefined without lines */
	read(lines: readonly string[]): Value | undefined;
}

export class LineProblem extends Error {}

export const datasetLine = {
	write: (value: DatasetCoordinate) => [writeCoordinate(value)],
	read: ([line]: readonly string[]) => (line === undefined ? undefined : readCoordinate(line)),
};

export const datasetLines = {
	write: (value: readonly DatasetCoordinate[]) => value.map(writeCoordinate),
	read: (lines: readonly string[]) => lines.map(readCoordinate),
};

/** Characters that would end a line or a name, or be lost at its ends. */
const unsafe = /[%/\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$/gu;
export const quoted = (name: string): string => name.replaceAll(unsafe, encodeURIComponent);

/** @throws LineProblem */
export function unquoted(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		throw new LineProblem(`"${value}" contains an invalid % sequence. Write a percent sign as %25.`);
	}
}

const writeCoordinate = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	[owner, namespace, datasetName].map(quoted).join('/');

function readCoordinate(value: string): DatasetCoordinate {
	const [owner, namespace, datasetName, ...more] = value.split('/').map(unquoted);
	if (owner === undefined || namespace === undefined || datasetName === undefined || more.length > 0) {
		throw new LineProblem(`"${value}" isn’t a dataset name. Write it as owner/namespace/dataset.`);
	}
	const coordinate = { owner, namespace, datasetName };
	const problem = explainCoordinate(coordinate);
	if (problem !== null) throw new LineProblem(problem);
	return coordinate;
}
