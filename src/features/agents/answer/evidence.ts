import * as z from 'zod/mini';
import {
	AnsweredBy,
	answeredByMember,
	revisedMember,
	Understanding,
	UnknownTerm,
	UnsupportedFigure,
	understandingMember,
	unknownTermMember,
	unsupportedMember,
} from '#contract/agents/artifacts.ts';
import { Decimal } from '#lib/exact-json/exact-json.ts';
import { type AgentArtifact, type AgentPart, inputRequired } from '../../../a2a/events.ts';
import { type Entry, rowsOf, type Turn } from '../conversation.ts';

/** Rows as an agent gave them. `total` is set if there are more. */
export interface ResultRows {
	readonly rows: readonly unknown[];
	readonly total: number | null;
	readonly truncated: boolean;
}

export interface Revision {
	/** The step after which the plan changed; 0: before all. */
	readonly after: number;
	readonly change: string;
}

export interface Step {
	/** The agent's own number. */
	readonly index: number;
	readonly instruction: string;
	readonly reasoning: string;
	readonly state: 'planned' | 'working' | 'done' | 'left';
	/** Duration in ms; null until it's done. */
	readonly took: number | null;
	readonly query: string | null;
	readonly rows: ResultRows | null;
	/** How the question became this query; null for an intermediate step. */
	readonly understood: Understood | null;
	readonly others: readonly AgentPart[];
}

/** How a question was read, in words, with the mapping of its words. */
export interface Understood extends Understanding {
	readonly reading: string;
}

/** Reads the artifacts of the two agents, and similar parts of any other agent (interface, "Events"). */
export function evidenceOf(turn: Turn) {
	const steps = new Map<number, Step>();
	const begun = new Map<number, number>();
	/** The agent's messages: a refusal, an error, a follow-up question. */
	const words: string[] = [];
	/** The agent's open question. */
	let asked: string | null = null;
	/** Everything else, unchanged. */
	const others: Entry[] = [];
	/** The query and its rows, for agents with a single one. */
	let query: string | null = null;
	let rows: ResultRows | null = null;
	/** How the agent understood the question behind the query. */
	let understood: Understood | null = null;
	/** Undefined if the agent doesn't say, null for the built-in reader. */
	let answeredBy: AnsweredBy | undefined;
	/** The unknown word that caused a refusal. */
	let unknownTerm: UnknownTerm | null = null;
	/** Markdown; null before it begins. */
	let answer: string | null = null;
	/** Numbers in the answer that are in no row. */
	let unsupported: readonly UnsupportedFigure[] = [];
	const revisions: Revision[] = [];
	let areRowsOpen = false;
	let working: number | null = null;

	/** Keeps an artifact's parts that aren't shown in its place. */
	const keepRest = (entry: Extract<Entry, { kind: 'artifact' }>, isRest: (part: AgentPart) => boolean) => {
		const parts = entry.artifact.parts.filter(isRest);
		if (parts.length > 0) others.push({ ...entry, artifact: { ...entry.artifact, parts } });
	};

	for (const entry of turn.entries) {
		if (entry.kind === 'status') {
			const plan = entry.parts.map(({ data }) => data).find(isPlan);
			if (plan !== undefined) {
				// Started steps stay; planned ones are replaced by the new plan.
				for (const step of [...steps.values()]) if (step.state === 'planned') steps.delete(step.index);
				for (const step of plannedOf(plan)) {
					if (!steps.has(step.index)) steps.set(step.index, { ...blank(step.index), ...step });
				}
				const change = textMember(plan[revisedMember]);
				if (change !== '') revisions.push({ after: Math.max(0, ...begun.keys()), change });
				continue;
			}
			const text = textOf(entry.parts);
			const next = entry.state === 'TASK_STATE_WORKING' ? nextStep(steps, text) : null;
			if (next !== null) {
				// The previous step produced nothing.
				const left = working === null ? undefined : steps.get(working);
				if (left?.state === 'working') steps.set(left.index, { ...left, state: 'left' });
				working = next.index;
				begun.set(next.index, entry.at);
				steps.set(next.index, { ...next, state: 'working' });
			} else if (entry.state === inputRequired) asked = text || null;
			else if (text !== '') words.push(text);
			unknownTerm = unknownTermIn(entry.parts) ?? unknownTerm;
			if (entry.parts.some(isShownAlone)) others.push(entry);
			continue;
		}
		if (entry.kind === 'message') {
			const text = textOf(entry.parts);
			if (text !== '') answer = answer === null ? text : `${answer}\n\n${text}`;
			if (entry.parts.some(isShownAlone)) others.push(entry);
			continue;
		}
		if (entry.kind === 'unknown') {
			others.push(entry);
			continue;
		}
		const { artifact } = entry;
		answeredBy = answeredByIn(artifact) ?? answeredBy;
		const index = stepIndex(artifact);
		if (index !== null) {
			const from = begun.get(index) ?? entry.at;
			const before = steps.get(index) ?? blank(index);
			const took = entry.isOpen ? null : Math.max(0, entry.endedAt - from);
			steps.set(index, { ...before, ...contentOf(artifact, before), state: entry.isOpen ? 'working' : 'done', took });
			if (working === index && !entry.isOpen) working = null;
		} else if (artifact.artifactId === 'answer') {
			// Its offsets refer to the text as received.
			answer = textOf(artifact.parts, false);
			unsupported = z.array(UnsupportedFigure).safeParse(artifact.metadata?.[unsupportedMember]).data ?? [];
			keepRest(entry, isShownAlone);
		} else if (artifact.artifactId === 'generated-query') {
			understood = understoodIn(artifact);
			query = madeOf(artifact).query;
			keepRest(entry, isShownAlone);
		} else if (artifact.artifactId === 'result-data') {
			rows = madeOf(artifact).rows;
			areRowsOpen = entry.isOpen;
			const table = tableIn(artifact.parts);
			keepRest(entry, (part) => part !== table);
		} else others.push(entry);
	}
	const listed = [...steps.values()].sort((a, b) => a.index - b.index);
	const final =
		turn.ending === null
			? listed
			: listed.map((step) => (step.state === 'done' ? step : { ...step, state: 'left' as const }));
	const texts = { answer, unsupported, words, asked, unknownTerm };
	return { steps: final, revisions, query, understood, answeredBy, rows, areRowsOpen, ...texts, others };
}

/** The steps whose rows are the answer. For a model, which reads more than it uses, the last step with rows. */
export function answeringSteps({
	steps,
	answeredBy,
}: Pick<ReturnType<typeof evidenceOf>, 'steps' | 'answeredBy'>): readonly Step[] {
	const answering = steps.filter(({ understood, rows }) => understood !== null && rows !== null);
	return answeredBy == null ? answering : steps.filter(({ rows }) => rows !== null).slice(-1);
}

function understoodIn({ metadata }: AgentArtifact): Understood | null {
	const reading = textMember(metadata?.reading);
	const { data } = Understanding.safeParse(metadata?.[understandingMember] ?? {});
	return reading === '' ? null : { ...(data ?? { words: [], assumptions: [], definitions: [] }), reading };
}

const answeredByIn = ({ metadata }: AgentArtifact): AnsweredBy | undefined =>
	metadata !== undefined && answeredByMember in metadata
		? AnsweredBy.safeParse(metadata[answeredByMember]).data
		: undefined;

const unknownTermIn = (parts: readonly AgentPart[]): UnknownTerm | null =>
	parts
		.map(({ metadata }) => UnknownTerm.safeParse(metadata?.[unknownTermMember]).data)
		.find((term) => term !== undefined) ?? null;

type Planned = Pick<Step, 'index' | 'instruction' | 'reasoning'>;

const blank = (index: number): Step => ({
	index,
	instruction: '',
	reasoning: '',
	state: 'planned',
	took: null,
	query: null,
	rows: null,
	understood: null,
	others: noParts,
});

const textMember = (value: unknown): string => (typeof value === 'string' ? value : '');

type PlanData = { readonly steps: readonly unknown[] } & Readonly<Record<string, unknown>>;

const isPlan = (data: unknown): data is PlanData =>
	typeof data === 'object' && data !== null && 'steps' in data && Array.isArray(data.steps) && data.steps.length > 0;

function plannedOf({ steps }: PlanData): Planned[] {
	return steps.flatMap((step: unknown, position) => {
		if (typeof step !== 'object' || step === null) return [];
		const { index, instruction, reasoning } = step as Record<string, unknown>;
		return {
			index: typeof index === 'number' ? index : position + 1,
			instruction: textMember(instruction),
			reasoning: textMember(reasoning),
		};
	});
}

/** The planned step that a status message announces: the one with its text, or the next. */
function nextStep(steps: ReadonlyMap<number, Step>, text: string): Step | null {
	if (text === '') return null;
	const open = [...steps.values()].filter((step) => step.state === 'planned').sort((a, b) => a.index - b.index);
	return open.find((step) => step.instruction === text) ?? null;
}

function stepIndex({ artifactId, metadata }: AgentArtifact): number | null {
	const [, counted] = /^step-(\d+)$/.exec(artifactId) ?? [];
	if (counted === undefined) return null;
	return typeof metadata?.index === 'number' ? metadata.index : Number(counted);
}

function contentOf(artifact: AgentArtifact, before: Step): Partial<Step> {
	const { metadata } = artifact;
	return {
		instruction: textMember(metadata?.instruction) || before.instruction,
		reasoning: textMember(metadata?.reasoning) || before.reasoning,
		...madeOf(artifact),
	};
}

type Made = Pick<Step, 'query' | 'rows' | 'understood' | 'others'>;
const made = new WeakMap<AgentArtifact, Made>();

/** Parses an artifact once. The same object is returned while others arrive, so nothing rerenders. */
function madeOf(artifact: AgentArtifact): Made {
	const known = made.get(artifact);
	if (known !== undefined) return known;
	const { parts } = artifact;
	const table = tableIn(parts);
	const others = parts.filter((part) => isShownAlone(part) && part !== table);
	const read = {
		query: textOf(parts) || null,
		rows: resultRowsIn(parts),
		understood: understoodIn(artifact),
		others: others.length === 0 ? noParts : others,
	};
	made.set(artifact, read);
	return read;
}

export const fileNameIn = ({ filename }: AgentPart): string | null =>
	typeof filename === 'string' && filename.trim() !== '' ? filename : null;

/** Whether a part is shown separately from the text next to it. */
export const isShownAlone = (part: AgentPart): boolean => part.text === undefined || fileNameIn(part) !== null;

const noParts: readonly AgentPart[] = [];

function textOf(parts: readonly AgentPart[], isTrimmed = true): string {
	const text = parts.flatMap((part) => (isShownAlone(part) ? [] : (part.text ?? []))).join('\n\n');
	return isTrimmed ? text.trim() : text;
}

const tableIn = (parts: readonly AgentPart[]): AgentPart | undefined => parts.find(({ data }) => rowsOf(data) !== null);

/** The rows of the first part that has any, or null. */
export function resultRowsIn(parts: readonly AgentPart[]): ResultRows | null {
	for (const { data } of parts) {
		const rows = rowsOf(data);
		if (rows === null) continue;
		const { total, truncated, columns } = data as { total?: unknown; truncated?: unknown; columns?: unknown };
		return {
			rows: withNames(rows, columns),
			total: typeof total === 'number' ? total : null,
			truncated: truncated === true,
		};
	}
	return null;
}

/** Converts rows given as value lists plus column names to objects. Others stay unchanged. */
function withNames(rows: readonly unknown[], columns: unknown): readonly unknown[] {
	const names = Array.isArray(columns) ? columns.map(nameOf) : [];
	const areNamed = names.length > 0 && names.every((name) => name !== null) && new Set(names).size === names.length;
	const isList = (row: unknown): row is unknown[] => Array.isArray(row) && row.length <= names.length;
	if (!areNamed || rows.length === 0 || !rows.every(isList)) return rows;
	return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
}

const nameOf = (column: unknown): string | null => {
	if (typeof column === 'string') return column;
	const name = typeof column === 'object' && column !== null && 'name' in column ? column.name : null;
	return typeof name === 'string' ? name : null;
};

/** A list of objects as rows, if each has a member a cell can show; otherwise null. */
export function listedRowsIn(data: unknown): ResultRows | null {
	const isList = Array.isArray(data) && data.length > 0 && data.every(isRow);
	return isList ? { rows: data, total: null, truncated: false } : null;
}

const isRow = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	Object.values(value).some((member) => typeof member !== 'object' || member === null || member instanceof Decimal);
