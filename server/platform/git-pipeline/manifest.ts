import { foldName } from '#contract/ids.ts';
import { type Node, type Problem, parseLocated } from '#lib/exact-json/located.ts';
import { pathProblems } from './payload.ts';
import { closestKey, createMemberReader, type MemberReader, type Text } from './read-members.ts';

/** What a pipeline does: steps in order, and outputs that publish their results (docs/git-pipelines.md). */
export interface Manifest {
	readonly steps: readonly Step[];
	readonly outputs: readonly Output[];
}

export interface Step {
	readonly name: Text;
	/** Path of a file with one SELECT. */
	readonly file: Text;
}

export type Output = DeclaredOutput | ComputedOutput;

/** The result of one step, published under a name. */
export interface DeclaredOutput {
	readonly kind: 'declared';
	readonly name: Text;
	readonly step: Text;
	readonly target: Target;
}

/** One output per row of a step's result; name and target are templates over that row. */
export interface ComputedOutput {
	readonly kind: 'computed';
	readonly name: Text;
	readonly each: Text;
	readonly file: Text;
	readonly target: Target;
}

/** Owner and namespace default to the destination's, the dataset name to the output's. */
export interface Target {
	readonly owner: Text | null;
	readonly namespace: Text | null;
	readonly datasetName: Text | null;
}

/** The readable part of a manifest, and its problems in text order. */
export interface ReadManifest {
	readonly manifest: Manifest;
	readonly problems: readonly Problem[];
}

const maxSteps = 100;
const maxOutputs = 200;
/** The table from which a computed output's statement reads its row. */
const ownName = 'each_row';

export function readManifest(text: string): ReadManifest {
	const parsed = parseLocated(text);
	if ('problem' in parsed) return { manifest: { steps: [], outputs: [] }, problems: [parsed.problem] };
	const reader = createMemberReader();
	const members = reader.object(parsed.node, 'The manifest', ['steps', 'outputs']);
	if (members === null) return { manifest: { steps: [], outputs: [] }, problems: reader.problems };
	const steps = reader.list(members, 'steps', parsed.node, maxSteps).flatMap((node) => stepOf(reader, node) ?? []);
	const outputs = reader
		.list(members, 'outputs', parsed.node, maxOutputs)
		.flatMap((node) => outputOf(reader, node) ?? []);
	if (reader.problems.length === 0) checkNames(reader, steps, outputs);
	return { manifest: { steps, outputs }, problems: reader.problems.toSorted((a, b) => a.start - b.start) };
}

/** The step whose result an output publishes, or whose rows it's made for. */
export const stepOfOutput = (output: Output): Text => (output.kind === 'declared' ? output.step : output.each);

export const filesOf = ({ steps, outputs }: Manifest): readonly Text[] => [
	...steps.map((step) => step.file),
	...outputs.flatMap((output) => (output.kind === 'computed' ? [output.file] : [])),
];

function stepOf(reader: MemberReader, node: Node): Step | null {
	const members = reader.object(node, 'A step', ['name', 'file']);
	if (members === null) return null;
	const name = reader.text(members, 'name', node, 'the name that later steps use for the result');
	const file = fileOf(reader, members, node);
	return name && file && { name, file };
}

function fileOf(reader: MemberReader, members: ReadonlyMap<string, Node>, node: Node): Text | null {
	const file = reader.text(members, 'file', node, 'the path of a file with one SELECT');
	for (const message of file === null ? [] : pathProblems(file.value)) reader.say(file ?? node, message);
	return file;
}

function outputOf(reader: MemberReader, node: Node): Output | null {
	const keys = node.kind === 'object' ? node.members.map((member) => member.key) : [];
	const computed =
		keys.includes('each') || (!keys.includes('step') && keys.some((key) => closestKey(key, ['each']) !== null));
	const known = computed ? ['name', 'each', 'file', 'target'] : ['name', 'step', 'target'];
	const members = reader.object(node, computed ? 'A computed output' : 'An output', known);
	if (members === null) return null;
	const name = reader.text(members, 'name', node, 'the name of the output');
	const target = targetOf(reader, members.get('target'), node);
	if (!computed) {
		const step = reader.text(members, 'step', node, 'the name of the step that produces the output');
		for (const text of [name, ...Object.values(target ?? {})]) {
			if (text !== null && placeholders(text.value).length > 0) {
				reader.say(
					text,
					'Braces insert a value from a row, which only works in an output with "each". Add "each", or remove the braces.',
				);
			}
		}
		return name && step && target && { kind: 'declared', name, step, target };
	}
	const each = reader.text(members, 'each', node, 'the name of the step with one row per output');
	const file = fileOf(reader, members, node);
	if (name !== null && placeholders(name.value).length === 0) {
		reader.say(
			name,
			'Every row would produce an output with the same name. Add a column in braces to the name: "{column}".',
		);
	}
	return name && each && file && target && { kind: 'computed', name, each, file, target };
}

function targetOf(reader: MemberReader, node: Node | undefined, output: Node): Target | null {
	if (node === undefined) {
		const message =
			'"target" is missing. Set it to the dataset that a build writes. {} means a dataset with the name of the output, in the destination’s namespace.';
		reader.say({ start: output.start, end: output.start + 1 }, message);
		return null;
	}
	const members = reader.object(node, 'A target', ['owner', 'namespace', 'datasetName']);
	if (members === null) return null;
	const part = (key: string, what: string) => (members.has(key) ? reader.text(members, key, node, what) : null);
	return {
		owner: part('owner', 'the name of a user'),
		namespace: part('namespace', 'the name of a namespace'),
		datasetName: part('datasetName', 'the name of a dataset'),
	};
}

function checkNames(reader: MemberReader, steps: readonly Step[], outputs: readonly Output[]): void {
	const known = new Map<string, Step>();
	for (const step of steps) {
		const { value } = step.name;
		const folded = value.toLowerCase();
		if (!/^[A-Za-z_]\w{0,62}$/.test(value)) {
			reader.say(
				step.name,
				`"${value}" isn’t a valid step name. Use up to 63 characters: letters from A to Z, digits and "_". The name can’t start with a digit.`,
			);
		} else if (folded === ownName) {
			reader.say(step.name, `"${ownName}" is reserved for the row of a computed output. Choose another step name.`);
		} else if (known.has(folded))
			reader.say(step.name, `Another step is already named "${value}". Choose another name.`);
		known.set(folded, step);
	}
	const names = new Set<string>();
	for (const output of outputs) {
		const of = stepOfOutput(output);
		if (!known.has(of.value.toLowerCase())) {
			reader.say(
				of,
				`There is no step "${of.value}". ${known.size === 0 ? 'The manifest has no steps.' : `Steps: ${[...known.values()].map((step) => step.name.value).join(', ')}.`}`,
			);
		}
		const folded = foldName(output.name.value);
		if (names.has(folded))
			reader.say(output.name, `Another output is already named "${output.name.value}". Choose another name.`);
		names.add(folded);
	}
}

const placeholder = /\{([^{}]*)\}/g;

/** Names in braces. */
export const placeholders = (template: string): string[] =>
	[...template.matchAll(placeholder)].map((match) => match[1] ?? '');

export const fill = (template: string, value: (column: string) => string): string =>
	template.replaceAll(placeholder, (_, column: string) => value(column));
