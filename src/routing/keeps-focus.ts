/** State of a navigation after which the focus stays where somebody writes, instead of going to the new page's title. */
export const keepsFocus = { keepsFocus: true } as const;

export const isKeepingFocus = (state: unknown): boolean =>
	typeof state === 'object' && state !== null && 'keepsFocus' in state && state.keepsFocus === true;
