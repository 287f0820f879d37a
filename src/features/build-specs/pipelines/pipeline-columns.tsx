import type { Definition } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { ColumnLineagePanel } from '../column-lineage-panel.tsx';
import { usePipelineCheck } from './use-pipeline-check.ts';

interface PipelineColumnsProps {
	readonly definition: Definition;
	/** The latest preview; null before the first. */
	readonly runId: string | null;
}

export function PipelineColumns({ definition, runId }: PipelineColumnsProps) {
	const { check } = usePipelineCheck(definition, runId);
	if (check.isPending) return <LoadingRows rows={6} />;
	if (check.isError) return <QueryErrorPanel title="Couldn’t load the pipeline" query={check} />;
	const { outputs } = check.data;
	if (outputs.length === 0) {
		return (
			<Muted component="p" measure>
				The source of each column appears here once the pipeline is valid.
			</Muted>
		);
	}
	return (
		<Stack gap={4}>
			{outputs.map(({ name, kind, target, lineage }) => (
				<Stack key={`${kind} ${name}`} component="section" gap={1} aria-label={`Columns of ${name}`}>
					<Text
						component="h3"
						weight="strong"
						mono
						breaks
						title={target === undefined ? name : formatCoordinate(target)}
					>
						{name}
					</Text>
					{kind === 'discovered' && <Muted size="small">A step’s result (previews only)</Muted>}
					{lineage == null ? (
						<Muted component="p" measure>
							Once this output’s steps are valid, the source of each column appears here if the SQL engine can determine
							it.
						</Muted>
					) : (
						<ColumnLineagePanel lineage={lineage} label={`Column lineage of ${name}`} />
					)}
				</Stack>
			))}
		</Stack>
	);
}
