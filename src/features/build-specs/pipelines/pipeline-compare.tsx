import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Definition } from '#contract/build-spec.ts';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { ChangeList } from './change-list.tsx';
import { comparePipelines } from './compare-model.ts';
import { FileDiff } from './file-diff.tsx';
import { type PipelinePayload, writePayload } from './payload.ts';
import classes from './pipeline.module.css';
import { repositoryQuery } from './queries.ts';
import { RefPicker } from './ref-picker.tsx';
import { usePipelineCheck } from './use-pipeline-check.ts';

interface PipelineCompareProps {
	readonly definition: Definition;
	readonly named: PipelinePayload;
	/** The pipeline at the payload's commit. */
	readonly after: PipelineCheck;
	readonly runId: string | null;
}

export function PipelineCompare({ definition, named, after, runId }: PipelineCompareProps) {
	const { repository, ref } = named;
	const choices = useQuery(repositoryQuery(repository, ref));
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const before = choices.data?.commits[1]?.id;
	const against = params.get('against') ?? before ?? null;
	return (
		<Stack fill>
			<Inline gap={[0, 2]} px={3} py={1} ruled="below">
				<span>Changes since</span>
				<RefPicker
					repository={repository}
					chosen={against ?? ''}
					of={ref}
					label="Compare with commit"
					onRef={(next) => edit((address) => address.set('against', next))}
				/>
			</Inline>
			{against !== null ? (
				<Changes key={against} definition={definition} named={named} after={after} runId={runId} against={against} />
			) : choices.isPending ? (
				<LoadingRows rows={4} />
			) : (
				<Box px={5}>
					<QueryErrorPanel title="Couldn’t load commits" query={choices} />
					{choices.isSuccess && (
						<EmptyState title="No earlier commit">Choose a branch, tag or commit above to compare with.</EmptyState>
					)}
				</Box>
			)}
		</Stack>
	);
}

function Changes({ definition, named, after, runId, against }: PipelineCompareProps & { readonly against: string }) {
	const earlier = useMemo(
		() => ({ ...definition, code: { payload: writePayload(definition.code.payload, { ...named, ref: against }) } }),
		[definition, named, against],
	);
	const { check } = usePipelineCheck(earlier, runId);
	const before = check.data;
	const changes = useMemo(() => (before === undefined ? null : comparePipelines(before, after)), [before, after]);
	const [picked, setPicked] = useState<string | null>(null);
	if (before === undefined || changes === null) {
		return (
			<Box px={5}>
				{check.isPending && <LoadingRows rows={4} />}
				<QueryErrorPanel title="Couldn’t load the commit to compare with" query={check} />
			</Box>
		);
	}
	const problem = before.diagnostics.find(({ file, severity }) => file === undefined && severity === 'error');
	if (before.commit === null || after.commit === null) {
		return (
			<Box px={5}>
				<EmptyState title="No commit to compare">{problem?.message}</EmptyState>
			</Box>
		);
	}
	const { files, steps, outputs } = changes;
	const isPart = before.truncated || after.truncated;
	const partly = `Only the first ${formatCount(Math.max(before.entries.length, after.entries.length))} files in each commit are compared.`;
	if (files.length === 0) {
		return (
			<Muted component="p" spaced px={5}>
				{isPart ? `No differences found. ${partly}` : 'Both commits contain the same files.'}
			</Muted>
		);
	}
	const shown = files.find(({ name }) => name === picked) ?? files[0];
	return (
		<div className={classes.compare}>
			<Stack gap={2} px={3} py={2} scroll component="section" aria-label="Changes">
				{isPart && <Muted>{partly}</Muted>}
				<ChangeList title="Files" changes={files} shown={shown?.name ?? null} onPick={setPicked} />
				<ChangeList title="Steps" changes={steps} />
				<ChangeList title="Outputs" changes={outputs} />
				{problem !== undefined && <Text tone="warning">{problem.message}</Text>}
			</Stack>
			{shown !== undefined && (
				<FileDiff key={shown.name} repository={named.repository} path={shown.name} before={before} after={after} />
			)}
		</div>
	);
}
