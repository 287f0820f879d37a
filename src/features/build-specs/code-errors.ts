import { queryOptions } from '@tanstack/react-query';
import { checkBuildSpec, type Definition } from '#contract/build-spec.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { call } from '../../api/http.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { looksLikePipeline } from './pipeline-queries.ts';

/** How long a result is valid, in ms, since sources may change. */
const holds = 5 * 60_000;

/** Whether a version's code has errors with the current sources. Checked one at a time, in the background. */
export const codeErrorsQuery = (
	buildSpecId: string,
	version: number,
	read: (signal: AbortSignal) => Promise<Definition | null>,
) =>
	queryOptions({
		queryKey: ['code-errors', buildSpecId, version],
		queryFn: ({ client, signal }) =>
			inTurn(async () => {
				// Skip it if it's no longer in view.
				signal.throwIfAborted();
				const body = await read(signal);
				if (body === null) return false;
				// Only this operation checks a pipeline's steps.
				const hasSteps =
					looksLikePipeline(body.code.payload) && offers(await client.ensureQueryData(descriptionQuery), checkPipeline);
				const { diagnostics } = await call(hasSteps ? checkPipeline : checkBuildSpec, { body }, { signal });
				return diagnostics.some(({ severity }) => severity === 'error');
			}),
		staleTime: holds,
		retry: false,
		refetchOnWindowFocus: false,
	});

let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
	const done = last.then(work);
	last = done.catch(() => {});
	return done;
}
