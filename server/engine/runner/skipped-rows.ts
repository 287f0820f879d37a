import { maxRejectedKept, type RejectedRow } from '#contract/ingest.ts';
import type { EngineFile } from '../types.ts';
import { shorten } from './load-types.ts';
import type { Planned } from './plan-columns.ts';
import type { Session } from './session.ts';

const sameKey = {
	refuse: '',
	first: 'An earlier row has the same key.',
	last: 'A later row has the same key.',
	skip: 'Another row has the same key.',
};

/**
 * The first rows of `sent` that aren't written, with the text of all saved columns and the reasons.
 * @param keep SQL condition for rows whose values fit @param dropped number of others in the table `dropped`
 */
export async function readSkipped(
	{ connection }: Session,
	used: readonly Planned[],
	{ key, duplicates = 'refuse' }: Pick<EngineFile, 'key' | 'duplicates'>,
	{ keep, dropped }: { readonly keep: string; readonly dropped: number },
): Promise<RejectedRow[]> {
	const cells = used.map(({ source, plan, wanted }) => {
		const fits = wanted.misfits === 'skip' ? `(${plan.fits})` : 'true';
		return `CAST(${source} AS VARCHAR), ${fits}`;
	});
	// Null for rows that aren't in the table.
	const hasKey = dropped === 0 ? 'NULL' : '(SELECT has_key FROM dropped WHERE dropped.n = sent.n)';
	const isDropped = dropped === 0 ? 'false' : 'n IN (SELECT n FROM dropped)';
	const found = await connection.run(
		`SELECT n, ${hasKey}, ${cells.join(', ')} FROM sent WHERE NOT (${keep}) OR ${isDropped} ORDER BY n LIMIT ${maxRejectedKept}`,
	);
	return (await found.getRows()).map(([n, hasKey, ...facts]) => {
		const texts = used.map((_, index) => (facts[index * 2] === null ? null : shorten(String(facts[index * 2]))));
		const misfits = used.flatMap(({ plan: { name, type } }, index) =>
			facts[index * 2 + 1] === true
				? []
				: [{ column: name, message: `${JSON.stringify(texts[index])} isn’t a valid ${type}.` }],
		);
		return {
			row: Number(n),
			reasons:
				hasKey === null
					? misfits
					: [{ column: key.join(', '), message: hasKey === true ? sameKey[duplicates] : 'The row has no key.' }],
			values: Object.fromEntries(used.map(({ plan }, index) => [plan.name, texts[index] ?? null])),
		};
	});
}
