import type { Job } from '../../source/job.ts';
import { plainPage } from '../../source/raw-values.ts';
import type { PlainValue } from '../../source/row-source.ts';
import type { ColumnProfile } from './column-profile.ts';
import { ColumnProfiler } from './column-profiler.ts';

/** Maximum texts kept for all columns of a pass. */
const maxTexts = 200_000;
/** Maximum numbers kept, 8 bytes each. */
const keptNumbers = 10_000_000;

export const profileJob: Job<{ readonly columns: readonly number[] }, ColumnProfile[]> = async (
	{ columns },
	{ table, signal, progress, pause },
) => {
	const share = (of: number) => Math.floor(of / Math.max(1, columns.length));
	const room = {
		values: Math.max(1_000, Math.min(50_000, share(maxTexts))),
		numbers: Math.max(4_096, share(keptNumbers)),
	};
	const profilers = columns.flatMap((index) => {
		const definition = table.columns[index];
		return definition === undefined ? [] : [new ColumnProfiler(definition, index, room)];
	});
	for await (const { start, rows, stores } of table.scan(columns, signal)) {
		for (const [index, profiler] of profilers.entries()) {
			const store = stores[index];
			if (store === undefined) continue;
			for (const page of store.pages ?? [plainPage(rows)]) {
				if (profiler.addPage(page)) continue;
				for (let row = page.start; row < page.end; row += 1) profiler.add(store.value(row) as PlainValue);
			}
			await pause();
		}
		progress(start + rows, table.rowCount);
	}
	return profilers.map((profiler) => profiler.profile());
};
