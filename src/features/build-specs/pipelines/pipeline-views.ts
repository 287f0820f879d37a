import type { EditorLocation } from '../../../ui/editor/types.ts';

export const pipelineLabels = {
	steps: 'Steps',
	files: 'Files',
	outputs: 'Outputs',
	compare: 'Compare',
	payload: 'Payload',
} as const;
export type PipelineView = keyof typeof pipelineLabels;
export const pipelineViews = Object.keys(pipelineLabels) as readonly PipelineView[];

/** A position in the code, or in a repository file the code names. */
export interface CodeLocation extends EditorLocation {
	readonly file?: string | undefined;
}
