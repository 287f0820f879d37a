import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { explainName, foldName } from '#contract/ids.ts';
import { fill, type Output } from './manifest.ts';
import type { Text } from './read-members.ts';

export interface Row {
	readonly step: string;
	/** 1-based. */
	readonly number: number;
	readonly values: ReadonlyMap<string, string | null>;
}

export interface NamedOutput {
	readonly name: string;
	readonly target: DatasetCoordinate;
}

export class NameProblem extends Error {
	override name = 'NameProblem';
	readonly text: Text;
	constructor(text: Text, message: string) {
		super(message);
		this.text = text;
	}
}

/** Gives an output its name and target. @throws NameProblem that names the row, if any */
export type NameOutput = (output: Output, row: Row | null) => NamedOutput;

/** Names outputs and targets, unique within a run. @param destination default owner and namespace @param taken names of other results */
export function createNaming(destination: DatasetCoordinate, taken: readonly string[]): NameOutput {
	const names = new Map(taken.map((value) => [foldName(value), `the result of the step "${value}"`]));
	const targets = new Map<string, string>();

	return (output, row) => {
		const who = row === null ? '' : `Row ${row.number} of "${row.step}": `;
		const the = row === null ? 'The' : 'the';
		const text = (text: Text, what: string): string => {
			const filled = row === null ? text.value : fill(text.value, (column) => nameValue(text, column, row));
			const problem = explainName(filled, what);
			if (problem !== null) throw new NameProblem(text, `${who}${problem}`);
			return filled;
		};
		const name = text(output.name, `${the} output name`);
		const other = names.get(foldName(name));
		if (other !== undefined)
			throw new NameProblem(
				output.name,
				`${who}${the} name "${name}" is already used by ${other}. Names must be unique.`,
			);
		const { owner, namespace, datasetName } = output.target;
		const target = {
			owner: owner === null ? destination.owner : text(owner, `${the} target’s owner name`),
			namespace: namespace === null ? destination.namespace : text(namespace, `${the} target’s namespace name`),
			datasetName: datasetName === null ? name : text(datasetName, `${the} target’s dataset name`),
		};
		const key = coordinateKey(target);
		const first = targets.get(key);
		if (first !== undefined) {
			const message = `${who}${formatCoordinate(target)} is already the target of the output "${first}". Each output needs its own target.`;
			throw new NameProblem(datasetName ?? output.name, message);
		}
		names.set(foldName(name), row === null ? 'another output' : `row ${row.number} of "${row.step}"`);
		targets.set(key, name);
		return { name, target };
	};
}

function nameValue(text: Text, column: string, { step, number, values }: Row): string {
	const value = values.get(column);
	if (value === undefined) {
		throw new NameProblem(text, `"${step}" has no column "${column}". It has ${[...values.keys()].join(', ')}.`);
	}
	if (value === null || value === '') {
		throw new NameProblem(
			text,
			`Row ${number} of "${step}" has no value in the column "${column}", which names an output. Filter out rows without a value.`,
		);
	}
	return value;
}
