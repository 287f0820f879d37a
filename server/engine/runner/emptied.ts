import type { FileReview } from '#contract/file-ingestion.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { parquetOf } from '../sql/source-views.ts';
import type { Base } from '../types.ts';
import type { Session } from './session.ts';

type Emptied = NonNullable<FileReview['emptied']>;

/**
 * Columns that lose all their values if the dataset's rows are replaced by those of a file.
 * @param filled columns for which the file has values @param files with all rows of the dataset
 */
export async function emptiedByReplacing(
	{ connection }: Session,
	{ columns }: Base,
	filled: readonly string[],
	files: readonly string[],
): Promise<Emptied> {
	const kept = new Set(filled.map((name) => name.toLowerCase()));
	const empty = columns.filter(({ name }) => !kept.has(name.toLowerCase()));
	if (empty.length === 0 || files.length === 0) return [];
	const counts = empty.map(({ name }) => `count(${quoted(name)})`).join(', ');
	const [found = []] = await (await connection.run(`SELECT ${counts} FROM ${parquetOf({ files })}`)).getRows();
	return empty.flatMap(({ name }, index) => {
		const values = Number(found[index]);
		return values === 0 ? [] : [{ column: name, values }];
	});
}
