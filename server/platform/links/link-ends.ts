import { type LinkEnd, type NewLink, partnerOf } from '#contract/link.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { type FoundDataset, findDataset } from '../access/dataset-access.ts';
import type { Caller } from '../core/caller.ts';
import { invalid, ServiceError } from '../core/service-error.ts';
import { isNumeric } from '../rows/near-points.ts';
import { unknownColumn } from '../rows/row-filter.ts';

/** One side of a link, which the caller may read. */
export interface FoundEnd extends FoundDataset {
	/** The column that the link names; for GeoMatch, the latitude. */
	readonly column: string;
	/** For GeoMatch, otherwise null. */
	readonly longitude: string | null;
}

export interface ReadLink {
	readonly from: FoundEnd;
	readonly to: FoundEnd;
	readonly options: LinkOptions;
}

/** The known options, with their defaults. */
export interface LinkOptions {
	readonly caseSensitive: boolean;
	readonly trim: boolean;
	readonly maxDistanceMeters: number;
}

/** Finds both sides of a link and reads its options. @throws ServiceError NOT_FOUND for a dataset, VALIDATION_FAILED for columns and options */
export async function readLink(db: Db, caller: Caller, link: NewLink): Promise<ReadLink> {
	const datasets = {
		from: await datasetOf(db, caller, link.from, 'from'),
		to: await datasetOf(db, caller, link.to, 'to'),
	};
	const problems: Problem[] = [];
	const options = readOptions(link, problems);
	const from = endOf(datasets.from, link, 'from', problems);
	const to = endOf(datasets.to, link, 'to', problems);
	if (datasets.from.row.id === datasets.to.row.id && from.column === to.column) {
		problems.push({
			code: 'INVALID_VALUE',
			path: 'to',
			message: 'A column can’t link to itself. Choose another column.',
		});
	}
	if (problems.length > 0) throw invalid(problems);
	return { from, to, options };
}

async function datasetOf(db: Db, caller: Caller, end: LinkEnd, path: string): Promise<FoundDataset> {
	const { username, namespace, dataset } = end;
	try {
		return await findDataset(db, caller, { username, namespace, datasetName: dataset });
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
		throw new ServiceError(error.code, error.message, [{ code: 'NOT_FOUND', path, message: error.message }]);
	}
}

type Side = 'from' | 'to';

function endOf(found: FoundDataset, link: NewLink, side: Side, problems: Problem[]): FoundEnd {
	const { columns } = found.row;
	const column = link[side].columnName;
	const known = columns.find((candidate) => candidate.name === column);
	if (known === undefined) problems.push(unknownColumn(`${side}.columnName`, column, columns));
	if (link.matchType !== 'GeoMatch' || known === undefined) return { ...found, column, longitude: null };
	if (!isNumeric(known.type)) problems.push(notNumeric(`${side}.columnName`, known));
	return { ...found, column, longitude: longitudeOf(found, link, side, problems) };
}

/** The longitude column for a latitude: from the options, or by its name. */
function longitudeOf({ row }: FoundDataset, link: NewLink, side: Side, problems: Problem[]): string | null {
	const path = `options.${side}.longitude`;
	const given: unknown = Object(link.options?.[side]).longitude;
	const latitude = link[side].columnName;
	if (given !== undefined && typeof given !== 'string') {
		problems.push({ code: 'INVALID_TYPE', path, message: 'longitude must be the name of a column.' });
		return null;
	}
	const name =
		given ??
		partnerOf(
			latitude,
			row.columns.map((column) => column.name),
		);
	if (name === null) {
		const message = `Couldn’t detect the longitude column that goes with "${latitude}" in "${row.name}". Choose the column.`;
		problems.push({ code: 'REQUIRED', path, message });
		return null;
	}
	const known = row.columns.find((column) => column.name === name);
	if (known === undefined) problems.push(unknownColumn(path, name, row.columns));
	else if (!isNumeric(known.type)) problems.push(notNumeric(path, known));
	return name;
}

function readOptions(link: NewLink, problems: Problem[]): LinkOptions {
	const given = link.options ?? {};
	const flag = (name: 'caseSensitive' | 'trim', fallback: boolean): boolean => {
		const value = given[name];
		if (value === undefined || typeof value === 'boolean') return value ?? fallback;
		problems.push({ code: 'INVALID_TYPE', path: `options.${name}`, message: `${name} must be true or false.` });
		return fallback;
	};
	const distance = given.maxDistanceMeters ?? 1_000;
	const isDistance =
		typeof distance === 'number' && Number.isFinite(distance) && distance >= 0 && distance <= 20_100_000;
	if (!isDistance) {
		const message = 'maxDistanceMeters must be a number from 0 to 20,100,000 (halfway around the earth).';
		problems.push({ code: 'INVALID_VALUE', path: 'options.maxDistanceMeters', message });
	}
	return {
		caseSensitive: flag('caseSensitive', true),
		trim: flag('trim', false),
		maxDistanceMeters: isDistance ? distance : 0,
	};
}

const notNumeric = (path: string, column: { name: string; type: string }): Problem => ({
	code: 'INVALID_TYPE',
	path,
	message: `The column "${column.name}" is ${column.type}. GeoMatch needs a numeric column with degrees.`,
});
