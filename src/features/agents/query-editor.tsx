import { useState } from 'react';
import { CodeEditor } from '../../ui/editor/code-editor.tsx';
import classes from './query-view.module.css';

interface QueryEditorProps {
	readonly value: string;
	readonly label: string;
	readonly onChange: (value: string) => void;
	readonly onRun: () => void;
}

/** Height of a line, and of what stands above and below the text, px. */
const [line, around] = [20, 24];
/** Lines that are seen without scrolling. */
const [fewest, most] = [5, 20];

/** The query in an editor; its height is settled when it is opened, so that nothing moves while somebody writes. */
export function QueryEditor({ value, label, onChange, onRun }: QueryEditorProps) {
	const [lines] = useState(() => Math.min(most, Math.max(fewest, value.split('\n').length + 1)));
	const [begin] = useState(() => ({ line: 1, column: 1 }));
	return (
		<div className={classes.editor} style={{ height: lines * line + around }}>
			<CodeEditor
				value={value}
				onChange={onChange}
				language="sql"
				ariaLabel={`${label}, edited`}
				onSubmit={onRun}
				revealAt={begin}
			/>
		</div>
	);
}
