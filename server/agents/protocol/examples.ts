import { visibleNamespaces } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { listDatasets } from '../../platform/datasets/dataset-list.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { counted } from '../query/present.ts';
import { runQuery } from '../query/run-query.ts';
import { type Suggestion, type SuggestionKind, suggestionsFor } from '../query/suggestions.ts';
import type { AgentTools, SchemaContext } from '../query/types.ts';

/** Namespaces that questions are suggested for, and questions of each at most. */
const [namespaces, most] = [3, 4];
/** As long as a namespace is read and its questions are tried, ms; where that takes longer, plain ones are suggested. */
const patience = 2_000;
/** A question that is longer is suggested where there is no shorter one, in characters. */
const longest = 40;
/** Datasets that plain questions are made of. */
const plainly = '2';

export interface Examples {
	/** Each with the namespace that it is about, as the caller may name it. */
	readonly questions: readonly { readonly text: string; readonly namespace: string }[];
	readonly namespaces: readonly string[];
}

/**
 * Questions that an agent answers about the namespaces of a caller; each was tried.
 * @param kinds what the agent is good at, the first first
 */
export async function exampleQuestions(
	platform: Platform,
	caller: Caller,
	tools: AgentTools,
	kinds: readonly SuggestionKind[],
): Promise<Examples> {
	const visible = await visibleNamespaces(platform.catalog.db, caller);
	const questions: Examples['questions'][number][] = [];
	for (const found of visible.slice(0, namespaces)) {
		const { owner, name, role } = found;
		const signal = AbortSignal.any([AbortSignal.timeout(patience), platform.stopping.signal]);
		const texts = await tools
			.readContext(platform, caller, found, { question: '', signal })
			.then((context) => answered({ platform, caller, context, signal, tools }, kinds))
			.catch(() => []);
		const { items } = await listDatasets(platform, caller, { username: owner, namespace: name }, { limit: plainly });
		const plain = items.map((item) => plainQuestion(item.datasetName, kinds));
		const namespace = role === 'owner' ? name : `${owner}/${name}`;
		questions.push(...[...new Set([...texts, ...plain])].slice(0, most).map((text) => ({ text, namespace })));
	}
	return { questions, namespaces: visible.slice(0, 20).map((namespace) => `${namespace.owner}/${namespace.name}`) };
}

function plainQuestion(datasetName: string, kinds: readonly SuggestionKind[]): string {
	const words = datasetName.replaceAll(/[_-]+/g, ' ');
	return kinds[0] === 'description' ? `Describe ${words}` : `How many ${counted(words)} are there?`;
}

interface Trying {
	readonly platform: Platform;
	readonly caller: Caller;
	readonly context: SchemaContext;
	readonly signal: AbortSignal;
	readonly tools: AgentTools;
}

/** A question of each kind that is answered with rows, about another dataset each time where there are several. */
async function answered(trying: Trying, kinds: readonly SuggestionKind[]): Promise<string[]> {
	const suggestions = suggestionsFor(trying.context);
	const found: Suggestion[] = [];
	for (const kind of kinds) {
		if (found.length === most) break;
		const timesOf = ({ of }: Suggestion) => found.filter((other) => other.of === of).length;
		const ofKind = suggestions.filter((suggestion) => suggestion.kind === kind);
		const costOf = (suggestion: Suggestion) => timesOf(suggestion) + (suggestion.text.length > longest ? 1 : 0);
		for (const suggestion of ofKind.toSorted((a, b) => costOf(a) - costOf(b))) {
			if (kind !== 'description' && !(await isAnswered(trying, suggestion.text))) continue;
			found.push(suggestion);
			break;
		}
	}
	return found.map(({ text }) => text);
}

async function isAnswered({ platform, caller, context, signal, tools }: Trying, text: string): Promise<boolean> {
	if (signal.aborted) return false;
	const written = await tools.writerFor(null).write(text, context, { signal });
	if (written.kind === 'refused') return false;
	const rows = await runQuery({ platform, caller, context, signal }, written).catch(() => null);
	return rows !== null && rows.total > 0;
}
