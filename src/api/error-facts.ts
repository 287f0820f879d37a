import type { SubError } from '#contract/error.ts';
import { isApiError } from './api-error.ts';

/** The known facts of a failure, for `ui/states/error-panel.tsx`. */
export interface ErrorFacts {
	readonly message: string;
	readonly code: string;
	readonly requestId: string | null;
	readonly subErrors: readonly SubError[];
	readonly operation?: string;
}

/** Messages about single fields by path. Empty for services that don't send paths. */
export function problemsByPath(error: unknown): Readonly<Record<string, string>> {
	if (!isApiError(error)) return {};
	return Object.fromEntries(
		error.subErrors.flatMap(({ path, message }) => (path === undefined ? [] : [[path, message]])),
	);
}

export function errorFacts(error: unknown): ErrorFacts {
	if (isApiError(error)) {
		const { message, code, requestId, subErrors, operation } = error;
		return { message, code, requestId, subErrors, operation };
	}
	const unsaid = 'Something went wrong. Reload the page to continue. Unsaved drafts stay in this browser.';
	const message = error instanceof Error && error.message !== '' ? error.message : unsaid;
	return { message, code: 'CONSOLE_ERROR', requestId: null, subErrors: [] };
}
