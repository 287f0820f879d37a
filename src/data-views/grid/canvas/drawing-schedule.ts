import { DrawingPace } from './drawing-pace.ts';
import { type Speed, zeroSpeed } from './grid-frame.ts';

/** Pause without scrolling after which rows count as settled, in ms. */
const settlePause = 150;
/** Pause without a frame after which the remaining rows are drawn, in ms. */
const restPause = 50;

interface Drawing {
	/** Draws the view, with rows spread over `turns` frames (see DrawingPace). @returns whether all rows are drawn */
	draw(turns: number): boolean;
	/** Called after a pause in scrolling. */
	onSettled(): void;
}

export class DrawingSchedule {
	readonly #drawing: Drawing;
	readonly #pace = new DrawingPace();
	#speed: Speed = zeroSpeed;
	#scrolledAt = 0;
	#turns = 1;
	#nextFrame: number | undefined;
	#restTimer: ReturnType<typeof setTimeout> | undefined;
	#settleTimer: ReturnType<typeof setTimeout> | undefined;

	constructor(drawing: Drawing) {
		this.#drawing = drawing;
	}

	get speed(): Speed {
		return this.#speed;
	}

	now(): void {
		this.#turns = 1;
		this.#draw();
	}

	/** Draws changes with the next frame. While scrolling, every frame is drawn anyway, so no extra one is requested. */
	soon(): void {
		if (this.#speed === zeroSpeed) this.now();
		else this.#nextFrame ??= requestAnimationFrame(() => this.#draw());
	}

	/** @param isFlying whether none of the previous view is still visible */
	scrolled(speed: Speed, isFlying: boolean): void {
		if (speed.down !== 0 || speed.across !== 0) {
			this.#speed = speed;
			this.#scrolledAt = performance.now();
			this.#settleTimer ??= setTimeout(() => this.#settle(), settlePause);
		}
		if (isFlying) {
			this.#turns = this.#pace.next(performance.now());
			this.#draw();
		} else {
			this.#pace.rest();
			this.now();
		}
	}

	dispose(): void {
		clearTimeout(this.#settleTimer);
		this.#forget();
	}

	/** One timer serves many frames: resetting it costs more than drawing a row. */
	#settle(): void {
		const rest = this.#scrolledAt + settlePause - performance.now();
		this.#settleTimer = rest > 0 ? setTimeout(() => this.#settle(), rest) : undefined;
		if (rest > 0) return;
		this.#speed = zeroSpeed;
		this.#drawing.onSettled();
	}

	#draw(): void {
		this.#forget();
		const isWhole = this.#drawing.draw(this.#turns);
		if (!isWhole) this.#restTimer = setTimeout(() => this.now(), restPause);
	}

	#forget(): void {
		if (this.#restTimer !== undefined) clearTimeout(this.#restTimer);
		this.#restTimer = undefined;
		if (this.#nextFrame !== undefined) cancelAnimationFrame(this.#nextFrame);
		this.#nextFrame = undefined;
	}
}
