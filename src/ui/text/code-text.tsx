import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import sql from 'highlight.js/lib/languages/sql';
import { createLowlight } from 'lowlight';
import { memo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { Box } from '../primitives/layout.tsx';
import classes from './code-text.module.css';
import { CopyButton } from './copy-button.tsx';

const highlighter = createLowlight({ sql });
/** Longer code, in UTF-16 units, has no highlighting. */
const longest = 50_000;

interface CodeTextProps {
	readonly text: string;
	/** Language name as in a Markdown fence; only SQL is highlighted. */
	readonly language: string | null;
	/** Accessible name: "Query for step 2". */
	readonly label: string;
}

/** Read-only code with a copy button. */
export const CodeText = memo(({ text, language, label }: CodeTextProps) => (
	<figure className={classes.frame} aria-label={label}>
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code must be scrollable by keyboard */}
		<pre className={classes.code} tabIndex={0}>
			<code>
				{language === 'sql' && text.length <= longest
					? toJsxRuntime(highlighter.highlight('sql', text), { Fragment, jsx, jsxs })
					: text}
			</code>
		</pre>
		<Box p={1}>
			<CopyButton value={text} label={`Copy ${label.charAt(0).toLowerCase()}${label.slice(1)}`} />
		</Box>
	</figure>
));
