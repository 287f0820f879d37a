import * as z from 'zod/mini';
import { consolePath, moveTexts, readJson, removeText, type Scope, writeText } from './web-storage.ts';

/** Column layout of a dataset's rows, by column name. Widths in px. */
const StoredLayout = z.object({
	order: z.array(z.string()),
	pinned: z.array(z.string()),
	hidden: z.array(z.string()),
	widths: z.array(z.tuple([z.string(), z.number().check(z.gte(20), z.lte(4_000))])),
});
type StoredLayout = z.infer<typeof StoredLayout>;

/** A user's layout of a dataset, by coordinate, or of a file without one, by name. */
interface LayoutKey extends Scope {
	readonly rows: string;
}

const root = 'dataset-console/grid-layout/1';

const keyOf = ({ service, user, rows }: LayoutKey): string =>
	[root, consolePath(), service, user, rows].map(encodeURIComponent).join('/');

/** The stored layout; null if there is none or it's invalid. */
export const readGridLayout = (key: LayoutKey): StoredLayout | null =>
	readJson('local', keyOf(key), StoredLayout) ?? null;

/** Stores a layout, unless it's empty. Failures are ignored. */
export function storeGridLayout(
	key: LayoutKey,
	layout: Readonly<{ [Name in keyof StoredLayout]: readonly unknown[] }>,
): void {
	const { order, pinned, hidden, widths } = layout;
	if (order.length + pinned.length + hidden.length + widths.length === 0) removeText('local', keyOf(key));
	else writeText('local', keyOf(key), JSON.stringify({ order, pinned, hidden, widths }));
}

export function moveGridLayouts({ service, user }: Scope, rename: (rows: string) => string): void {
	const renamed = (rows: string) => encodeURIComponent(rename(decodeURIComponent(rows)));
	moveTexts('local', keyOf({ service, user, rows: '' }), renamed);
}
