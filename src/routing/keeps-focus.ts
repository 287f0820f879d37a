/** Navigation state that keeps the focus in the field being typed in, instead of moving it to the page title. */
export const keepsFocus = { keepsFocus: true } as const;

export const isKeepingFocus = (state: unknown): boolean =>
	typeof state === 'object' && state !== null && 'keepsFocus' in state && state.keepsFocus === true;
