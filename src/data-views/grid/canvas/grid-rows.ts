import {
	type CellValue,
	type CellWindow,
	type RowSource,
	type RowSpan,
	TileCache,
	tileColumns,
	tileRows,
} from '../../../rows/index.ts';
import { type Frame, positionsInView, type RowMark, type Speed } from './grid-frame.ts';

/** Rows loaded beyond the view: at rest, and at most during fast scrolling. */
const ahead = { least: 48, most: 1_500 };
const besides = { least: 2, most: 3 * tileColumns };
/** Frames at the current speed that loading stays ahead of the view: about the time to read a row group. */
const framesAhead = 12;
/** Rows scrolled faster than this per frame can't be read, so the view is only loaded every `pause` ms. */
const flying = { rows: 400, pause: 100 };
/** How long old rows stay while replacements load, in ms; then placeholders are shown. */
const longestStay = 1_500;

/** Why some rows could not be loaded. */
export interface GridFailure {
	readonly error: unknown;
	readonly window: CellWindow;
}

interface GridRowsOptions {
	/** Values arrived. Null: a request failed or was retried. */
	onChange(arrived: CellWindow | null): void;
	/** The rows now come from another source. */
	onReplaced(): void;
	onFailure(failure: GridFailure | null): void;
	frame(): Frame;
}

const reachOf = (speed: number): number =>
	Math.min(ahead.most, Math.max(ahead.least, Math.ceil(Math.abs(speed) * framesAhead)));

/** Range of column positions in view or soon to be; end exclusive. */
function reachAcross({ edges, columnStart, columnEnd, pinned, shown }: Frame, across: number): [number, number] {
	const width = ((edges[columnEnd] ?? 0) - (edges[columnStart] ?? 0)) / Math.max(1, columnEnd - columnStart);
	const moved = width > 0 ? Math.ceil((Math.abs(across) * framesAhead) / width) : 0;
	const reach = Math.min(besides.most, Math.max(besides.least, moved));
	const [before, after] = across < 0 ? [reach, besides.least] : [besides.least, reach];
	return [Math.max(pinned, columnStart - before), Math.min(shown.length, columnEnd + after)];
}

/** Loads a grid's rows: what to load, how far ahead, and how to swap in other rows. */
export class GridRows {
	readonly #options: GridRowsOptions;
	readonly changeColumn: number | undefined;
	#source: RowSource;
	#tiles: TileCache;
	/** Replacement rows, shown once those in view have loaded. */
	#next: { source: RowSource; tiles: TileCache; timer: ReturnType<typeof setTimeout> } | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#failure: unknown = null;
	/** What the last frame requested (see `#isSameWish`); null if tiles changed since. */
	#wish: readonly unknown[] | null = null;

	constructor(source: RowSource, options: GridRowsOptions) {
		this.#options = options;
		this.changeColumn = source.changeColumn;
		this.#source = source;
		this.#tiles = new TileCache(source, (arrived) => this.#arrived(arrived));
	}

	get source(): RowSource {
		return this.#source;
	}

	get count(): number {
		return this.#source.rowCount;
	}

	get columnsToLoad(): number[] {
		const tiles = new Set(this.#columnsOf(this.#options.frame()).map((column) => Math.floor(column / tileColumns)));
		const ofTile = (tile: number) => Array.from({ length: tileColumns }, (_, index) => tile * tileColumns + index);
		return [...tiles].flatMap(ofTile).filter((column) => column < this.#source.columns.length);
	}

	/** A cell's value by source column; undefined until loaded. */
	value(row: number, column: number): CellValue | undefined {
		return this.#tiles.value(row, column);
	}

	/** Loaded values of the tile with a cell, and the tile's first column. */
	around(row: number, column: number): { from: number; rows: readonly (readonly CellValue[])[] } {
		const tile = this.#tiles.tile(row, column);
		return { from: column - (column % tileColumns), rows: tile?.state === 'ready' ? tile.rows : [] };
	}

	mark(row: number): RowMark | null | undefined {
		if (this.changeColumn === undefined) return null;
		const value = this.#tiles.value(row, this.changeColumn);
		if (value === undefined) return undefined;
		return value === 'added' || value === 'removed' || value === 'changed' ? value : null;
	}

	want(frame: Frame, speed: Speed, isFitted: boolean): void {
		if (this.#isSameWish(frame, speed)) return;
		if (Math.abs(speed.down) > flying.rows && isFitted) {
			this.#timer ??= setTimeout(() => this.#wantNow(this.#options.frame(), speed), flying.pause);
			return;
		}
		this.#wantNow(frame, speed);
	}

	/** Replaces the rows with others that have the same columns, once the visible ones have loaded. */
	replace(source: RowSource): void {
		this.#dropNext();
		if (source === this.#source) return;
		const tiles: TileCache = new TileCache(source, (arrived) => {
			if (this.#tiles === tiles) this.#arrived(arrived);
			else if (this.#next?.tiles === tiles) this.#tryNext();
		});
		this.#next = { source, tiles, timer: setTimeout(() => this.#takeNext(), longestStay) };
		const { rows, columns } = this.#firstOf(source);
		tiles.want([{ rows, columns }]);
		this.#tryNext();
	}

	retry(): void {
		this.#wish = null;
		this.#tiles.retry();
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#dropNext();
		this.#tiles.clear();
	}

	#wantNow(frame: Frame, { down, across }: Speed): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const reach = reachOf(down);
		const [above, below] = down < 0 ? [reach, ahead.least] : [ahead.least, reach];
		const [columnStart, columnEnd] = reachAcross(frame, across);
		const inView = this.#columnsOf(frame);
		const columns = this.#columnsOf({ ...frame, columnStart, columnEnd });
		const rows = {
			rowStart: Math.max(0, frame.rowStart - above),
			rowEnd: Math.min(this.count, frame.rowEnd + below),
		};
		const isAtRest = down === 0 && across === 0 && this.#tiles.isSettled(frame, inView);
		this.#tiles.want(
			isAtRest
				? [
						{ rows, columns },
						{ rows: frame, columns: this.#besides(frame) },
					]
				: [{ rows, columns }],
		);
		const failed = this.#tiles.failure(frame, inView);
		if ((failed?.error ?? null) === this.#failure) return;
		this.#failure = failed?.error ?? null;
		this.#options.onFailure(failed);
	}

	/** Whether a frame needs the same rows as the last. Called at every scroll frame. */
	#isSameWish(frame: Frame, { down, across }: Speed): boolean {
		const [before, reach] = [this.#wish, reachOf(down)];
		const [columnStart, columnEnd] = reachAcross(frame, across);
		const wish = [
			Math.floor((frame.rowStart - (down < 0 ? reach : ahead.least)) / tileRows),
			Math.floor((frame.rowEnd + (down < 0 ? ahead.least : reach)) / tileRows),
			Math.floor(frame.rowStart / tileRows),
			Math.floor((frame.rowEnd - 1) / tileRows),
			columnStart,
			columnEnd,
			frame.pinned,
			frame.shown,
			down === 0 && across === 0,
		];
		this.#wish = wish;
		return before !== null && wish.every((part, index) => part === before[index]);
	}

	/** Columns on both sides of the view, since reading a column of sorted rows takes a while. */
	#besides({ shown, pinned, columnStart, columnEnd }: Frame): number[] {
		return [
			...shown.slice(Math.max(pinned, columnStart - tileColumns / 2), columnStart),
			...shown.slice(columnEnd, columnEnd + tileColumns),
		];
	}

	#columnsOf(frame: Frame): number[] {
		const columns = positionsInView(frame).map((position) => frame.shown[position] ?? 0);
		return this.changeColumn === undefined ? columns : [...columns, this.changeColumn];
	}

	/** New rows are shown from the start. */
	#firstOf(source: RowSource): { rows: RowSpan; columns: number[] } {
		const frame = this.#options.frame();
		const rowEnd = Math.min(source.rowCount, Math.max(1, frame.rowEnd - frame.rowStart));
		return { rows: { rowStart: 0, rowEnd }, columns: this.#columnsOf(frame) };
	}

	#tryNext(): void {
		if (this.#next === null) return;
		const { rows, columns } = this.#firstOf(this.#next.source);
		if (this.#next.tiles.isSettled(rows, columns)) this.#takeNext();
	}

	#takeNext(): void {
		if (this.#next === null) return;
		clearTimeout(this.#next.timer);
		this.#tiles.clear();
		({ source: this.#source, tiles: this.#tiles } = this.#next);
		this.#next = null;
		this.#wish = null;
		this.#options.onReplaced();
	}

	#dropNext(): void {
		if (this.#next === null) return;
		clearTimeout(this.#next.timer);
		this.#next.tiles.clear();
		this.#next = null;
	}

	#arrived(arrived: CellWindow | null): void {
		this.#wish = null;
		this.#options.onChange(arrived);
	}
}
