import type { editor, IRange, Range } from 'monaco-editor/editor';

import { type ReadSql, readSql } from '../../lib/sql/cursor.ts';
import type { Monaco } from './editor-options.ts';
import { noKnowledge, type SqlKnowledge } from './sql/knowledge.ts';
import type { EditorMarker } from './types.ts';

/** A marker with its position in Monaco. */
export interface PlacedMarker {
	readonly marker: EditorMarker;
	readonly range: IRange;
}

/** Data about a text for Monaco's providers, which are shared by all editors. */
interface Attached {
	readonly knowledge: () => SqlKnowledge | null;
	markers: readonly PlacedMarker[];
}

const attached = new WeakMap<editor.ITextModel, Attached>();
const read = new WeakMap<editor.ITextModel, { readonly version: number; readonly sql: ReadSql }>();

/** @param knowledge returns the current knowledge, or null */
export function attachKnowledge(model: editor.ITextModel, knowledge: () => SqlKnowledge | null): void {
	attached.set(model, { knowledge, markers: [] });
}

/** Stores a text's markers with their fixes. */
export function attachMarkers(model: editor.ITextModel, markers: readonly PlacedMarker[]): void {
	const known = attached.get(model);
	if (known !== undefined) known.markers = markers;
}

export const knowledgeOf = (model: editor.ITextModel): SqlKnowledge => attached.get(model)?.knowledge() ?? noKnowledge;
export const markersOf = (model: editor.ITextModel): readonly PlacedMarker[] => attached.get(model)?.markers ?? [];

/** @param offsets in UTF-16 code units */
export const rangeOf = (monaco: Monaco, model: editor.ITextModel, offsets: { start: number; end: number }): Range =>
	monaco.Range.fromPositions(model.getPositionAt(offsets.start), model.getPositionAt(offsets.end));

/** A model's parsed text, once per version. */
export function sqlOf(model: editor.ITextModel): ReadSql {
	const version = model.getVersionId();
	const known = read.get(model);
	if (known?.version === version) return known.sql;
	const sql = readSql(model.getValue());
	read.set(model, { version, sql });
	return sql;
}
