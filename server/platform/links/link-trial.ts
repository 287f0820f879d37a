import type { LinkTrial, NewLink } from '#contract/link.ts';
import { EngineError, withoutAdvice } from '../../engine/errors.ts';
import { toReadable } from '../access/dataset-access.ts';
import type { Caller } from '../core/caller.ts';
import { conflict } from '../core/service-error.ts';
import { withRows } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';
import { type ReadLink, readLink } from './link-ends.ts';
import { tryExact } from './link-trial-exact.ts';
import { tryGeo } from './link-trial-geo.ts';
import { type Ask, maxRows } from './link-trial-source.ts';

const maxAnswers = 5_000;
const deadlineMs = 60_000;
const maxBytes = 8 * 2 ** 20;

/** What a link would match. @param signal ends the work @param most rows of `from` to read; if there are more, a sample */
export async function tryLink(
	platform: Platform,
	caller: Caller,
	link: NewLink,
	signal: AbortSignal,
	most = maxRows,
): Promise<LinkTrial> {
	const read = await readLink(platform.catalog.db, caller, link);
	const ask = askerOf(platform, caller, read, signal);
	try {
		const trial = await (link.matchType === 'GeoMatch' ? tryGeo : tryExact)(ask, read, most);
		return { ...trial, sampledRows: read.from.row.rows > most ? most : null };
	} catch (error) {
		// Users often try and cancel while typing; that isn't a failure of the service.
		if (signal.aborted) throw conflict('The preview was canceled.');
		if (!(error instanceof EngineError) || !limits.includes(error.code)) throw error;
		const why = withoutAdvice(error.message).replaceAll('The run was', 'The preview was');
		const smaller = link.matchType === 'GeoMatch' ? 'a smaller distance or smaller datasets' : 'smaller datasets';
		throw conflict(`${why} Try ${smaller}.`);
	}
}

const limits: readonly string[] = ['DEADLINE_EXCEEDED', 'MEMORY_EXCEEDED', 'OUTPUT_TOO_LARGE'];

function askerOf(platform: Platform, caller: Caller, { from, to }: ReadLink, signal: AbortSignal): Ask {
	const all = (from.row.id === to.row.id ? [from] : [from, to]).map(toReadable);
	return async (sql) => {
		const lane = `${caller.userId} trials`;
		const wanted = { sql, lane, quick: true, deadlineMs, signal, most: maxAnswers, maxBytes };
		const { rows } = await withRows(platform, all, null, (sources) => platform.engine.query({ ...wanted, sources }));
		return rows.map((row) => JSON.parse(row));
	};
}
