import { isDeepStrictEqual } from 'node:util';
import type { FileOptions } from '#contract/file-ingestion.ts';

export function isSameReading(one: FileOptions, other: FileOptions): boolean {
	const textsOf = ({ decimal: _decimal, dateOrder: _order, timeZone: _zone, ...rest }: FileOptions) => rest;
	return isDeepStrictEqual(textsOf(one), textsOf(other));
}
