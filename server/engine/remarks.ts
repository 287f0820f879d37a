import type { FileReview } from '#contract/file-ingestion.ts';

export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const inSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Remarks for users about how a file is read, with the names of the columns concerned. */
export const allRemarks = ({ remarks, columns }: Pick<FileReview, 'remarks' | 'columns'>): string[] => [
	...remarks,
	...columns.flatMap(({ from, remarks = [] }) => remarks.map((remark) => `Column "${from}": ${inSentence(remark)}`)),
];
