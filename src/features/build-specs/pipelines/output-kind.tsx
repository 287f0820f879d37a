import type { PipelineOutput } from '#contract/pipeline.ts';
import { outputKindTexts } from '../../../lib/output-kinds.ts';
import { Muted } from '../../../ui/primitives/text.tsx';

const descriptions = {
	...outputKindTexts,
	discovered: 'The manifest declares no output for this step. Previews show its result, but builds don’t write it.',
} as const;

export const OutputKind = ({ kind }: Pick<PipelineOutput, 'kind'>) => (
	<Muted boxed px={1} title={descriptions[kind]}>
		{kind}
	</Muted>
);
