import type * as monaco from 'monaco-editor/editor';

/** Monaco as it is loaded, for those that are loaded with it. */
export type Monaco = typeof monaco;
