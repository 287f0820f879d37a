import type { CellValue, CellWindow, RowSource } from './row-source.ts';

/** Size of a tile, the unit of requests to a source. */
export const tileRows = 128;
export const tileColumns = 12;
/** Maximum tiles cached: about 150,000 cells. */
const maxTiles = 96;

export type RowSpan = Pick<CellWindow, 'rowStart' | 'rowEnd'>;

export interface Area {
	readonly rows: RowSpan;
	readonly columns: readonly number[];
}

export type Tile =
	| { readonly state: 'loading'; readonly controller: AbortController }
	| { readonly state: 'ready'; readonly rows: CellValue[][] }
	| { readonly state: 'failed'; readonly error: unknown; readonly window: CellWindow };

/** A grid's cached tiles: those in view and recently seen ones. */
export class TileCache {
	readonly #source: RowSource;
	readonly #onChange: (arrived: CellWindow | null) => void;
	readonly #tiles = new Map<number, Tile>();

	/** @param onChange receives the window of a loaded or failed tile, or null for other changes */
	constructor(source: RowSource, onChange: (arrived: CellWindow | null) => void) {
		this.#source = source;
		this.#onChange = onChange;
	}

	tile(row: number, column: number): Tile | undefined {
		return this.#tiles.get(keyOf(Math.floor(row / tileRows), Math.floor(column / tileColumns)));
	}

	/** A cell's value; undefined until loaded. */
	value(row: number, column: number): CellValue | undefined {
		const tile = this.tile(row, column);
		return tile?.state === 'ready' ? tile.rows[row % tileRows]?.[column % tileColumns] : undefined;
	}

	/** Loads missing tiles of some areas, and aborts pending ones no longer wanted. */
	want(areas: readonly Area[]): void {
		const wanted = new Set<number>();
		for (const { rows, columns } of areas) {
			forEachTile(rows, columns, (tileRow, tileColumn) => {
				const key = keyOf(tileRow, tileColumn);
				wanted.add(key);
				const tile = this.#tiles.get(key);
				if (tile === undefined) void this.#load(key, tileRow, tileColumn);
				else {
					this.#tiles.delete(key);
					this.#tiles.set(key, tile);
				}
			});
		}
		for (const [key, tile] of this.#tiles) {
			if (tile.state !== 'loading' || wanted.has(key)) continue;
			this.#tiles.delete(key);
			tile.controller.abort();
		}
		this.#evict(wanted);
	}

	/** Whether nothing in these rows and columns is still loading. */
	isSettled(rows: RowSpan, columns: Iterable<number>): boolean {
		let settled = true;
		forEachTile(rows, columns, (tileRow, tileColumn) => {
			const state = this.#tiles.get(keyOf(tileRow, tileColumn))?.state;
			settled &&= state === 'ready' || state === 'failed';
		});
		return settled;
	}

	/** The first failure in these rows and columns. */
	failure(rows: RowSpan, columns: Iterable<number>): Extract<Tile, { state: 'failed' }> | null {
		let found: Extract<Tile, { state: 'failed' }> | null = null;
		forEachTile(rows, columns, (tileRow, tileColumn) => {
			const tile = this.#tiles.get(keyOf(tileRow, tileColumn));
			if (found === null && tile?.state === 'failed') found = tile;
		});
		return found;
	}

	retry(): void {
		for (const [key, tile] of this.#tiles) if (tile.state === 'failed') this.#tiles.delete(key);
		this.#onChange(null);
	}

	clear(): void {
		for (const tile of this.#tiles.values()) if (tile.state === 'loading') tile.controller.abort();
		this.#tiles.clear();
	}

	async #load(key: number, tileRow: number, tileColumn: number): Promise<void> {
		const controller = new AbortController();
		const mine: Tile = { state: 'loading', controller };
		this.#tiles.set(key, mine);
		const window = {
			rowStart: tileRow * tileRows,
			rowEnd: Math.min(this.#source.rowCount, (tileRow + 1) * tileRows),
			columnStart: tileColumn * tileColumns,
			columnEnd: Math.min(this.#source.columns.length, (tileColumn + 1) * tileColumns),
		};
		let next: Tile;
		try {
			next = { state: 'ready', rows: await this.#source.rows(window, controller.signal) };
		} catch (error) {
			next = { state: 'failed', error, window };
		}
		if (this.#tiles.get(key) !== mine) return;
		this.#tiles.set(key, next);
		this.#onChange(window);
	}

	#evict(wanted: ReadonlySet<number>): void {
		for (const key of this.#tiles.keys()) {
			if (this.#tiles.size <= maxTiles) return;
			if (!wanted.has(key)) this.#tiles.delete(key);
		}
	}
}

const keyOf = (tileRow: number, tileColumn: number): number => tileRow * 65_536 + tileColumn;

function forEachTile(
	{ rowStart, rowEnd }: RowSpan,
	columns: Iterable<number>,
	visit: (tileRow: number, tileColumn: number) => void,
): void {
	if (rowEnd <= rowStart) return;
	const lastRow = Math.floor((rowEnd - 1) / tileRows);
	const across = new Set(Array.from(columns, (column) => Math.floor(column / tileColumns)));
	for (let row = Math.floor(rowStart / tileRows); row <= lastRow; row += 1) {
		for (const column of across) visit(row, column);
	}
}
