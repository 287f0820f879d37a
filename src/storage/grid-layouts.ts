import * as z from 'zod/mini';
import { consolePath, moveTexts, readJson, removeText, type Scope, writeText } from './web-storage.ts';

/** How the columns of a dataset's rows are laid out, by their names. Widths in px. */
const StoredLayout = z.object({
	order: z.array(z.string()),
	pinned: z.array(z.string()),
	hidden: z.array(z.string()),
	widths: z.array(z.tuple([z.string(), z.number().check(z.gte(20), z.lte(4_000))])),
});
type StoredLayout = z.infer<typeof StoredLayout>;

/** Whose layout it is, at which service, and of what: a dataset's coordinate, or the name of a file that is none's. */
interface LayoutKey extends Scope {
	readonly rows: string;
}

const root = 'dataset-console/grid-layout/1';

const keyOf = ({ service, user, rows }: LayoutKey): string =>
	[root, consolePath(), service, user, rows].map(encodeURIComponent).join('/');

/** The layout that was kept; null where there is none that can be read. */
export const readGridLayout = (key: LayoutKey): StoredLayout | null =>
	readJson('local', keyOf(key), StoredLayout) ?? null;

/** Keeps a layout. One that cannot be kept is only forgotten; one that says nothing needs no place. */
export function keepGridLayout(
	key: LayoutKey,
	layout: Readonly<{ [Name in keyof StoredLayout]: readonly unknown[] }>,
): void {
	const { order, pinned, hidden, widths } = layout;
	if (order.length + pinned.length + hidden.length + widths.length === 0) removeText('local', keyOf(key));
	else writeText('local', keyOf(key), JSON.stringify({ order, pinned, hidden, widths }));
}

/** Layouts of a namespace's datasets follow it to its new name. */
export function moveGridLayouts({ service, user }: Scope, rename: (rows: string) => string): void {
	const renamed = (rows: string) => encodeURIComponent(rename(decodeURIComponent(rows)));
	moveTexts('local', keyOf({ service, user, rows: '' }), renamed);
}
