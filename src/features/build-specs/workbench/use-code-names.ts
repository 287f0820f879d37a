import { useEffect, useState } from 'react';
import type { EditorMarker } from '../../../ui/editor/types.ts';
import type { CodeNames, compareNames } from '../code-names.ts';

/** Delay between the last change and the comparison, in ms, as a long text takes a while. */
const pause = 300;

/** `payload` is the compared code. */
type ReadNames = CodeNames & { readonly payload: string };

const inStep: CodeNames = { missing: [], unused: [] };

/** Compares code and sources shortly after the last change. */
export function useCodeNames(
	isSql: boolean,
	...[payload, sources, known, me, guessed]: Parameters<typeof compareNames>
): ReadNames {
	const [names, setNames] = useState<ReadNames>({ ...inStep, payload: '' });
	useEffect(() => {
		let current = true;
		const compare = async () => {
			const found = isSql
				? (await import('../code-names.ts')).compareNames(payload, sources, known, me, guessed)
				: inStep;
			if (current) setNames({ ...found, payload });
		};
		// The chunk may be gone after a deployment; the code runs without the comparison.
		const timer = setTimeout(() => void compare().catch(() => {}), pause);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [isSql, payload, sources, known, me, guessed]);
	return names;
}

/** Offers to add a source at the name that reads it: on the check's marker there, or on a new one. */
export function withMissing(
	markers: readonly EditorMarker[],
	names: ReadNames,
	add: (coordinates: readonly string[]) => void,
): readonly EditorMarker[] {
	const joined = [...markers];
	for (const { name, start, end, candidates } of names.missing) {
		const before = names.payload.slice(0, start);
		const line = before.split('\n').length;
		const column = start - before.lastIndexOf('\n');
		const fixes = candidates.map((candidate) => ({
			title: `Add ${candidate} to sources`,
			act: () => add([candidate]),
		}));
		const at = joined.findIndex(
			(marker) => marker.severity === 'error' && marker.line === line && marker.column === column,
		);
		const existing = joined[at];
		if (existing !== undefined) joined[at] = { ...existing, fixes: [...fixes, ...(existing.fixes ?? [])] };
		else {
			const position = { line, column, endLine: line, endColumn: column + end - start };
			joined.push({ severity: 'warning', message: `${name} isn’t a source.`, ...position, fixes });
		}
	}
	return joined;
}
