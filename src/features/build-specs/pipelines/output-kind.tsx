import type { PipelineOutput } from '#contract/pipeline.ts';
import { Muted } from '../../../ui/primitives/text.tsx';

const descriptions = {
	declared: 'The manifest names this output and its dataset.',
	computed: 'There is one such output for each row of its step.',
	discovered: 'No declared output publishes this step, so previews show it and builds don’t write it.',
} as const;

export const OutputKind = ({ kind }: Pick<PipelineOutput, 'kind'>) => (
	<Muted boxed px={1} title={descriptions[kind]}>
		{kind}
	</Muted>
);
