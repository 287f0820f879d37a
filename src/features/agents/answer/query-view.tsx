import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconRestore, IconSchema } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { startScratchRun } from '#contract/build-run.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { keyName } from '../../../lib/browser/keys.ts';
import { notResponding } from '../../../lib/messages.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { readDefinition } from '../../build-specs/model.ts';
import { startScratchMutation } from '../../runs/mutations.ts';
import { useSessionStore } from '../../session/model.ts';
import { useOffers, useReachable, useScope } from '../../session/queries.ts';
import { textOfQuery, useOpenQuery } from './use-open-query.ts';

const editor = lazyPart(() => import('../../../ui/editor/code-editor.tsx'), 'CodeEditor');
/** Line height, and padding above and below, px. */
const [lineHeight, padding] = [20, 24];
/** Lines visible without scrolling. */
const [minLines, maxLines] = [5, 20];
const beginning = { line: 1, column: 1 };

interface QueryViewProps {
	readonly agent: string;
	readonly query: string;
	/** Title: "Query for step 2". */
	readonly label: string;
}

/** A query of an answer, which can be edited in place and previewed as a new BuildSpec. */
export function QueryView(props: QueryViewProps) {
	// A recorded conversation is shown without a service and a session.
	const signedIn = useSessionStore(({ session }) => session !== null);
	return signedIn ? <EditableQuery {...props} /> : <QueryText {...props} />;
}

const QueryText = ({ query, label }: QueryViewProps) => (
	<CodeText text={visibleText(query)} language="sql" label={label} />
);

function EditableQuery(props: QueryViewProps) {
	const { agent, query, label } = props;
	/** The edited query; null if unchanged. */
	const [edited, setEdited] = useState<string | null>(null);
	/** New for each edit, since an editor goes to each location once. */
	const [place, setPlace] = useState(beginning);
	const canCreate = useOffers(createBuildSpec);
	const canPreview = useOffers(startScratchRun);
	const scope = useScope();
	const isUnavailable = useReachable() === false;
	const { asBuildSpec, problem, setProblem } = useOpenQuery();
	const preview = useMutation(startScratchMutation());
	if (!canCreate) return <QueryText {...props} />;
	const payload = edited ?? query;
	const run = () => {
		if (preview.isPending || isUnavailable) return;
		const { definition, problems } = readDefinition(textOfQuery(payload), scope.user);
		setProblem(definition === null ? Object.values(problems).join(' ') : null);
		if (definition === null) return;
		preview.mutate({ definition, before: null, at: Date.now() }, { onSuccess: ({ id }) => asBuildSpec(payload, id) });
	};
	// Based on the original query, so nothing moves while typing.
	const lines = Math.min(maxLines, Math.max(minLines, query.split('\n').length + 1));
	const height = lines * lineHeight + padding;
	const ToggleIcon = edited === null ? IconPencil : IconRestore;
	return (
		<div>
			{edited === null ? (
				<QueryText {...props} />
			) : (
				<Box boxed style={{ height, overflow: 'hidden', borderColor: 'var(--accent)' }}>
					<LazyPart
						part={editor}
						props={{
							value: edited,
							onChange: setEdited,
							language: 'sql',
							ariaLabel: `${label}, edited`,
							onSubmit: run,
							revealAt: place,
						}}
						onMissing={() => setEdited(null)}
					/>
				</Box>
			)}
			<Inline gap={1} align="stretch" pt={1}>
				{edited !== null && (
					<Button
						size="compact-xs"
						leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
						aria-disabled={preview.isPending || isUnavailable}
						title={isUnavailable ? notResponding('preview') : keyName('Enter')}
						onClick={run}
					>
						Preview as BuildSpec
					</Button>
				)}
				{canPreview && (
					<Button
						variant="subtle"
						size="compact-xs"
						leftSection={<ToggleIcon size={14} aria-hidden="true" />}
						aria-label={
							edited === null
								? `Edit query from ${visibleText(agent)}`
								: `Discard changes to ${visibleText(agent)}’s query`
						}
						onClick={() => {
							setProblem(null);
							preview.reset();
							setEdited(edited === null ? query : null);
							setPlace({ ...beginning });
						}}
					>
						{edited === null ? 'Edit query' : 'Discard changes'}
					</Button>
				)}
				<Button
					variant="subtle"
					size="compact-xs"
					leftSection={<IconSchema size={14} aria-hidden="true" />}
					aria-label={`Open as BuildSpec: query from ${visibleText(agent)}`}
					onClick={() => asBuildSpec(payload)}
				>
					Open as BuildSpec
				</Button>
			</Inline>
			{problem !== null && (
				<Notice tone="error" title="Can’t run this query">
					{problem}
				</Notice>
			)}
			{preview.isError && <ErrorPanel title="Couldn’t start the preview" error={errorFacts(preview.error)} />}
		</div>
	);
}
