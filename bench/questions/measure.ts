import type { QueryWriter, SchemaContext, Written } from '../../server/agents/query/types.ts';
import { findNamespace } from '../../server/platform/access/namespace-access.ts';
import { findUser } from '../../server/platform/access/users.ts';
import type { Caller } from '../../server/platform/core/caller.ts';
import { queryRows } from '../../server/platform/rows/query-rows.ts';
import type { Platform } from '../../server/platform/state/platform.ts';
import { testCaller } from '../../server/testing/caller.ts';
import { sameRows } from './same-rows.ts';
import type { Case } from './types.ts';

export interface Outcome {
	readonly asked: Case;
	readonly result: 'right' | 'refused' | 'wrong';
	readonly written: Written;
	/** How a wrong answer differs; otherwise null. */
	readonly why: string | null;
}

/** Asks every question of the sample as its owner, and compares the rows with those of the hand-written query. */
export async function measure(
	platform: Platform,
	writer: QueryWriter,
	readContext: (
		platform: Platform,
		caller: Caller,
		namespace: Awaited<ReturnType<typeof findNamespace>>,
		about: { question: string; signal: AbortSignal },
	) => Promise<SchemaContext>,
	cases: readonly Case[],
): Promise<Outcome[]> {
	const user = await findUser(platform.catalog.db, 'demo');
	if (user === null) throw new Error('The sample has no user demo.');
	const caller = testCaller({ userId: user.id });
	const signal = new AbortController().signal;
	const rowsOf = async (sql: string, sources: SchemaContext['datasets']) =>
		(
			await queryRows(platform, caller, { sources: sources.map((source) => source.source), sql, signal, most: 100_000 })
		).rows.map((row) => JSON.parse(row) as Record<string, unknown>);
	const outcomes: Outcome[] = [];
	for (const asked of cases) {
		const namespace = await findNamespace(platform.catalog.db, caller, 'demo', asked.namespace);
		const context = await readContext(platform, caller, namespace, { question: asked.question, signal });
		const written = await writer.write(asked.question, context, { signal });
		if (written.kind === 'refused') {
			outcomes.push({ asked, written, result: asked.sql === null ? 'right' : 'refused', why: null });
			continue;
		}
		if (asked.sql === null) {
			outcomes.push({ asked, written, result: 'wrong', why: 'The data does not say.' });
			continue;
		}
		const expected = await rowsOf(asked.sql, context.datasets);
		const given = await rowsOf(written.sql, context.datasets).catch((error: unknown) => String(error));
		const why = typeof given === 'string' ? given : sameRows(expected, given, asked.ordered === true);
		outcomes.push({ asked, written, result: why === null ? 'right' : 'wrong', why });
	}
	return outcomes;
}
