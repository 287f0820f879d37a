import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { explainName, foldName } from '#contract/ids.ts';
import type { DeclaredOutput, Output, Target } from './manifest.ts';
import type { Text } from './read-members.ts';
import { fill } from './template.ts';

/** One row of a query, by its columns. */
export interface Row {
	readonly step: string;
	/** From 1. */
	readonly number: number;
	readonly values: ReadonlyMap<string, string | null>;
}

export interface NamedOutput {
	readonly name: string;
	readonly target: DatasetCoordinate;
}

/** What is wrong with a name, and where the manifest says it. */
export class NameProblem extends Error {
	override name = 'NameProblem';
	readonly place: Text;
	constructor(place: Text, message: string) {
		super(message);
		this.place = place;
	}
}

/** Gives outputs their names and targets, each once in a run. */
export interface Naming {
	/** @throws NameProblem that says which row, where there is one */
	name(output: Output, row: Row | null): NamedOutput;
}

/**
 * @param destination owner and namespace of targets that name none
 * @param taken names that outputs may not have, because a result without a target has them
 */
export function createNaming(destination: DatasetCoordinate, taken: readonly string[]): Naming {
	const names = new Map(taken.map((it) => [foldName(it), `the result of the step "${it}", which no output hands out`]));
	const targets = new Map<string, string>();

	return {
		name(output, row) {
			const who = row === null ? '' : `Row ${row.number} of "${row.step}": `;
			const text = (it: Text, what: string): string => {
				const filled = row === null ? it.value : fill(it.value, (column) => nameValue(it, column, row));
				const problem = explainName(filled, what);
				if (problem !== null) throw new NameProblem(it, `${who}${problem}`);
				return filled;
			};
			const name = text(output.name, 'the output');
			const other = names.get(foldName(name));
			if (other !== undefined) throw new NameProblem(output.name, `${who}the name "${name}" is taken by ${other}.`);
			const target = targetOf(output, name, destination, text);
			const key = coordinateKey(target);
			const first = targets.get(key);
			if (first !== undefined) {
				const message = `${who}${formatCoordinate(target)} is the target of the output "${first}" already.`;
				throw new NameProblem(output.target.datasetName ?? output.name, message);
			}
			names.set(foldName(name), row === null ? 'another output' : `row ${row.number} of "${row.step}"`);
			targets.set(key, name);
			return { name, target };
		},
	};
}

function targetOf(
	output: DeclaredOutput | { readonly target: Target },
	name: string,
	destination: DatasetCoordinate,
	text: (it: Text, what: string) => string,
): DatasetCoordinate {
	const { owner, namespace, datasetName } = output.target;
	return {
		owner: owner === null ? destination.owner : text(owner, "the target's owner"),
		namespace: namespace === null ? destination.namespace : text(namespace, "the target's namespace"),
		datasetName: datasetName === null ? name : text(datasetName, "the target's dataset"),
	};
}

function nameValue(place: Text, column: string, { step, number, values }: Row): string {
	const value = values.get(column);
	if (value === undefined) {
		throw new NameProblem(place, `"${step}" has no column "${column}". It has ${[...values.keys()].join(', ')}.`);
	}
	if (value === null || value === '') {
		throw new NameProblem(
			place,
			`Row ${number} of "${step}" has no value in the column "${column}", which names an output.`,
		);
	}
	return value;
}
