import type { PipelineCheck } from '#contract/pipeline.ts';
import { DiffEditor } from '../../../ui/editor/diff-editor.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { languageOf } from './file-tree.ts';
import classes from './pipeline.module.css';
import { useFileText } from './use-file-text.ts';

interface FileDiffProps {
	readonly repository: string;
	readonly path: string;
	readonly before: PipelineCheck;
	readonly after: PipelineCheck;
}

/** One file in two commits; a missing side is empty. */
export function FileDiff({ repository, path, before, after }: FileDiffProps) {
	const old = useFileText(before, repository, path);
	const now = useFileText(after, repository, path);
	if (old.text === undefined || now.text === undefined) {
		return (
			<Box fill px={5}>
				<QueryErrorPanel title={`Couldn’t load ${path}`} query={old.query.error === null ? now.query : old.query} />
				{old.query.error === null && now.query.error === null && <LoadingRows rows={4} />}
			</Box>
		);
	}
	return (
		<Box fill className={classes.diff}>
			<DiffEditor before={old.text} after={now.text} language={languageOf(path)} ariaLabel={`File ${path}`} />
		</Box>
	);
}
