import { setTimeout } from 'node:timers/promises';
import { coordinateKey } from '#contract/dataset.ts';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { type VisibleNamespace, visibleNamespaces } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { listDatasets } from '../../platform/datasets/dataset-list.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { counted } from '../query/present.ts';
import { runQuery } from '../query/run-query.ts';
import { type Suggestion, type SuggestionKind, suggestionsFor } from '../query/suggestions.ts';
import type { AgentTools, SchemaContext } from '../query/types.ts';

/** Maximum number of namespaces that questions are suggested for, and of questions per namespace. */
const [namespaces, most] = [3, 4];
/** Time limit for reading namespaces and trying questions, ms; after that, generic ones are suggested. */
const patience = 4_000;
/** Maximum number of namespaces whose questions are cached. */
const mostKept = 200;
/** Longer questions are suggested only if there is no shorter one, in characters. */
const longest = 40;
/** Number of datasets that generic questions are made for. */
const plainly = '2';

export interface Examples {
	readonly questions: readonly { readonly text: string; readonly namespace: string }[];
	readonly namespaces: readonly string[];
}

export type Suggester = ReturnType<typeof createSuggester>;

/** Suggests questions. Tried ones are cached while their datasets and links stay the same. */
export function createSuggester(platform: Platform, tools: AgentTools) {
	const kept = new LruCache<string[]>(mostKept);
	return {
		/**
		 * Tested questions that an agent answers about the namespaces of a caller.
		 * @param kinds what the agent is good at, most preferred first
		 */
		async questions(caller: Caller, kinds: readonly SuggestionKind[]): Promise<Examples> {
			const visible = await visibleNamespaces(platform.catalog.db, caller);
			const questions: Examples['questions'][number][] = [];
			const isOver = setTimeout(patience, null);
			for (const found of visible.slice(0, namespaces)) {
				const { owner, name, role } = found;
				// Finish even if nobody waits: the result is cached for the next call.
				const trying = textsFor({ platform, caller, tools, kept }, found, kinds).catch(() => []);
				const tried = await Promise.race([trying, isOver]);
				const texts = tried?.length ? tried : await plainQuestions(platform, caller, found, kinds);
				const namespace = role === 'owner' ? name : `${owner}/${name}`;
				questions.push(...texts.map((text) => ({ text, namespace })));
			}
			return { questions, namespaces: visible.slice(0, 20).map((of) => `${of.owner}/${of.name}`) };
		},
	};
}

/** Questions that any dataset can answer, used until the trials are done. */
async function plainQuestions(
	platform: Platform,
	caller: Caller,
	{ owner, name }: VisibleNamespace,
	kinds: readonly SuggestionKind[],
): Promise<string[]> {
	const { items } = await listDatasets(platform, caller, { username: owner, namespace: name }, { limit: plainly });
	return items.map((item) => plainQuestion(item.datasetName, kinds));
}

function plainQuestion(datasetName: string, kinds: readonly SuggestionKind[]): string {
	const words = datasetName.replaceAll(/[_-]+/g, ' ');
	return kinds[0] === 'description' ? `Describe ${words}` : `How many ${counted(words)} are there?`;
}

interface Trying {
	readonly platform: Platform;
	readonly caller: Caller;
	readonly tools: AgentTools;
	readonly kept: LruCache<string[]>;
}

/** For each kind, a question that returns rows, about different datasets if there are several. */
async function textsFor(
	trying: Trying,
	namespace: VisibleNamespace,
	kinds: readonly SuggestionKind[],
): Promise<string[]> {
	const { platform, caller, tools } = trying;
	const { signal } = platform.stopping;
	const context = await tools.readContext(platform, caller, namespace, { question: '', signal });
	const { datasets, links } = context;
	const about = datasets.map(({ coordinate, source }) => [
		coordinateKey(coordinate),
		'sha256' in source && source.sha256,
	]);
	const key = JSON.stringify([about, links, kinds]);
	const known = trying.kept.get(key);
	if (known !== undefined) return known;
	const suggestions = suggestionsFor(context);
	const found: Suggestion[] = [];
	for (const kind of kinds) {
		if (found.length === most) break;
		const timesOf = ({ of }: Suggestion) => found.filter((other) => other.of === of).length;
		const ofKind = suggestions.filter((suggestion) => suggestion.kind === kind);
		const costOf = (suggestion: Suggestion) => timesOf(suggestion) + (suggestion.text.length > longest ? 1 : 0);
		for (const suggestion of ofKind.toSorted((a, b) => costOf(a) - costOf(b))) {
			if (kind !== 'description' && !(await isAnswered(trying, context, suggestion.text))) continue;
			found.push(suggestion);
			break;
		}
	}
	const texts = found.map(({ text }) => text);
	for (const { coordinate } of datasets) {
		if (texts.length === most) break;
		const text = plainQuestion(coordinate.datasetName, kinds);
		const isOther = !texts.includes(text) && (kinds[0] === 'description' || (await isAnswered(trying, context, text)));
		if (isOther) texts.push(text);
	}
	trying.kept.set(key, texts);
	return texts;
}

async function isAnswered({ platform, caller, tools }: Trying, context: SchemaContext, text: string): Promise<boolean> {
	const { signal } = platform.stopping;
	const written = await tools.writerFor(null).write(text, context, { signal });
	if (written.kind === 'refused') return false;
	const rows = await runQuery({ platform, caller, context, signal }, written).catch(() => null);
	return rows !== null && rows.total > 0;
}
