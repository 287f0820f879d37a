import type { editor, IRange, Range } from 'monaco-editor/editor';

import { type ReadSql, readSql } from '../../lib/sql/cursor.ts';
import type { Monaco } from './editor-options.ts';
import { knowsNothing, type SqlKnowledge } from './sql/knowledge.ts';
import type { EditorMarker } from './types.ts';

/** Something that is said of a text, and where Monaco shows it. */
export interface PlacedMarker {
	readonly marker: EditorMarker;
	readonly range: IRange;
}

/** What Monaco's providers, which are there once for all editors, know of one text. */
interface Attached {
	readonly knowledge: () => SqlKnowledge | null;
	markers: readonly PlacedMarker[];
}

const attached = new WeakMap<editor.ITextModel, Attached>();
const read = new WeakMap<editor.ITextModel, { readonly version: number; readonly sql: ReadSql }>();

/** @param knowledge what is known at the moment that it is called; null: nothing */
export function attachKnowledge(model: editor.ITextModel, knowledge: () => SqlKnowledge | null): void {
	attached.set(model, { knowledge, markers: [] });
}

/** Keeps what is said of a text, with what would mend it. */
export function attachMarkers(model: editor.ITextModel, markers: readonly PlacedMarker[]): void {
	const known = attached.get(model);
	if (known !== undefined) known.markers = markers;
}

export const knowledgeOf = (model: editor.ITextModel): SqlKnowledge => attached.get(model)?.knowledge() ?? knowsNothing;
export const markersOf = (model: editor.ITextModel): readonly PlacedMarker[] => attached.get(model)?.markers ?? [];

/** @param offsets in UTF-16 code units */
export const rangeOf = (monaco: Monaco, model: editor.ITextModel, offsets: { start: number; end: number }): Range =>
	monaco.Range.fromPositions(model.getPositionAt(offsets.start), model.getPositionAt(offsets.end));

/** The text of a model, read once a version. */
export function sqlOf(model: editor.ITextModel): ReadSql {
	const version = model.getVersionId();
	const known = read.get(model);
	if (known?.version === version) return known.sql;
	const sql = readSql(model.getValue());
	read.set(model, { version, sql });
	return sql;
}
