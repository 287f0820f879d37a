/** A frame that took longer than this, ms, was too much for this machine; there are 60 in a second. */
const tooLong = 24;
/** Frames in time after which more is tried at once again. */
const trialAfter = 240;
const mostTurns = 8;

/** Over how many frames rows are drawn during fast scrolling, so that a slow machine still answers in time. */
export class DrawingPace {
	#turns = 1;
	#last = Number.NaN;
	#inTime = 0;

	/** Told of every such frame. @param now ms @returns the number of turns, 1 to 8 */
	next(now: number): number {
		const took = now - this.#last;
		this.#last = now;
		// after a pause nothing is known of the frame before
		if (!(took < 250)) return this.#turns;
		if (took > tooLong) {
			// Half of the work at once: each further try would be a frame too late as well.
			this.#turns = Math.min(mostTurns, this.#turns * 2);
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
