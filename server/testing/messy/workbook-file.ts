import { zipSync } from 'fflate';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const xml = (text: string): Uint8Array => bytesOf(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

interface Extra {
	/** Elements after the cells, and whether days count from 1904. */
	readonly behind?: string;
	readonly is1904?: boolean;
	/** Whether the formulas have no calculated results. */
	readonly isUncalculated?: boolean;
}

/** Formats of cells: the first has style 2, the others 4 and up. */
export const formats = [
	'yyyy-mm-dd hh:mm',
	'[h]:mm:ss',
	'hh:mm:ss',
	'[mm]:ss',
	'd &quot;days&quot; h:mm',
	'0.00E+00',
	'mm:ss.0',
	'[$-409]d\\-mmm\\-yy;@',
	'h:mm AM/PM',
	'00000',
	'000-00-0000',
	'[$€-407]#,##0.00',
	'[$$-409]#,##0.00',
	'0.0&quot; kg&quot;',
	'#,##0&quot; g&quot;;[Red]-#,##0&quot; g&quot;',
] as const;

/** A workbook of sheets, each given as rows of cells in XML; `null` leaves a row out. */
export function workbook(
	sheets: Readonly<Record<string, readonly (string | null)[]>>,
	{ behind = '', is1904 = false, isUncalculated = false }: Extra = {},
): Uint8Array {
	const names = Object.keys(sheets);
	const listed = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
	const related = names.map(
		(_, index) =>
			`<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
	);
	const files: Record<string, Uint8Array> = {
		'[Content_Types].xml': xml(
			`<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
		),
		'_rels/.rels': xml(
			`<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		),
		'xl/workbook.xml': xml(
			`<workbook xmlns="${main}" xmlns:r="${office}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${listed.join('')}</sheets>${isUncalculated ? '<calcPr calcId="124519" fullCalcOnLoad="1"/>' : ''}</workbook>`,
		),
		'xl/_rels/workbook.xml.rels': xml(
			`<Relationships xmlns="${packages}/relationships">${related.join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
		),
		'xl/styles.xml': xml(
			`<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${[0, 14, 164, 9, ...formats.slice(1).map((_, index) => 165 + index)].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
		),
	};
	for (const [index, rows] of Object.values(sheets).entries()) {
		const cells = rows.map((row, at) =>
			row === null ? '' : `<row r="${at + 1}">${row.replaceAll('@', String(at + 1))}</row>`,
		);
		files[`xl/worksheets/sheet${index + 1}.xml`] = xml(
			`<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData>${behind}</worksheet>`,
		);
	}
	return zipSync(files);
}

export const text = (column: string, value: string): string =>
	`<c r="${column}@" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
export const number = (column: string, value: string, style = 0): string =>
	`<c r="${column}@" s="${style}"><v>${value}</v></c>`;
export const header = text('A', 'id') + text('B', 'v');
export const row = (id: number, cell: string): string => number('A', String(id)) + cell;
