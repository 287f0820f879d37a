import type * as z from 'zod/mini';

const root = 'dataset-console/preference/1/';

/** Reads a small setting of this browser (a pane's size, a picked language), or null where there is none that fits its schema. */
export function readPreference<T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | null {
	try {
		const raw = localStorage.getItem(root + name);
		if (raw === null) return null;
		const parsed = schema.safeParse(JSON.parse(raw));
		return parsed.success ? parsed.data : null;
	} catch {
		return null;
	}
}

/** Keeps a small setting. One that cannot be kept is only forgotten: nobody's work depends on it. */
export function writePreference(name: string, value: unknown): void {
	try {
		localStorage.setItem(root + name, JSON.stringify(value));
	} catch {
		// Private browsing, or storage that is full.
	}
}
