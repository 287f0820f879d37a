/** Characters measured individually: Latin scripts. Scripts that join or reorder characters are left to the browser. */
const measured = 0x250;
/** Minimum free space in a cell for a text to count as fitting, px, to allow for rounding. */
const tolerance = 1;

/**
 * Whether a text fits a width, computed from character widths. A cell that clips its text needs its own layer, and
 * hundreds of layers dominate the cost of a scroll frame. So the cells that need one must be known before drawing,
 * without layout. Never reports that a text fits if it doesn't.
 */
export class TextFit {
	readonly #context: OffscreenCanvasRenderingContext2D | null;
	/** Widths by code unit, px; NaN: not measured yet. */
	readonly #advances = new Float32Array(measured).fill(Number.NaN);

	/** @param font CSS `font` @param letterSpacing CSS length */
	constructor(font: string, letterSpacing: string) {
		this.#context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
		if (this.#context === null) return;
		this.#context.font = font;
		this.#context.letterSpacing = letterSpacing;
	}

	fits(text: string, width: number): boolean {
		if (this.#context === null) return false;
		let left = width - tolerance;
		for (let index = 0; index < text.length && left >= 0; index += 1) {
			const code = text.charCodeAt(index);
			if (code >= measured) return false;
			let advance = this.#advances[code] ?? 0;
			if (Number.isNaN(advance)) {
				advance = this.#context.measureText(text.charAt(index)).width;
				this.#advances[code] = advance;
			}
			left -= advance;
		}
		return left >= 0;
	}
}
