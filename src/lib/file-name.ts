/**
 * What no file name holds: what file systems refuse, and what a person does not see or reads in another order than it is in
 * (Unicode, "Bidirectional Text"). Joiners stay: writings and emoji are spelled with them.
 */
export const refusedInFileNames = /[\p{Cc}<>:"/\\|?*\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;
