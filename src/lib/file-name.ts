/**
 * Characters not allowed in file names: those rejected by file systems, and those that are invisible or reorder text
 * (Unicode, "Bidirectional Text"). Joiners are allowed, since some scripts and emoji need them.
 */
export const refusedInFileNames = /[\p{Cc}<>:"/\\|?*\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;
