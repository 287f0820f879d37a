import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/sql/register';
import 'monaco-editor/languages/features/json/register';
import * as monaco from 'monaco-editor/editor';
import { startWorker } from '../workers.ts';
import { darkTheme, lightTheme } from './themes.ts';

// Monaco asks for its workers through this global; both are files of the console's own origin.
globalThis.MonacoEnvironment = {
	getWorker: (_moduleId: string, label: string) => startWorker(label === 'json' ? 'json' : 'editor', `editor ${label}`),
};

monaco.editor.defineTheme('console-light', lightTheme);
monaco.editor.defineTheme('console-dark', darkTheme);

export { monaco };
