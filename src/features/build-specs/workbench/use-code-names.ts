import { useEffect, useState } from 'react';
import type { EditorMarker } from '../../../ui/editor/types.ts';
import type { CodeNames, compareNames } from '../code-names.ts';

/** From the last change to the comparison, ms: a long text takes some to read. */
const pause = 300;

/** `payload` is the code that was compared. */
type ReadNames = CodeNames & { readonly payload: string };

const inStep: CodeNames = { missing: [], unused: [] };

/** How code and sources stand to each other, a moment after the last change. */
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
		// The module may belong to a deployment that is gone: the code runs without being compared.
		const timer = setTimeout(() => void compare().catch(() => {}), pause);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [isSql, payload, sources, known, me, guessed]);
	return names;
}

/** Offers to add a source where its name is read: at the check's own marker there, else at one of its own. */
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
