const newPrefix = 'new';

/** Under which id the draft of a new BuildSpec is kept: one for the empty page, one for each that is being duplicated. */
export const newDraftId = (from: string | null): string => (from === null ? newPrefix : `${newPrefix}:${from}`);

/** What a new BuildSpec's draft duplicates: an id, null for none, undefined when the draft is not of a new BuildSpec. */
export function newDraftSource(draftId: string): string | null | undefined {
	if (draftId === newPrefix) return null;
	return draftId.startsWith(`${newPrefix}:`) ? draftId.slice(newPrefix.length + 1) : undefined;
}

const handed = '~';

/** What a new BuildSpec's draft begins from when its text was handed over by another page, and not copied from a BuildSpec. */
export const handedOver = (id: string): string => `${handed}${id}`;

export const isHandedOver = (from: string | null): boolean => from?.startsWith(handed) === true;
