import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { emptyText } from '../../build-specs/model.ts';
import { keepNewDraft, keepWorksheet } from '../../build-specs/mutations.ts';
import { useScope } from '../../session/queries.ts';
import { sourcesIn } from './sources-in.ts';

export const textOfQuery = (payload: string): typeof emptyText => ({
	...emptyText,
	payload,
	sources: sourcesIn(payload),
});

/** Opens an answer's query in a worksheet or BuildSpec. */
export function useOpenQuery() {
	const scope = useScope();
	const navigate = useNavigate();
	const [problem, setProblem] = useState<string | null>(null);
	const open = (kept: string | null, to: (name: string) => string) => {
		if (kept === null) setProblem('This browser couldn’t store a draft. Copy the query instead.');
		else void navigate(to(kept));
	};
	return {
		/** Why it wasn't opened. */
		problem,
		setProblem,
		asWorksheet: (query: string) => open(keepWorksheet(scope, textOfQuery(query)), paths.worksheet),
		/** @param run its preview, if one was started */
		asBuildSpec: (query: string, run: string | null = null) =>
			open(keepNewDraft(scope, textOfQuery(query)), (from) => paths.newBuildSpec(from, run)),
	};
}
