/** Results of a stream's responses, in the form in which agents of the interface send them. */
const place = { taskId: 'task-1', contextId: 'context-1' };

export const working = (text?: string, data?: unknown): Record<string, unknown> => ({
	statusUpdate: {
		...place,
		status: {
			state: 'TASK_STATE_WORKING',
			...(text === undefined
				? {}
				: {
						message: {
							messageId: `m-${text}`,
							role: 'ROLE_AGENT',
							parts: [{ text }, ...(data === undefined ? [] : [{ data }])],
						},
					}),
		},
	},
});

export const ended = (state = 'TASK_STATE_COMPLETED'): Record<string, unknown> => ({
	statusUpdate: { ...place, status: { state } },
});

export const planned = (...instructions: string[]): Record<string, unknown> =>
	working('The plan', {
		steps: instructions.map((instruction, index) => ({ index: index + 1, instruction, reasoning: 'It is needed.' })),
	});

export const artifact = (
	artifactId: string,
	parts: readonly Record<string, unknown>[],
	more: Record<string, unknown> = {},
): Record<string, unknown> => {
	const { metadata, ...update } = more;
	return {
		artifactUpdate: {
			...place,
			artifact: { artifactId, name: artifactId, parts, ...(metadata === undefined ? {} : { metadata }) },
			...update,
		},
	};
};

export const step = (index: number, query: string, rows: readonly unknown[]): Record<string, unknown> =>
	artifact(`step-${index}`, [{ text: query }, { data: { rows } }], {
		metadata: { index, instruction: `Step ${index} of the plan`, reasoning: 'It is needed.' },
	});

export const answer = (text: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
	artifact('answer', [{ text }], more);
