/** Characters that are measured one by one: those of Latin scripts. What others join or turn is for the browser to lay out. */
const measured = 0x250;
/** The least room that a text leaves in its cell, px: what the browser rounds. */
const tolerance = 1;

/**
 * Whether texts fit into a width, told by the widths of their characters. A cell that cuts its text off has to be a layer of
 * its own, and hundreds of layers are most of what a scrolled frame costs: so that only those are which need it, it must be
 * known before a text is drawn, and without a layout. Never says that a text fits which does not.
 */
export class TextFit {
	readonly #context: OffscreenCanvasRenderingContext2D | null;
	/** Advances by code unit, px; NaN: not measured yet. */
	readonly #advances = new Float32Array(measured).fill(Number.NaN);

	/** @param font as the `font` of CSS @param letterSpacing a CSS length */
	constructor(font: string, letterSpacing: string) {
		this.#context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
		if (this.#context === null) return;
		this.#context.font = font;
		this.#context.letterSpacing = letterSpacing;
	}

	/** @param width px */
	fits(text: string, width: number): boolean {
		if (this.#context === null) return false;
		let left = width - tolerance;
		for (let at = 0; at < text.length && left >= 0; at += 1) {
			const code = text.charCodeAt(at);
			if (code >= measured) return false;
			let advance = this.#advances[code] ?? 0;
			if (Number.isNaN(advance)) {
				advance = this.#context.measureText(text.charAt(at)).width;
				this.#advances[code] = advance;
			}
			left -= advance;
		}
		return left >= 0;
	}
}
