import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconRestore, IconSchema } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { startScratchRun } from '#contract/build-run.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Notice } from '../../ui/states.tsx';
import { emptyText, readDefinition } from '../build-specs/model.ts';
import { keepNewDraft } from '../build-specs/mutations.ts';
import { startScratchMutation } from '../runs/mutations.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../session/queries.ts';
import { sourcesIn } from './sources-in.ts';

interface QueryActionsProps {
	readonly agent: string;
	readonly query: string;
	/** The query as it was changed here; null where it was not. */
	readonly edited: string | null;
	readonly onEdit: (text: string | null) => void;
	/** What stands between: the editor, which runs what is in it too. */
	readonly children: (run: () => void) => ReactNode;
}

const noSpace = 'This browser has no space left for a draft. Copy the query, and begin a BuildSpec with it.';

/** What can be done with a query of an answer. */
export function QueryActions({ agent, query, edited, onEdit, children }: QueryActionsProps) {
	const { data: description = null } = useQuery(descriptionQuery);
	const scope = useScope();
	const navigate = useNavigate();
	const away = useReachable() === false;
	const [problem, setProblem] = useState<string | null>(null);
	const preview = useMutation(startScratchMutation());
	if (!offers(description, createBuildSpec)) return children(() => {});
	const payload = edited ?? query;
	const text = { ...emptyText, payload, sources: sourcesIn(payload) };

	/** @param run its preview, where one was started */
	const open = (run: string | null) => {
		const from = keepNewDraft(scope, text);
		if (from === null) setProblem(noSpace);
		else void navigate(paths.newBuildSpec(from, run));
	};
	const run = () => {
		if (preview.isPending || away) return;
		const { definition, problems } = readDefinition(text, scope.user);
		setProblem(problems === null ? null : Object.values(problems).join(' '));
		if (definition === null) return;
		preview.mutate({ definition, before: null, at: Date.now() }, { onSuccess: ({ id }) => open(id) });
	};
	return (
		<>
			{children(run)}
			<Inline gap={1} align="stretch" pt={1}>
				{edited !== null && (
					<Button
						size="compact-xs"
						leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
						aria-disabled={preview.isPending || away}
						title={away ? 'The service does not answer; previews wait until it is back.' : 'Ctrl Enter'}
						onClick={run}
					>
						Preview as BuildSpec
					</Button>
				)}
				{offers(description, startScratchRun) && (
					<Button
						variant="subtle"
						size="compact-xs"
						leftSection={
							edited === null ? (
								<IconPencil size={14} aria-hidden="true" />
							) : (
								<IconRestore size={14} aria-hidden="true" />
							)
						}
						aria-label={
							edited === null ? `Edit the query, from ${agent}` : `Discard my changes to the query of ${agent}`
						}
						onClick={() => {
							setProblem(null);
							preview.reset();
							onEdit(edited === null ? query : null);
						}}
					>
						{edited === null ? 'Edit query' : 'Discard changes'}
					</Button>
				)}
				<Button
					variant="subtle"
					size="compact-xs"
					leftSection={<IconSchema size={14} aria-hidden="true" />}
					aria-label={`Open the query as a BuildSpec, from ${agent}`}
					onClick={() => open(null)}
				>
					Open as BuildSpec
				</Button>
			</Inline>
			{problem !== null && (
				<Notice tone="error" title="The query cannot be run as it is">
					{problem}
				</Notice>
			)}
			{preview.isError && <ErrorPanel title="The preview was not started" error={errorFacts(preview.error)} />}
		</>
	);
}
