import * as z from 'zod/mini';
import { readText, removeText, writeText } from '../../storage/web-storage.ts';

const Choice = z.object({ agents: z.optional(z.array(z.string())), namespace: z.optional(z.string()) });
type Choice = z.infer<typeof Choice>;

/** What is written of a question. It is apart from all else, so that a key draws nothing but what shows it. */
export interface QuestionText {
	get(): string;
	set(text: string): void;
	/** Forgets the text: it was asked. */
	clear(): void;
	/** Whom and what the question is to be asked of, where that was chosen. */
	readonly choice: Choice;
	choose(choice: Choice): void;
	/** @returns unsubscribe */
	subscribe(onChange: () => void): () => void;
}

/** @param key under which it is kept for as long as the tab is open */
export function keepQuestionText(key: string): QuestionText {
	const listeners = new Set<() => void>();
	let text = readText('session', key) ?? '';
	const choiceKey = `${key}/choice`;
	// It was chosen for the text that is kept, and goes with it.
	if (text === '') removeText('session', choiceKey);
	let choice = readChoice(choiceKey);
	const become = (next: string) => {
		text = next;
		for (const listener of listeners) listener();
	};
	return {
		get: () => text,
		set(next) {
			writeText('session', key, next);
			become(next);
		},
		clear() {
			removeText('session', key);
			become('');
		},
		get choice() {
			return choice;
		},
		choose(next) {
			choice = { ...choice, ...next };
			writeText('session', choiceKey, JSON.stringify(choice));
		},
		subscribe(onChange) {
			listeners.add(onChange);
			return () => listeners.delete(onChange);
		},
	};
}

function readChoice(key: string): Choice {
	try {
		return Choice.parse(JSON.parse(readText('session', key) ?? '{}'));
	} catch {
		return {};
	}
}
