/** What a page loads of this folder, as one file. */
export { PipelineForm } from './pipeline-form.tsx';
export { PipelinePane } from './pipeline-pane.tsx';
