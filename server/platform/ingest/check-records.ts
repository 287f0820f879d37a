import type { SubError } from '#contract/error.ts';
import { maxFieldText, maxRecordFields, type PreviewRequest } from '#contract/ingest.ts';
import { invalid } from '../service-error.ts';

/** Refuses records that are larger than what is taken, each problem with its place. @throws ServiceError VALIDATION_FAILED */
export function checkRecords({ data, schema, link }: PreviewRequest): void {
	const problems: SubError[] = [];
	for (const [index, record] of data.entries()) {
		const fields = Object.entries(record);
		if (fields.length > maxRecordFields) {
			problems.push({
				code: `data.${index}`,
				message: `data.${index} has ${count(fields.length)} fields; at most ${count(maxRecordFields)} are taken.`,
			});
		}
		for (const [field, value] of fields) {
			if (typeof value !== 'string' || value.length <= maxFieldText) continue;
			const code = `data.${index}.${field}`;
			problems.push({
				code,
				message: `${code} has ${count(value.length)} characters; at most ${count(maxFieldText)} are taken.`,
			});
		}
		if (problems.length >= 100) break;
	}
	const described = Object.keys(schema ?? {}).length;
	if (described > maxRecordFields) {
		problems.push({
			code: 'schema',
			message: `schema has ${count(described)} fields; at most ${count(maxRecordFields)} are taken.`,
		});
	}
	for (const type of Object.keys(link ?? {})) {
		if (type === 'ExactMatch' || type === 'GeoMatch') continue;
		problems.push({
			code: `link.${type}`,
			message: `link.${type} is not a match type. There are ExactMatch and GeoMatch.`,
		});
	}
	if (problems.length > 0) throw invalid(problems);
}

const count = (n: number): string => n.toLocaleString('en');
