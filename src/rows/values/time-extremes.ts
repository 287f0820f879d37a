import { type Instant, instantOf } from './instant.ts';

interface Extreme {
	readonly text: string;
	readonly instant: Instant;
}

/** Earliest and latest of a series of times as text. */
export class TimeExtremes {
	readonly #plain = new Map<number, [first: string, last: string]>();
	#least: Extreme | null = null;
	#most: Extreme | null = null;
	/** Durations, and times of day mixed with dates, have no order. */
	#isOrdered = true;

	add(text: string): void {
		const form = formOf(text);
		const ends = this.#plain.get(form);
		if (form === 0) this.#take(text);
		else if (ends === undefined) this.#plain.set(form, [text, text]);
		else if (text < ends[0]) ends[0] = text;
		else if (text > ends[1]) ends[1] = text;
	}

	/** In their original form; null if there are none or no order. */
	ends(): { least: string; most: string } | null {
		for (const text of [...this.#plain.values()].flat()) this.#take(text);
		const [least, most] = [this.#least, this.#most];
		return !this.#isOrdered || least === null || most === null ? null : { least: least.text, most: most.text };
	}

	#take(text: string): void {
		if (!this.#isOrdered) return;
		const instant = instantOf(text);
		// A month has no fixed number of days, so durations have no order.
		if (instant === null || instant.shape === 'duration' || instant.shape !== (this.#least?.instant ?? instant).shape) {
			this.#isOrdered = false;
			return;
		}
		if (this.#least === null || isBefore(instant, this.#least.instant)) this.#least = { text, instant };
		if (this.#most === null || isBefore(this.#most.instant, instant)) this.#most = { text, instant };
	}
}

const isBefore = (a: Instant, b: Instant): boolean =>
	a.seconds < b.seconds || (a.seconds === b.seconds && a.nanos < b.nanos);

const date = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z?)?$/;
const time = /^\d\d:\d\d:\d\d(?:\.\d+)?$/;

/** Texts of the same form sort like their values, so millions of them needn't be parsed; 0: no such form. */
function formOf(text: string): number {
	if (date.test(text)) return text.length * 3 + (text.endsWith('Z') ? 2 : 1);
	return time.test(text) ? text.length * 3 : 0;
}
