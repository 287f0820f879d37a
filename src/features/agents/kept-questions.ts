import { useState } from 'react';
import * as z from 'zod/mini';
import { readPreference, writePreference } from '../../storage/preferences.ts';
import type { Scope } from '../session/model.ts';

const Questions = z.array(z.string());

interface KeptQuestions {
	readonly questions: readonly string[];
	/** Keeps a question, or forgets it where it is kept. */
	toggle(question: string): void;
}

/** Good questions of a namespace, kept in this browser to be asked again. */
export function useKeptQuestions({ service, user }: Scope, namespace: string): KeptQuestions {
	const key = `agents/questions/${service}/${user}/${namespace}`;
	const [, draw] = useState(0);
	const questions = readPreference(key, Questions) ?? [];
	return {
		questions,
		toggle(question) {
			const rest = questions.filter((it) => it !== question);
			writePreference(key, rest.length < questions.length ? rest : [question, ...questions]);
			draw((it) => it + 1);
		},
	};
}
