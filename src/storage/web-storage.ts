/** Local storage outlives the window, session storage the reload. Either may be blocked or full: nothing here throws. */
export type Area = 'local' | 'session';

/** Folder of this console: several may live at one origin, and each keeps its own. */
export const place = (): string => new URL('.', document.baseURI).pathname;

const areaOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

export function readText(area: Area, key: string): string | null {
	try {
		return areaOf(area).getItem(key);
	} catch {
		return null;
	}
}

/** @returns whether it was kept */
export function writeText(area: Area, key: string, text: string): boolean {
	try {
		areaOf(area).setItem(key, text);
		return true;
	} catch {
		return false;
	}
}

export function removeText(area: Area, key: string): void {
	try {
		areaOf(area).removeItem(key);
	} catch {
		// Storage that cannot be reached holds nothing of ours.
	}
}
