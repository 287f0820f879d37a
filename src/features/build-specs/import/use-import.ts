import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import { formatCount } from '../../../lib/format.ts';
import { buildSpecKeys } from '../queries.ts';
import { type ImportChoice, type ImportItem, planImport } from './import-plan.ts';
import { type ImportResult, writeImport } from './import-write.ts';
import type { ReadFile } from './spec-import-files.ts';

export function useImport(files: readonly ReadFile[], specs: readonly BuildSpec[], canCreate: boolean) {
	const queryClient = useQueryClient();
	const [choices, setChoices] = useState<ReadonlyMap<string, ImportChoice>>(new Map());
	const [results, setResults] = useState<ReadonlyMap<string, ImportResult>>(new Map());
	const [stopped, setStopped] = useState<string | null>(null);
	const [running, setRunning] = useState(false);
	const [statusMessage, setStatusMessage] = useState<string | null>(null);
	const leaving = useRef<AbortController>(null);
	useEffect(() => () => leaving.current?.abort(), []);

	// What is compared stays as it was looked at while it is written.
	const [compared, setCompared] = useState(specs);
	const known = running ? compared : specs;
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
		.map((kind) => `${kind} ${formatCount(countOf(kind))}`)
		.join(', ');

	const run = async () => {
		if (running) return;
		const controller = new AbortController();
		leaving.current = controller;
		setCompared(specs);
		setRunning(true);
		setStopped(null);
		setStatusMessage(null);
		let done = 0;
		const note = (result: ImportResult) => {
			if (result.state === 'done') done += 1;
			setResults((before) => new Map(before).set(result.path, result));
		};
		try {
			setStopped(await writeImport(chosen, specs, note, controller.signal));
		} finally {
			await queryClient.invalidateQueries({ queryKey: buildSpecKeys.all });
			setRunning(false);
			setStatusMessage(`${formatCount(done)} of ${formatCount(chosen.length)} imported.`);
		}
	};

	return {
		items,
		chosen,
		choiceOf,
		choose: (item: ImportItem, choice: ImportChoice) => setChoices((before) => new Map(before).set(item.path, choice)),
		results,
		stopped,
		running,
		statusMessage,
		label: verbs === '' ? 'Import' : `Import: ${verbs}`,
		counts:
			chosen.length === 0 && items.every((item) => item.kind === 'same')
				? 'Everything in these files is there already, as it is.'
				: `${formatCount(items.length - chosen.length)} left as they are`,
		run,
		stop: () => leaving.current?.abort(),
		forget: () => {
			setChoices(new Map());
			setResults(new Map());
			setStopped(null);
			setStatusMessage(null);
		},
		compareAgain: () => {
			setStopped(null);
			setResults((before) => new Map([...before].filter(([, result]) => result.state === 'done')));
			void queryClient.invalidateQueries({ queryKey: buildSpecKeys.all });
		},
	};
}
