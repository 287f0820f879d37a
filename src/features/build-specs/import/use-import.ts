import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { formatCount } from '../../../lib/format.ts';
import { buildSpecKeys } from '../queries.ts';
import { type ImportChoice, type ImportItem, planImport } from './import-plan.ts';
import { type ImportResult, writeImport } from './import-write.ts';
import type { ReadFile } from './spec-import-files.ts';

interface ImportInput {
	readonly specs: readonly BuildSpec[];
	readonly chosen: Parameters<typeof writeImport>[0];
}

export function useImport(files: readonly ReadFile[], specs: readonly BuildSpec[], canCreate: boolean) {
	const queryClient = useQueryClient();
	const [choices, setChoices] = useState<ReadonlyMap<string, ImportChoice>>(new Map());
	const [results, setResults] = useState<ReadonlyMap<string, ImportResult>>(new Map());
	const leaving = useRef<AbortController>(null);
	useEffect(() => () => leaving.current?.abort(), []);

	const writing = useSingleMutation({
		mutationFn: async ({ specs, chosen }: ImportInput) => {
			const controller = new AbortController();
			leaving.current = controller;
			let done = 0;
			const note = (result: ImportResult) => {
				if (result.state === 'done') done += 1;
				setResults((before) => new Map(before).set(result.path, result));
			};
			const stopped = await writeImport(chosen, specs, note, controller.signal);
			return { stopped, message: `${formatCount(done)} of ${formatCount(chosen.length)} imported.` };
		},
		meta: { invalidates: [buildSpecKeys.all] },
	});
	const running = writing.isPending;
	// The reviewed comparison doesn't change during the import.
	const known = running ? writing.variables.specs : specs;
	const items = useMemo(() => planImport(files, known, canCreate), [files, known, canCreate]);
	const isDone = (item: ImportItem) => results.get(item.path)?.state === 'done';
	const choiceOf = (item: ImportItem): ImportChoice => {
		const wanted = choices.get(item.path);
		if (isDone(item)) return 'leave';
		return item.choices.find((choice) => choice === wanted) ?? item.choices[0] ?? 'leave';
	};
	const chosen = items.map((item) => ({ item, choice: choiceOf(item) })).filter(({ choice }) => choice !== 'leave');
	const countOf = (kind: ImportChoice) => chosen.filter(({ choice }) => choice === kind).length;
	const verbs = (['create', 'change'] as const)
		.filter((kind) => countOf(kind) > 0)
		.map((kind) => `${kind === 'change' ? 'update' : kind} ${formatCount(countOf(kind))}`)
		.join(', ');

	return {
		items,
		chosen,
		choiceOf,
		choose: (item: ImportItem, choice: ImportChoice) => setChoices((before) => new Map(before).set(item.path, choice)),
		results,
		stopped: writing.data?.stopped ?? null,
		running,
		statusMessage: writing.data?.message ?? '',
		label: verbs === '' ? 'Import' : `Import: ${verbs}`,
		counts:
			chosen.length === 0 && items.every((item) => item.kind === 'same')
				? 'Nothing to import. All files match the existing BuildSpecs.'
				: `${formatCount(items.filter((item) => choiceOf(item) === 'leave' && !isDone(item)).length)} skipped`,
		run: () => writing.mutate({ specs, chosen }),
		stop: () => leaving.current?.abort(),
		forget: () => {
			setChoices(new Map());
			setResults(new Map());
			writing.reset();
		},
		compareAgain: () => {
			writing.reset();
			setResults((before) => new Map([...before].filter(([, result]) => result.state === 'done')));
			void queryClient.invalidateQueries({ queryKey: buildSpecKeys.all });
		},
	};
}
