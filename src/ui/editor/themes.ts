import type { editor } from 'monaco-editor/editor';

/** Monaco takes colours as hex only; these are the theme's (ui/theme). Every token has at least 4.5:1 on its background. */
export const lightTheme: editor.IStandaloneThemeData = {
	base: 'vs',
	inherit: true,
	rules: [
		{ token: 'comment', foreground: '5f6b76' },
		{ token: 'keyword', foreground: '1b4fb8' },
		{ token: 'operator.sql', foreground: '1b4fb8' },
		{ token: 'predefined.sql', foreground: '6b3fa0' },
		{ token: 'string', foreground: '1f6f3d' },
		{ token: 'string.sql', foreground: '1f6f3d' },
		{ token: 'number', foreground: '9a4a00' },
	],
	colors: {
		'editor.background': '#ffffff',
		'editor.foreground': '#1a1d21',
		...plainBrackets('#1a1d21'),
		'editorLineNumber.foreground': '#676e77',
		'editorLineNumber.activeForeground': '#1a1d21',
		'editor.lineHighlightBackground': '#f7f8f9',
		'editor.lineHighlightBorder': '#00000000',
		'editor.selectionBackground': '#cfe0fb',
		'editorError.foreground': '#b3261e',
		'editorWarning.foreground': '#b35c00',
		'editorGutter.background': '#ffffff',
		...widgets({
			back: '#ffffff',
			text: '#1a1d21',
			quiet: '#5f6b76',
			line: '#d5d9de',
			chosen: '#e4e8fb',
			match: '#1b4fb8',
		}),
		'diffEditor.removedLineBackground': '#fdecea',
		'diffEditor.removedTextBackground': '#fbdcd8',
		'diffEditor.insertedLineBackground': '#eaf6ee',
		'diffEditor.insertedTextBackground': '#d3edda',
	},
};

export const darkTheme: editor.IStandaloneThemeData = {
	base: 'vs-dark',
	inherit: true,
	rules: [
		{ token: 'comment', foreground: '8b98a5' },
		{ token: 'keyword', foreground: '7fb0ff' },
		{ token: 'operator.sql', foreground: '7fb0ff' },
		{ token: 'predefined.sql', foreground: 'c3a6f0' },
		{ token: 'string', foreground: '8fce9f' },
		{ token: 'string.sql', foreground: '8fce9f' },
		{ token: 'number', foreground: 'f0ae73' },
	],
	colors: {
		'editor.background': '#17191d',
		'editor.foreground': '#dfe2e6',
		...plainBrackets('#dfe2e6'),
		'editorLineNumber.foreground': '#8d949d',
		'editorLineNumber.activeForeground': '#dfe2e6',
		'editor.lineHighlightBackground': '#1d2025',
		'editor.lineHighlightBorder': '#00000000',
		'editor.selectionBackground': '#264773',
		'editorError.foreground': '#ff9b92',
		'editorWarning.foreground': '#e8a33d',
		'editorGutter.background': '#17191d',
		...widgets({
			back: '#1d2025',
			text: '#dfe2e6',
			quiet: '#9aa5b1',
			line: '#3a3f46',
			chosen: '#2b3263',
			match: '#7fb0ff',
		}),
		'diffEditor.removedLineBackground': '#351a18',
		'diffEditor.removedTextBackground': '#4d201c',
		'diffEditor.insertedLineBackground': '#152a1c',
		'diffEditor.insertedTextBackground': '#1d3d28',
	},
};

/** Brackets in the colour of the text: colour is kept for what the code means. */
function plainBrackets(color: string): Record<string, string> {
	return Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, color]));
}

interface WidgetColors {
	readonly back: string;
	readonly text: string;
	/** Words beside what is meant. */
	readonly quiet: string;
	readonly line: string;
	readonly chosen: string;
	/** Letters that are what was typed. */
	readonly match: string;
}

/** What opens over the code: suggestions, what is known of a name, what would mend a problem, menus, what is looked for. */
function widgets({ back, text, quiet, line, chosen, match }: WidgetColors): Record<string, string> {
	const colors: Record<string, string> = {
		'editorWidget.background': back,
		'editorWidget.foreground': text,
		'editorWidget.border': line,
		'editorSuggestWidget.selectedBackground': chosen,
		'editorSuggestWidget.selectedForeground': text,
		'editorSuggestWidget.selectedIconForeground': text,
		'editorSuggestWidget.highlightForeground': match,
		'editorSuggestWidget.focusHighlightForeground': match,
		'editorActionList.focusBackground': chosen,
		'editorActionList.focusForeground': text,
		'textLink.foreground': match,
		'menu.background': back,
		'menu.foreground': text,
		'menu.border': line,
		'menu.separatorBackground': line,
		'menu.selectionBackground': chosen,
		'menu.selectionForeground': text,
		'list.hoverBackground': chosen,
		'list.hoverForeground': text,
		descriptionForeground: quiet,
		'quickInput.background': back,
		'quickInput.foreground': text,
		'quickInputList.focusBackground': chosen,
		'quickInputList.focusForeground': text,
		'pickerGroup.foreground': quiet,
		'input.background': back,
		'input.foreground': text,
		'input.border': line,
		'input.placeholderForeground': quiet,
		focusBorder: match,
	};
	for (const widget of ['editorSuggestWidget', 'editorHoverWidget', 'editorActionList']) {
		Object.assign(colors, {
			[`${widget}.background`]: back,
			[`${widget}.foreground`]: text,
			[`${widget}.border`]: line,
		});
	}
	return { ...colors, 'editorHoverWidget.highlightForeground': match };
}
