import { unzipSync } from 'fflate';
import { type Affixes, affixesOf, digitsOf, kindOfFormat, type NumberKind } from './number-format.ts';
import { type Cell, readSheet, type SheetRules } from './read-sheet.ts';
import { unescapeText, walkXml } from './xml.ts';

export type { Cell } from './read-sheet.ts';

export interface Sheet {
	readonly name: string;
	/** Rows up to the last one that has a value, each with cells up to its last value. */
	readonly rows: readonly (readonly Cell[])[];
	/** Ranges of merged cells, such as `A2:A4`. Only the first cell of each has a value. */
	readonly merged: readonly string[];
}

/** The workbook's files are larger than allowed once unpacked. */
export class WorkbookTooLarge extends Error {}

/**
 * The sheets of an Excel workbook (.xlsx).
 * @param maxBytes of its unpacked files
 * @throws WorkbookTooLarge, or another error if it's damaged
 */
export function readWorkbook(bytes: Uint8Array, maxBytes: number): Sheet[] {
	let total = 0;
	const files = unzipSync(bytes, {
		filter: ({ name, originalSize }) => {
			if (!/\.(xml|rels)$/i.test(name)) return false;
			total += originalSize;
			if (total > maxBytes) throw new WorkbookTooLarge();
			return true;
		},
	});
	const decoder = new TextDecoder();
	const textOf = (path: string): string | null => {
		const file = files[path] ?? files[path.toLowerCase()];
		return file === undefined ? null : decoder.decode(file);
	};
	// Most writers put the workbook into the folder "xl", but it may be anywhere.
	const book = pathsIn(textOf('_rels/.rels') ?? '', '').find(({ type }) => type === 'officeDocument')?.target;
	const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(book ?? 'xl/workbook.xml') ?? [];
	const contents = textOf(`${folder}${name}`);
	if (contents === null) throw new Error('The file isn’t an Excel workbook.');
	const paths = pathsIn(textOf(`${folder}_rels/${name}.rels`) ?? '', folder);
	const { sheets, ...calculation } = contentsOf(contents);
	const pathOf = (type: string) => paths.find((path) => path.type === type)?.target ?? `${folder}${type}.xml`;
	const rules: SheetRules = {
		texts: sharedTexts(textOf(pathOf('sharedStrings')) ?? ''),
		...formatsOfStyles(textOf(pathOf('styles')) ?? ''),
		...calculation,
	};
	return sheets.flatMap(({ name, id }) => {
		const path = paths.find((path) => path.id === id);
		// Chart sheets have no cells.
		if (path === undefined || path.type !== 'worksheet') return [];
		const xml = textOf(path.target);
		if (xml === null) throw new Error(`The sheet "${name}" is missing.`);
		return [{ name, rows: readSheet(xml, rules), merged: mergedIn(xml) }];
	});
}

const mergedIn = (xml: string): string[] =>
	[...xml.matchAll(/<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+\d+:[A-Z]+\d+)"/g)].map(([, ref = '']) => ref);

interface Path {
	readonly id: string;
	/** `worksheet`, `styles` or `sharedStrings`, among others. */
	readonly type: string;
	readonly target: string;
}

/** @param folder the one that relative targets start from, with a slash at its end unless empty */
function pathsIn(xml: string, folder: string): Path[] {
	const paths: Path[] = [];
	walkXml(xml, {
		onOpen: (name, attributes) => {
			if (name !== 'Relationship') return;
			const { Id: id = '', Type: type = '', Target: target = '' } = attributes();
			const absolute = target.startsWith('/') ? target.slice(1) : `${folder}${target.replace(/^\.\//, '')}`;
			paths.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: absolute });
		},
	});
	return paths;
}

function contentsOf(xml: string) {
	const sheets: { name: string; id: string }[] = [];
	let [is1904, isUncalculated] = [false, false];
	const isTrue = (flag: string | undefined) => flag === '1' || flag === 'true';
	walkXml(xml, {
		onOpen: (name, attributes) => {
			if (name === 'sheet') sheets.push({ name: unescapeText(attributes().name ?? ''), id: attributes().id ?? '' });
			else if (name === 'workbookPr') is1904 ||= isTrue(attributes().date1904);
			else if (name === 'calcPr') isUncalculated = isTrue(attributes().fullCalcOnLoad);
		},
	});
	return { sheets, is1904, isUncalculated };
}

/** Texts that cells refer to by number, without the readings of East Asian characters. */
function sharedTexts(xml: string): string[] {
	const texts: string[] = [];
	let [text, inText, inReading] = ['', false, false];
	walkXml(xml, {
		onOpen: (name) => {
			if (name === 'si') text = '';
			else if (name === 't') inText = true;
			else if (name === 'rPh') inReading = true;
		},
		onClose: (name) => {
			if (name === 'si') texts.push(unescapeText(text));
			else if (name === 't') inText = false;
			else if (name === 'rPh') inReading = false;
		},
		onText: (part) => {
			if (inText && !inReading) text += part;
		},
	});
	return texts;
}

/** How the numbers in cells of each style are displayed. */
function formatsOfStyles(xml: string): Pick<SheetRules, 'kinds' | 'digits' | 'affixes'> {
	const codes = new Map<number, string>();
	const [kinds, digits, affixes]: [NumberKind[], (string | null)[], (Affixes | null)[]] = [[], [], []];
	let inCells = false;
	walkXml(xml, {
		onOpen: (name, attributes) => {
			if (name === 'cellXfs') inCells = true;
			else if (name === 'numFmt') codes.set(Number(attributes().numFmtId), attributes().formatCode ?? '');
			else if (name === 'xf' && inCells) {
				const id = Number(attributes().numFmtId ?? 0);
				kinds.push(kindOfFormat(id, codes.get(id)));
				digits.push(digitsOf(codes.get(id)));
				affixes.push(affixesOf(codes.get(id)));
			}
		},
		onClose: (name) => {
			if (name === 'cellXfs') inCells = false;
		},
	});
	return { kinds, digits, affixes };
}
