/** What is counted where a dataset's rows are, given its name in words: "flights", but "rows of daily weather". */
export const counted = (name: string): string =>
	/s$/i.test(name) && !/(ss|us|is)$/i.test(name) ? name : `rows of ${name}`;
