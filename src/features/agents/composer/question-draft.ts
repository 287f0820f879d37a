import * as z from 'zod/mini';
import { readJson, readText, removeText, writeText } from '../../../storage/web-storage.ts';
import type { Scope } from '../../session/model.ts';

const Choice = z.object({ agents: z.optional(z.array(z.string())), namespace: z.optional(z.string()) });
type Choice = z.infer<typeof Choice>;

/** The typed question, in its own store, so a key rerenders only what shows it. */
export type QuestionText = ReturnType<typeof keepQuestionText>;

/** @param key for storing it while the tab is open */
export function keepQuestionText(key: string) {
	const listeners = new Set<() => void>();
	let text = readText('session', key) ?? '';
	const choiceKey = `${key}/choice`;
	// The choice belongs to the stored text and is removed with it.
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
		clear() {
			removeText('session', key);
			change('');
		},
		/** The chosen agents and namespace, if any. */
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

/** Storage key of a question. @param conversation null for a new one */
export const questionKey = ({ service, user }: Scope, conversation: string | null): string =>
	`dataset-console/question/${service}/${user}/${conversation ?? 'new'}`;

/** Adds a question to the draft of the next new conversation. */
export function draftQuestion(scope: Scope, text: string): void {
	const key = questionKey(scope, null);
	const before = readText('session', key)?.trim() ?? '';
	writeText('session', key, before === '' ? text : `${before}\n${text}`);
}
