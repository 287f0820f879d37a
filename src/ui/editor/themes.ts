import type { editor } from 'monaco-editor/editor';

/** Monaco accepts only hex colors; these are the theme's (ui/theme). Every token has a contrast of at least 4.5:1. */
const light = {
	text: '#1a1d21',
	quiet: '#5f6b76',
	paper: '#ffffff',
	widget: '#ffffff',
	border: '#d5d9de',
	chosen: '#e4e8fb',
	currentLine: '#f7f8f9',
	selection: '#cfe0fb',
	/** Background of other occurrences of the word at the cursor. */
	occurrence: '#e3e8ef',
	lineNumber: '#676e77',
	comment: '#566069',
	/** Also used for matched letters, links and the focus. */
	keyword: '#1b4fb8',
	builtin: '#6b3fa0',
	string: '#1f6f3d',
	number: '#9a4a00',
	error: '#b3261e',
	warning: '#b35c00',
	removedLine: '#fdecea',
	removedText: '#fbdcd8',
	insertedLine: '#eaf6ee',
	insertedText: '#d3edda',
};

const dark: typeof light = {
	text: '#dfe2e6',
	quiet: '#9aa5b1',
	paper: '#17191d',
	widget: '#1d2025',
	border: '#3a3f46',
	chosen: '#2b3263',
	currentLine: '#1d2025',
	selection: '#264773',
	occurrence: '#2c3541',
	lineNumber: '#8d949d',
	comment: '#9ba7b3',
	keyword: '#7fb0ff',
	builtin: '#c3a6f0',
	string: '#8fce9f',
	number: '#f0ae73',
	error: '#ff9b92',
	warning: '#e8a33d',
	removedLine: '#351a18',
	removedText: '#4d201c',
	insertedLine: '#152a1c',
	insertedText: '#1d3d28',
};

const tokens: readonly (readonly [token: string, color: keyof typeof light])[] = [
	['comment', 'comment'],
	['keyword', 'keyword'],
	['operator.sql', 'keyword'],
	['predefined.sql', 'builtin'],
	['string', 'string'],
	['string.sql', 'string'],
	['number', 'number'],
];

function colorsOf(palette: typeof light): Record<string, string> {
	const colors: Record<string, string> = {
		'editor.background': palette.paper,
		'editor.foreground': palette.text,
		'editorLineNumber.foreground': palette.lineNumber,
		'editorLineNumber.activeForeground': palette.text,
		'editor.lineHighlightBackground': palette.currentLine,
		'editor.lineHighlightBorder': '#00000000',
		'editor.selectionBackground': palette.selection,
		'editor.wordHighlightBackground': palette.occurrence,
		'editor.wordHighlightStrongBackground': palette.occurrence,
		'editor.wordHighlightTextBackground': palette.occurrence,
		'editorError.foreground': palette.error,
		'editorWarning.foreground': palette.warning,
		'editorGutter.background': palette.paper,
		'diffEditor.removedLineBackground': palette.removedLine,
		'diffEditor.removedTextBackground': palette.removedText,
		'diffEditor.insertedLineBackground': palette.insertedLine,
		'diffEditor.insertedTextBackground': palette.insertedText,
		'editorSuggestWidget.selectedIconForeground': palette.text,
		'editorSuggestWidget.highlightForeground': palette.keyword,
		'editorSuggestWidget.focusHighlightForeground': palette.keyword,
		'editorHoverWidget.highlightForeground': palette.keyword,
		'textLink.foreground': palette.keyword,
		'menu.separatorBackground': palette.border,
		'pickerGroup.foreground': palette.quiet,
		'input.placeholderForeground': palette.quiet,
		descriptionForeground: palette.quiet,
		focusBorder: palette.keyword,
	};
	// Brackets have the text color, since colors are reserved for meaning.
	for (const level of [1, 2, 3, 4, 5, 6]) colors[`editorBracketHighlight.foreground${level}`] = palette.text;
	const widgets = ['editorWidget', 'editorSuggestWidget', 'editorHoverWidget', 'editorActionList', 'menu', 'input'];
	for (const widget of [...widgets, 'quickInput']) {
		colors[`${widget}.background`] = palette.widget;
		colors[`${widget}.foreground`] = palette.text;
		if (widget !== 'quickInput') colors[`${widget}.border`] = palette.border;
	}
	const chosen = ['editorSuggestWidget.selected', 'editorActionList.focus', 'menu.selection', 'list.hover'];
	for (const name of [...chosen, 'quickInputList.focus']) {
		colors[`${name}Background`] = palette.chosen;
		colors[`${name}Foreground`] = palette.text;
	}
	return colors;
}

const themeOf = (base: editor.BuiltinTheme, palette: typeof light): editor.IStandaloneThemeData => ({
	base,
	inherit: true,
	rules: tokens.map(([token, color]) => ({ token, foreground: palette[color].slice(1) })),
	colors: colorsOf(palette),
});

export const lightTheme = themeOf('vs', light);
export const darkTheme = themeOf('vs-dark', dark);
