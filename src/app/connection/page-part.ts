import { create } from 'zustand';
import { noPendingWork } from '../../lib/browser/when-idle.ts';
import { isMissingChunk } from '../../lib/missing-chunk.ts';
import { readText, writeText } from '../../storage/web-storage.ts';
import { noteMissingPart } from '../../ui/states/lazy-part.tsx';
import { nextQuestion } from './use-connection.ts';

/** Whether a page couldn't be opened because its code failed to load. It opens once the console's server responds again. */
export const useWaitingPage = create(() => ({ isWaiting: false }));

export interface Destination {
	readonly href: string;
	/** Unique per navigation. */
	readonly key: string;
}

const loads: (() => Promise<unknown>)[] = [];

/** Loads the code of all pages, so they open even without a network. */
export const loadAllPages = async (): Promise<void> => {
	for (const load of loads) {
		await noPendingWork();
		await load();
	}
};

/**
 * Loads a page's code. If that fails, the navigation waits on the current page. Once the server responds again, the
 * browser reloads at the new URL, because it caches a failed module for the life of the document.
 * @throws the error of `load` if the server responds and the page was just reloaded, or if the navigation was abandoned
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

/** Resolves when the console's file server responds or the navigation was abandoned. */
async function consoleAnswers(isWaiting: () => boolean): Promise<void> {
	for (let failures = 0; isWaiting(); failures += 1) {
		try {
			const answer = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' });
			if (answer.ok) return;
		} catch {}
		await new Promise((resolve) => setTimeout(resolve, nextQuestion(failures)));
	}
}

const loadedKey = 'dataset-console/loaded-anew';
/** If a page fails again within this time after a reload, in ms, the cause is something else. */
const justNow = 10_000;

function wasLoadedJustNow(href: string): boolean {
	const [at = '', of = ''] = (readText('session', loadedKey) ?? '').split(' ');
	writeText('session', loadedKey, `${Date.now()} ${href}`);
	return of === href && Date.now() - Number(at) < justNow;
}
