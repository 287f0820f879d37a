import { create } from 'zustand';
import { nothingAwaited } from '../../lib/browser/when-idle.ts';
import { isMissingChunk } from '../../lib/missing-chunk.ts';
import { readText, writeText } from '../../storage/web-storage.ts';
import { noteMissingPart } from '../../ui/states/lazy-part.tsx';
import { nextQuestion } from './use-connection.ts';

/** Whether a page was opened whose code could not be loaded; it comes when the console's server answers again. */
export const useWaitingPage = create(() => ({ isWaiting: false }));

/** Where the router is going; null when it goes nowhere. */
export interface Destination {
	readonly href: string;
	/** Another navigation has another key. */
	readonly key: string;
}

const loads: (() => Promise<unknown>)[] = [];

/** Loads the code of every page, so that it is there when the page is opened, even without a network. */
export const loadAllPages = async (): Promise<void> => {
	for (const load of loads) {
		await nothingAwaited();
		await load();
	}
};

/**
 * The code of a page. While it cannot be loaded, the navigation waits and the page before stays; when the console's server
 * answers again, the page is loaded anew at its address: browsers keep that a module failed for as long as a page lives.
 * @throws what `load` throws when the server answers and the page was loaded anew just before, or when nobody waits any more
 */
export function pagePart<T>(load: () => Promise<T>, destination: () => Destination | null): () => Promise<T> {
	loads.push(load);
	return async () => {
		try {
			return await load();
		} catch (error) {
			if (!isMissingChunk(error)) throw error;
			const wanted = destination();
			noteMissingPart();
			useWaitingPage.setState({ isWaiting: true });
			try {
				await consoleAnswers(() => destination()?.key === wanted?.key);
			} finally {
				useWaitingPage.setState({ isWaiting: false });
			}
			if (wanted === null || destination()?.key !== wanted.key || wasLoadedJustNow(wanted.href)) throw error;
			location.assign(wanted.href);
			return await new Promise<never>(() => {});
		}
	};
}

/** Fulfills when the server of the console's own files answers, or nobody waits for it any more. */
async function consoleAnswers(isWaiting: () => boolean): Promise<void> {
	for (let failures = 0; isWaiting(); failures += 1) {
		try {
			const answer = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' });
			if (answer.ok) return;
		} catch {
			// Asked again.
		}
		await new Promise((resolve) => setTimeout(resolve, nextQuestion(failures)));
	}
}

const loadedKey = 'dataset-console/loaded-anew';
/** A page that fails again so soon after it was loaded anew, ms, fails for another reason. */
const justNow = 10_000;

function wasLoadedJustNow(href: string): boolean {
	const [at = '', of = ''] = (readText('session', loadedKey) ?? '').split(' ');
	writeText('session', loadedKey, `${Date.now()} ${href}`);
	return of === href && Date.now() - Number(at) < justNow;
}
