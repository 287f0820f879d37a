import type { ChartColors } from './colors.ts';
import { fontFamily } from './picture.ts';

const svgSpace = 'http://www.w3.org/2000/svg';

interface Caption {
	readonly title: string;
	readonly note: string;
	/** Series names, in the order of their colors. */
	readonly legend: readonly string[];
	readonly colors: ChartColors;
}

const gap = 16;
const lineHeight = 18;

export function frameExport(picture: SVGSVGElement, { title, note, legend, colors }: Caption): SVGSVGElement {
	const width = Number(picture.getAttribute('width'));
	const height = Number(picture.getAttribute('height'));
	const titles = wrapped(title, (width - 2 * gap) / 8.2);
	const notes = wrapped(note, (width - 2 * gap) / 6.6);
	const keys = placed(legend, width - 2 * gap);
	const top = gap + titles.length * 22 + (keys.length === 0 ? 0 : ((keys.at(-1)?.line ?? 0) + 1) * lineHeight + 6);
	const bottom = notes.length * lineHeight + gap;

	const svg = element('svg', { xmlns: svgSpace, width, height: top + height + bottom, 'font-family': fontFamily });
	svg.setAttribute('viewBox', `0 0 ${width} ${top + height + bottom}`);
	svg.append(element('rect', { width: '100%', height: '100%', fill: colors.paper }));
	for (const [line, text] of titles.entries()) {
		const at = { x: gap, y: gap + 14 + line * 22, fill: colors.text, 'font-size': 15, 'font-weight': 600 };
		svg.append(element('text', at, text));
	}
	for (const [index, { text, x, line }] of keys.entries()) {
		const y = gap + titles.length * 22 + line * lineHeight;
		svg.append(
			element('rect', { x: gap + x, y: y + 1, width: 10, height: 10, fill: colors.series[index] ?? colors.text }),
		);
		svg.append(element('text', { x: gap + x + 15, y: y + 10, fill: colors.text, 'font-size': 12 }, text));
	}
	const copy = picture.cloneNode(true) as SVGSVGElement;
	for (const tip of copy.querySelectorAll('[aria-label="tip"], [data-part="tip"]')) tip.remove();
	copy.setAttribute('y', String(top));
	svg.append(copy);
	for (const [line, text] of notes.entries()) {
		const at = { x: gap, y: top + height + 14 + line * lineHeight, fill: colors.muted, 'font-size': 12 };
		svg.append(element('text', at, text));
	}
	return svg;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGSVGElement {
	const made = document.createElementNS(svgSpace, name) as SVGSVGElement;
	for (const [key, value] of Object.entries(attributes)) if (key !== 'xmlns') made.setAttribute(key, String(value));
	if (text !== undefined) made.textContent = text;
	return made;
}

function wrapped(text: string, length: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + word.length < length) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

function placed(names: readonly string[], width: number): { text: string; x: number; line: number }[] {
	let [x, line] = [0, 0];
	return names.map((name) => {
		const text = name.length > 30 ? `${name.slice(0, 29)}…` : name;
		const needed = text.length * 7 + 31;
		if (x > 0 && x + needed > width) [x, line] = [0, line + 1];
		const at = { text, x, line };
		x += needed;
		return at;
	});
}

/** Serializes a chart as a standalone SVG file. */
export const svgText = (svg: SVGSVGElement): string =>
	`<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;

/** Image pixels per px. */
const density = 2;

/** Renders a chart as PNG at twice its resolution. @throws Error with a message for users */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
	const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
	const image = new Image();
	// A data URL, because the content security policy doesn't allow blobs as images.
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
	await image.decode();
	const canvas = document.createElement('canvas');
	canvas.width = width * density;
	canvas.height = height * density;
	const context = canvas.getContext('2d');
	if (context === null) throw new Error('This browser can’t create a PNG image. Save the chart as SVG.');
	context.scale(density, density);
	context.drawImage(image, 0, 0, width, height);
	return await new Promise((resolve, reject) =>
		canvas.toBlob((blob) => {
			if (blob === null) reject(new Error('This browser can’t create a PNG image this large. Save the chart as SVG.'));
			else resolve(blob);
		}, 'image/png'),
	);
}
