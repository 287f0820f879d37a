import { DrawingPace } from './drawing-pace.ts';
import { atRest, type Speed } from './grid-frame.ts';

/** After this long without scrolling, ms, rows rest. */
const settlePause = 150;
/** After this long without a frame, ms, the rows whose turn it was not are drawn. */
const restPause = 50;

interface Drawing {
	/** Draws what is in view, rows in so many turns (see DrawingPace). @returns whether all of them are drawn */
	draw(turns: number): boolean;
	/** Nothing was scrolled for a while. */
	onSettled(): void;
}

/** When a grid is drawn, and how much of it in a frame. */
export class DrawingSchedule {
	readonly #drawing: Drawing;
	readonly #pace = new DrawingPace();
	#speed: Speed = atRest;
	#scrolledAt = 0;
	#turns = 1;
	/** Draws what came meanwhile with the next frame. */
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

	/** Draws what came. While scrolling every frame is drawn anyway: what comes between two of them is drawn once. */
	soon(): void {
		if (this.#speed === atRest) this.now();
		else this.#nextFrame ??= requestAnimationFrame(() => this.#draw());
	}

	/** @param isFlying nothing of what was in view still is */
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

	/** One timer for many frames: setting it anew costs a frame more than drawing a row does. */
	#settle(): void {
		const rest = this.#scrolledAt + settlePause - performance.now();
		this.#settleTimer = rest > 0 ? setTimeout(() => this.#settle(), rest) : undefined;
		if (rest > 0) return;
		this.#speed = atRest;
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
