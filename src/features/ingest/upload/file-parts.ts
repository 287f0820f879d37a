import { type Destination, targetOf } from './model.ts';
import type { Reviewed } from './reviewed.ts';

/** A file of an archive or a sheet of a workbook. */
export interface FilePart {
	readonly option: 'entry' | 'sheet';
	readonly name: string;
}

/** What somebody who chose one part of a file may save next. */
export function otherParts({ review, decisions: { options } }: Pick<Reviewed, 'review' | 'decisions'>): FilePart[] {
	const others = (option: FilePart['option'], names: readonly string[] = []) =>
		options[option] === undefined ? [] : names.flatMap((name) => (name === options[option] ? [] : [{ option, name }]));
	const entries = others('entry', review?.entries);
	return entries.length > 0 ? entries : others('sheet', review?.sheets);
}

/** Destination of another part of the same file. In an unnamed dataset, it's named after itself. */
export const targetOfPart = (destination: Destination, { option, name }: FilePart): Destination =>
	targetOf(destination, { name: option === 'entry' ? name.slice(name.lastIndexOf('/') + 1) : `${name}.xlsx` });
