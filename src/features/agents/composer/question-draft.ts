import * as z from 'zod/mini';
import { readJson, readText, removeText, writeText } from '../../../storage/web-storage.ts';
import type { Scope } from '../../session/model.ts';

const Choice = z.object({ agents: z.optional(z.array(z.string())), namespace: z.optional(z.string()) });
type Choice = z.infer<typeof Choice>;

/** What is written of a question. It is apart from all else, so that a key draws nothing but what shows it. */
export type QuestionText = ReturnType<typeof keepQuestionText>;

/** @param key under which it is kept for as long as the tab is open */
export function keepQuestionText(key: string) {
	const listeners = new Set<() => void>();
	let text = readText('session', key) ?? '';
	const choiceKey = `${key}/choice`;
	// It was chosen for the text that is kept, and goes with it.
	if (text === '') removeText('session', choiceKey);
	let choice: Choice = readJson('session', choiceKey, Choice) ?? {};
	const change = (next: string) => {
		text = next;
		for (const listener of listeners) listener();
	};
	return {
		get: () => text,
		set(next: string) {
			writeText('session', key, next);
			change(next);
		},
		/** Forgets the text: it was asked. */
		clear() {
			removeText('session', key);
			change('');
		},
		/** Whom and what the question is to be asked of, where that was chosen. */
		get choice() {
			return choice;
		},
		choose(next: Choice) {
			choice = { ...choice, ...next };
			writeText('session', choiceKey, JSON.stringify(choice));
		},
		/** @returns unsubscribe */
		subscribe(onChange: () => void): () => void {
			listeners.add(onChange);
			return () => listeners.delete(onChange);
		},
	};
}

/** Where the text of a question is kept. @param conversation null for a new one */
export const questionKey = ({ service, user }: Scope, conversation: string | null): string =>
	`dataset-console/question/${service}/${user}/${conversation ?? 'new'}`;

/** Writes a question for whoever opens a new conversation next, below what was written and not asked. */
export function draftQuestion(scope: Scope, text: string): void {
	const key = questionKey(scope, null);
	const before = readText('session', key)?.trim() ?? '';
	writeText('session', key, before === '' ? text : `${before}\n${text}`);
}
