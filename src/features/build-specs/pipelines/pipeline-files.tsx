import { useMemo } from 'react';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { CodeEditor } from '../../../ui/editor/code-editor.tsx';
import type { SqlKnowledge } from '../../../ui/editor/sql/knowledge.ts';
import type { EditorLocation } from '../../../ui/editor/types.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { markersIn } from './check-model.ts';
import { languageOf, rolesOf } from './file-tree.ts';
import { FileTree } from './file-tree-panel.tsx';
import classes from './pipeline.module.css';
import { useFileText } from './use-file-text.ts';

interface PipelineFilesProps {
	readonly check: PipelineCheck;
	readonly repository: string;
	readonly manifest: string;
	/** The shown file. */
	readonly path: string;
	readonly knowledge: SqlKnowledge;
	readonly location: EditorLocation | null;
	readonly onPick: (path: string) => void;
	readonly onPreview: (() => void) | null;
	readonly onSave: () => void;
}

/** The files of the commit, one of them open. They are changed in the repository, not here. */
export function PipelineFiles({ check, repository, manifest, path, knowledge, location, ...acts }: PipelineFilesProps) {
	const { onPick, onPreview, onSave } = acts;
	const roles = useMemo(() => rolesOf(check, manifest), [check, manifest]);
	if (check.commit === null) {
		return (
			<Box px={5}>
				<EmptyState title="No commit to show">
					The code doesn’t name an existing commit. Choose a branch, tag or commit above, or edit the code.
				</EmptyState>
			</Box>
		);
	}
	return (
		<div className={classes.files}>
			<FileTree check={check} roles={roles} shown={path} onPick={onPick} />
			<FileView
				key={path}
				check={check}
				repository={repository}
				path={path}
				knowledge={knowledge}
				location={location}
				onPreview={onPreview}
				onSave={onSave}
			/>
		</div>
	);
}

type FileViewProps = Omit<PipelineFilesProps, 'manifest' | 'onPick'>;

function FileView({ check, repository, path, knowledge, location, onPreview, onSave }: FileViewProps) {
	const { query, isThere, text } = useFileText(check, repository, path);
	const markers = useMemo(() => markersIn(check, path), [check, path]);
	if (!isThere) {
		return (
			<Box px={5}>
				<EmptyState title={`${path} isn’t in this commit`} />
			</Box>
		);
	}
	if (text === undefined) {
		return (
			<Box fill px={5}>
				{query.isPending && <LoadingRows rows={4} />}
				<QueryErrorPanel title={`Couldn’t load ${path}`} query={query} />
			</Box>
		);
	}
	return (
		<Box fill>
			<CodeEditor
				value={text}
				language={languageOf(path)}
				markers={markers}
				readOnly
				knowledge={knowledge}
				ariaLabel={`File ${path}`}
				{...(onPreview === null ? {} : { onSubmit: onPreview })}
				onSave={onSave}
				revealAt={location}
			/>
		</Box>
	);
}
