import { useState } from 'react';
import * as z from 'zod/mini';
import { readPreference, writePreference } from '../../storage/preferences.ts';
import type { Scope } from '../session/model.ts';

const Kept = z.object({ text: z.string(), agent: z.string() });
/** Earlier versions stored only the text. */
const Questions = z.array(z.union([Kept, z.string()]));

export function useKeptQuestions({ service, user }: Scope, namespace: string) {
	const key = `agents/questions/${service}/${user}/${namespace}`;
	const [, draw] = useState(0);
	const stored = readPreference(key, Questions) ?? [];
	const questions = stored.map((kept) => (typeof kept === 'string' ? { text: kept, agent: undefined } : kept));
	return {
		questions,
		/** Saves a question, or removes it if it's saved. */
		toggle(text: string, agent: string) {
			const rest = stored.filter((_, index) => questions[index]?.text !== text);
			writePreference(key, rest.length < stored.length ? rest : [{ text, agent }, ...stored]);
			draw((count) => count + 1);
		},
	};
}
