import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/sql/register';
import 'monaco-editor/languages/features/json/register';
import * as monaco from 'monaco-editor/editor';
import { createEditor } from './create-editor.ts';
import { installSql } from './install-sql.ts';
import { darkTheme, lightTheme } from './themes.ts';

monaco.editor.defineTheme('console-light', lightTheme);
monaco.editor.defineTheme('console-dark', darkTheme);
installSql(monaco);

export { createEditor, monaco };
