import { useState } from 'react';
import * as z from 'zod/mini';
import { readPreference, writePreference } from '../../storage/preferences.ts';
import type { Scope } from '../session/model.ts';

const Kept = z.object({ text: z.string(), agent: z.string() });
/** Earlier versions kept the text alone. */
const Questions = z.array(z.union([Kept, z.string()]));

/** Good questions of a namespace, kept in this browser to be asked again. */
export function useKeptQuestions({ service, user }: Scope, namespace: string) {
	const key = `agents/questions/${service}/${user}/${namespace}`;
	const [, draw] = useState(0);
	const stored = readPreference(key, Questions) ?? [];
	const questions = stored.map((kept) => (typeof kept === 'string' ? { text: kept, agent: undefined } : kept));
	return {
		questions,
		/** Keeps a question, or forgets it where it is kept. */
		toggle(text: string, agent: string) {
			const rest = stored.filter((_, index) => questions[index]?.text !== text);
			writePreference(key, rest.length < stored.length ? rest : [{ text, agent }, ...stored]);
			draw((count) => count + 1);
		},
	};
}
