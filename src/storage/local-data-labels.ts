import { listText } from '#lib/text/list-text.ts';
import { formatCount } from '../lib/format.ts';
import type { LocalDataCounts } from './local-data.ts';

/** Description of a user's data in this browser. */
export interface LocalDataDescription {
	/** "3 unsaved drafts, 1 conversation and 2 recipes"; empty if there is nothing. */
	readonly text: string;
	/** The pronoun for them in a sentence. */
	readonly them: 'it' | 'them';
}

export function describeLocalData({
	drafts,
	conversations,
	records,
	instructions,
	recipes,
	saves,
}: LocalDataCounts): LocalDataDescription {
	const counted = (count: number, one: string, more: string) =>
		count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : more}`];
	const text = [
		...counted(drafts, 'unsaved draft', 'unsaved drafts'),
		...counted(conversations, 'conversation', 'conversations'),
		...counted(records, 'unsaved record', 'unsaved records'),
		...(instructions === 0 ? [] : ['ingest instructions']),
		...counted(recipes, 'recipe', 'recipes'),
		...(saves === 0 ? [] : ['an unfinished save']),
	];
	const isOne = instructions === 0 && drafts + conversations + records + recipes + saves === 1;
	return { text: listText(text), them: isOne ? 'it' : 'them' };
}
