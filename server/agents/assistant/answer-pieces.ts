import { type UnsupportedFigure, unsupportedMember } from '#contract/agents/artifacts.ts';
import type { TaskReport } from '../protocol/task.ts';
import type { Answer } from './plan.ts';

/** Reports an answer in pieces as it is written (A2A 1.0, "TaskArtifactUpdateEvent"), or all at once if it comes at once. */
export function answerPieces(report: TaskReport) {
	let isBegun = false;
	const artifactOf = (text: string, unsupported: readonly UnsupportedFigure[] | undefined) => ({
		...{ artifactId: 'answer', name: 'Answer', parts: [{ text }] },
		...(unsupported === undefined ? {} : { metadata: { [unsupportedMember]: unsupported } }),
	});
	return {
		async add(text: string, unsupported?: readonly UnsupportedFigure[]): Promise<void> {
			const append = isBegun;
			isBegun = true;
			await report.artifact(artifactOf(text, unsupported), { append, lastChunk: false });
		},
		end: ({ text, unsupported, isWhole }: Answer): Promise<void> =>
			isWhole || !isBegun
				? report.artifact(artifactOf(text, isBegun || unsupported.length > 0 ? unsupported : undefined))
				: report.artifact(artifactOf(text, unsupported), { append: true, lastChunk: true }),
	};
}
