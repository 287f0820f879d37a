/** A frame longer than this, in ms, overloaded the machine; at 60 fps a frame takes 16.7. */
const tooLong = 24;
/** After this many frames on time, more work per frame is tried. */
const trialAfter = 240;
const maxTurns = 8;

/** Spreads the drawing of rows over several frames during fast scrolling, so slow machines stay responsive. */
export class DrawingPace {
	#turns = 1;
	#last = Number.NaN;
	#inTime = 0;

	/** Call it every frame. @param now ms @returns the number of turns, 1 to 8 */
	next(now: number): number {
		const took = now - this.#last;
		this.#last = now;
		// After a pause, the duration of the last frame is unknown.
		if (!(took < 250)) return this.#turns;
		if (took > tooLong) {
			// Halves the work at once, since each smaller step would cost another late frame.
			this.#turns = Math.min(maxTurns, this.#turns * 2);
			this.#inTime = 0;
		} else {
			this.#inTime += 1;
			if (this.#inTime > trialAfter && this.#turns > 1) {
				this.#turns -= 1;
				this.#inTime = 0;
			}
		}
		return this.#turns;
	}

	rest(): void {
		this.#last = Number.NaN;
	}
}
