import { readText, removeText, writeText } from '../../storage/web-storage.ts';

/** What is written of a question. It is apart from all else, so that a key draws nothing but what shows it. */
export interface QuestionText {
	get(): string;
	set(text: string): void;
	/** Forgets the text: it was asked. */
	clear(): void;
	/** @returns unsubscribe */
	subscribe(onChange: () => void): () => void;
}

/** @param key under which it is kept for as long as the tab is open */
export function keepQuestionText(key: string): QuestionText {
	const listeners = new Set<() => void>();
	let text = readText('session', key) ?? '';
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
		subscribe(onChange) {
			listeners.add(onChange);
			return () => listeners.delete(onChange);
		},
	};
}
