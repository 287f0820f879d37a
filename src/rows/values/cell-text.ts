import { type CellKind, type CellValue, isChanged, isMissing, type PlainValue } from '../source/row-source.ts';

/** What a cell displays. `look` distinguishes values that look alike. */
export interface CellFace {
	readonly text: string;
	readonly look: 'value' | 'null' | 'missing' | 'empty' | 'odd';
	/** The old value, if it changed. */
	readonly before?: string;
}

/** Maximum text rendered in a cell, in UTF-16 code units. The inspector shows the rest. */
const longestFace = 300;

export const isRightAligned = (kind: CellKind): boolean => isNumeric(kind);

/** Whether values are numbers, or text that always reads as numbers. */
export const isNumeric = (kind: CellKind): boolean => kind === 'digits' || isNumber(kind);

export const isNumber = (kind: CellKind): boolean => kind === 'integer' || kind === 'float' || kind === 'decimal';

/** The complete value as text, as copied. Null and missing are empty; a change is its new value. */
export function exactText(value: CellValue): string {
	if (value === null || isMissing(value)) return '';
	if (isChanged(value)) return exactText(value.after);
	if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
	return value instanceof Uint8Array ? `x'${toHex(value)}'` : String(value);
}

/** @param isGrouped whether numbers have thousands separators */
export function cellFace(value: CellValue, kind: CellKind, isGrouped = true): CellFace {
	if (!isChanged(value)) return plainFace(value, kind, isGrouped);
	return { ...plainFace(value.after, kind, isGrouped), before: plainFace(value.before, kind, isGrouped).text };
}

/** Length of a cell's displayed text in UTF-16 code units, computed without building it. */
export function faceLength(value: CellValue, kind: CellKind): number {
	if (typeof value === 'string' && value !== '') {
		if (!isNumber(kind)) return Math.min(value.length, longestFace + 1);
		return groupedLength(value);
	}
	if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))
		return isNumber(kind) ? groupedLength(String(value)) : String(value).length;
	const { text, before } = cellFace(value, kind);
	return text.length + (before === undefined ? 0 : before.length + 2);
}

function groupedLength(text: string): number {
	const [start, end] = wholePart(text);
	if (end - start <= 3 || text.includes('e')) return text.length;
	return text.length + Math.floor((end - start - 1) / 3);
}

function plainFace(value: PlainValue, kind: CellKind, isGrouped: boolean): CellFace {
	if (value === null) return { text: 'null', look: 'null' };
	if (isMissing(value)) return { text: 'missing', look: 'missing' };
	if (value === '') return { text: 'empty', look: 'empty' };
	if (value instanceof Uint8Array) return { text: blobFace(value), look: 'value' };
	if (typeof value === 'number' && !Number.isFinite(value)) return { text: String(value), look: 'odd' };
	if (isNumber(kind)) {
		const text = exactText(value);
		return { text: isGrouped ? groupDigits(text) : text, look: 'value' };
	}
	if (kind === 'temporal') return { text: String(value).replace('T', ' '), look: 'value' };
	return { text: oneLine(exactText(value)), look: 'value' };
}

/** Adds thousands separators: `-1234567.5` becomes `-1,234,567.5`. */
export function groupDigits(text: string): string {
	const [start, end] = wholePart(text);
	// Infinity has letters.
	if (end - start <= 3 || text.includes('e') || text.charAt(start) > '9') return text;
	let at = end - Math.floor((end - start - 1) / 3) * 3;
	let grouped = text.slice(0, at);
	for (; at < end; at += 3) grouped += `,${text.slice(at, at + 3)}`;
	return grouped + text.slice(end);
}

function wholePart(text: string): [start: number, end: number] {
	const dot = text.indexOf('.');
	return [text.startsWith('-') ? 1 : 0, dot === -1 ? text.length : dot];
}

const blobBytesShown = 16;

function blobFace(bytes: Uint8Array): string {
	const shown = toHex(bytes.subarray(0, blobBytesShown));
	const cut = bytes.length > blobBytesShown ? '…' : '';
	return `x'${shown}${cut}' ${groupDigits(String(bytes.length))} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
	let hex = '';
	for (let index = 0; index < bytes.length; index += 1) hex += hexOfByte[bytes[index] ?? 0];
	return hex;
}

/** A text on one line, with symbols for breaks and tabs so that nothing is hidden. */
function oneLine(text: string): string {
	const cut = text.length > longestFace ? `${cutAt(text, longestFace)}…` : text;
	return cut
		.replace(/\r\n|\n|\r/g, '↵')
		.replace(/\t/g, '⇥')
		.replaceAll('\0', '␀');
}

/** Never splits a surrogate pair. */
function cutAt(text: string, length: number): string {
	const last = text.charCodeAt(length - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
