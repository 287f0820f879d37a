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

/** Rows beyond the view that are loaded too: at rest, and at most when rows run by. */
const ahead = { least: 48, most: 1_500 };
/** Columns beside the view that are loaded too: those that are drawn there, and at most when columns run by. */
const besides = { least: 2, most: 3 * tileColumns };
/** Frames of the present speed that loading keeps ahead of the view: as long as a row group takes to be read. */
const framesAhead = 12;
/** Rows a frame above which nobody reads: then only every so often, ms, what is in view is loaded. */
const flying = { rows: 400, pause: 100 };
/** How long rows stay that others are to replace, ms; then places are held for those. */
const longestStay = 1_500;

/** Why some rows could not be loaded. */
export interface GridFailure {
	readonly error: unknown;
	readonly window: CellWindow;
}

interface GridRowsOptions {
	/** Values came: the window that arrived, null when something failed or is asked for again. */
	onChange(arrived: CellWindow | null): void;
	/** The rows are those of another source now. */
	onReplaced(): void;
	onFailure(failure: GridFailure | null): void;
	frame(): Frame;
}

const reachOf = (speed: number): number =>
	Math.min(ahead.most, Math.max(ahead.least, Math.ceil(Math.abs(speed) * framesAhead)));

/** Positions of the columns in view and of those that will soon be; end exclusive. */
function reachAcross({ edges, columnStart, columnEnd, pinned, shown }: Frame, across: number): [number, number] {
	const width = ((edges[columnEnd] ?? 0) - (edges[columnStart] ?? 0)) / Math.max(1, columnEnd - columnStart);
	const moved = width > 0 ? Math.ceil((Math.abs(across) * framesAhead) / width) : 0;
	const reach = Math.min(besides.most, Math.max(besides.least, moved));
	const [before, after] = across < 0 ? [reach, besides.least] : [besides.least, reach];
	return [Math.max(pinned, columnStart - before), Math.min(shown.length, columnEnd + after)];
}

/** The rows that a grid draws: what it loads of its source, how far ahead, and how others take their place. */
export class GridRows {
	readonly #options: GridRowsOptions;
	/** Told by the source that the grid began with: what is arranged has the same columns. */
	readonly changeColumn: number | undefined;
	#source: RowSource;
	#tiles: TileCache;
	/** Rows that are to be shown once those in view are there. */
	#next: { source: RowSource; tiles: TileCache; timer: ReturnType<typeof setTimeout> } | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#failure: unknown = null;
	/** What the last frame wanted, see `#isSameWish`; null when tiles changed since. */
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
		const ofTile = (tile: number) => Array.from({ length: tileColumns }, (_, at) => tile * tileColumns + at);
		return [...tiles].flatMap(ofTile).filter((column) => column < this.#source.columns.length);
	}

	/** A cell's value by the source's column; undefined while it is not there. */
	value(row: number, column: number): CellValue | undefined {
		return this.#tiles.value(row, column);
	}

	/** Loaded values of the tile that holds a cell, and the column that they begin with. */
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

	/** Puts other rows of the same columns in the place of these, as soon as those to be seen are there. */
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

	/** Whether a frame wants what the one before did; it is asked at every scrolled frame. */
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
		return before !== null && wish.every((part, at) => part === before[at]);
	}

	/** Columns at both sides of those in view: reading a column of sorted rows takes a while. */
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

	/** Other rows are seen from their beginning. */
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
