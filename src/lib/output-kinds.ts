/** Descriptions of the kinds of outputs in a pipeline's manifest. */
export const outputKindTexts = {
	declared: 'The manifest declares this output and its dataset.',
	computed: 'The pipeline creates an output like this for each row of a step.',
} as const;
