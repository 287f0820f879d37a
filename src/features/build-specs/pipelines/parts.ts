/** Loaded by a page as one chunk. */
export { PipelineForm } from './pipeline-form.tsx';
export { PipelinePane } from './pipeline-pane.tsx';
