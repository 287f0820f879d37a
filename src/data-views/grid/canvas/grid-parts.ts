import classes from './grid.module.css';
import { newElement } from './new-element.ts';

/** Permanent elements of a grid: scroller, viewport, header and body. */
export class GridParts {
	readonly head = newElement('row', classes.header);
	readonly body = newElement('presentation', classes.body);
	readonly #host: HTMLElement;
	readonly #sizer = newElement('presentation', classes.sizer);
	readonly #pane = newElement('presentation', classes.pane);
	readonly #drop = newElement('presentation', classes.drop);

	constructor(host: HTMLElement) {
		this.#host = host;
		const clip = newElement('presentation', classes.clip, this.body);
		this.#drop.hidden = true;
		this.#pane.append(this.head, clip, this.#drop);
		this.#sizer.append(this.#pane);
		host.append(this.#sizer);
	}

	remove(): void {
		this.#sizer.remove();
	}

	/** @param size of all rows and columns @param view visible size, px */
	setSize(size: { width: number; height: number }, view: { width: number; height: number }): void {
		this.#sizer.style.height = `${size.height}px`;
		this.#pane.style.width = `${view.width}px`;
		this.#pane.style.height = `${view.height}px`;
		this.setWidth(size.width);
	}

	setWidth(width: number): void {
		this.#sizer.style.width = `${width}px`;
	}

	setGutter(width: number): void {
		this.#host.style.setProperty('--gutter', `${width}px`);
	}

	/** Shows the drop marker, px from the left of the view; null: hidden. */
	showDrop(left: number | null): void {
		this.#drop.hidden = left === null;
		if (left !== null) this.#drop.style.transform = `translateX(${left}px)`;
	}
}
