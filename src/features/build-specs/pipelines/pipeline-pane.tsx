import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Definition } from '#contract/build-spec.ts';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { SqlKnowledge } from '../../../ui/editor/sql/knowledge.ts';
import { type Viewing, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { errorsIn } from './check-model.ts';
import { missingSources } from './missing-sources.ts';
import { readPayload, writePayload } from './payload.ts';
import classes from './pipeline.module.css';
import { PipelineCompare } from './pipeline-compare.tsx';
import { PipelineFiles } from './pipeline-files.tsx';
import { PipelineFoot } from './pipeline-foot.tsx';
import { PipelineOutputs } from './pipeline-outputs.tsx';
import { PipelineSteps } from './pipeline-steps.tsx';
import { type CodeLocation, type PipelineView, pipelineLabels } from './pipeline-views.ts';
import { repositoryKey } from './queries.ts';
import { RefPicker } from './ref-picker.tsx';
import { usePipelineCheck } from './use-pipeline-check.ts';

interface PipelinePaneProps {
	readonly definition: Definition;
	/** The latest preview; null before the first. */
	readonly runId: string | null;
	readonly viewing: Viewing<PipelineView>;
	readonly onPayload: (payload: string) => void;
	/** Data for completing and checking SQL files. */
	readonly knowledge: SqlKnowledge;
	/** The sources as written, and known datasets to choose from. */
	readonly sources: readonly string[];
	readonly known: readonly string[];
	readonly me: string;
	/** Called before known datasets are needed. */
	readonly onWantKnown: () => void;
	readonly onAddSources: (sources: readonly string[]) => void;
	readonly location: CodeLocation | null;
	readonly onLocation: (location: CodeLocation) => void;
	/** Null if the service has no previews. */
	readonly onPreview: ((upTo?: string) => void) | null;
	readonly onSave: () => void;
	readonly foot: ReactNode;
}

/** Shows a GitPipeline's content in place of its payload. In the payload view, only the bar above it. */
export function PipelinePane(props: PipelinePaneProps) {
	const { definition, runId, viewing, onPayload, location, onLocation, onPreview, foot } = props;
	const { payload } = definition.code;
	const named = useMemo(() => readPayload(payload), [payload]);
	const { check, isStale } = usePipelineCheck(definition, runId);
	const { sources, known, me, onWantKnown } = props;
	const isInvalid = check.data !== undefined && errorsIn(check.data.diagnostics).length > 0;
	useEffect(() => {
		if (isInvalid) onWantKnown();
	}, [isInvalid, onWantKnown]);
	const missing = useMemo(
		() => (isInvalid ? missingSources(check.data, { sources, known, me }) : []),
		[isInvalid, check.data, sources, known, me],
	);
	const queryClient = useQueryClient();
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const file = params.get('file') ?? named?.manifest ?? '';
	const pickFile = (path: string) => edit((address) => address.set('file', path));
	const openFile = (path: string) => {
		pickFile(path);
		viewing.show('files');
	};
	const openStep = (name: string) => {
		edit((address) => address.set('step', name));
		viewing.show('steps');
	};
	const changeRepository = () => edit((address) => address.set('form', 'repository'));
	const bar = (
		<Inline gap={[0, 3]} nowrap ruled="below" className={classes.bar}>
			<ViewTabs viewing={viewing} labels={pipelineLabels} label="Pipeline views" />
			{named === null ? (
				<TextButton push onClick={changeRepository}>
					Choose repository
				</TextButton>
			) : (
				<Inline gap={[0, 2]} nowrap fill justify="end" className={classes.chosen}>
					<TextButton mono clip title="Change repository or manifest" onClick={changeRepository}>
						{named.repository}
					</TextButton>
					<RefPicker
						repository={named.repository}
						chosen={named.ref}
						onRef={(ref) => onPayload(writePayload(payload, { ...named, ref }))}
					/>
				</Inline>
			)}
			<IconButton
				label="Reload repository"
				icon={IconRefresh}
				onClick={() => void queryClient.invalidateQueries({ queryKey: repositoryKey })}
			/>
		</Inline>
	);
	const body = (data: PipelineCheck) => {
		switch (viewing.view) {
			case 'steps':
				return <PipelineSteps check={data} runId={runId} onPreview={onPreview} onFile={openFile} />;
			case 'compare':
				return named !== null && <PipelineCompare definition={definition} named={named} after={data} runId={runId} />;
			case 'outputs':
				return <PipelineOutputs check={data} destination={definition.destination ?? null} onStep={openStep} />;
			default:
				return (
					<PipelineFiles
						check={data}
						repository={named?.repository ?? ''}
						manifest={named?.manifest ?? ''}
						path={file}
						knowledge={props.knowledge}
						location={location?.file === file ? location : null}
						onPick={pickFile}
						onPreview={onPreview && (() => onPreview())}
						onSave={props.onSave}
					/>
				);
		}
	};
	if (viewing.view === 'payload') return bar;
	return (
		<>
			{bar}
			<ViewPanel viewing={viewing}>
				{check.isPending && (
					<Box px={5}>
						<LoadingRows rows={6} />
					</Box>
				)}
				<QueryErrorPanel title="Couldn’t load the pipeline" query={check} />
				{check.data !== undefined && body(check.data)}
			</ViewPanel>
			<PipelineFoot
				check={check.data ?? null}
				isStale={isStale}
				missing={missing}
				onAddSources={props.onAddSources}
				onGo={({ file, line, column }) => onLocation({ file, line, column })}
				foot={foot}
			/>
		</>
	);
}
