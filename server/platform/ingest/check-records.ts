import { maxFieldText, maxRecordFields, type PreviewRequest } from '#contract/ingest.ts';
import type { Problem, ProblemCode } from '#contract/service/problem-codes.ts';
import { recordLabel } from '../core/issues.ts';
import { invalid } from '../core/service-error.ts';

/** Refuses records that exceed the limits; each problem has its position. @throws ServiceError VALIDATION_FAILED */
export function checkRecords({ data, schema, link }: PreviewRequest): void {
	const problems: Problem[] = [];
	const say = (code: ProblemCode, path: string, message: string) => problems.push({ code, path, message });
	for (const [index, record] of data.entries()) {
		const fields = Object.entries(record);
		if (fields.length > maxRecordFields) {
			const label = recordLabel(['data', index]);
			say(
				'TOO_MANY',
				`data.${index}`,
				`${label} has ${count(fields.length)} fields. The limit is ${count(maxRecordFields)}. Send fewer fields.`,
			);
		}
		for (const [field, value] of fields) {
			if (typeof value !== 'string' || value.length <= maxFieldText) continue;
			const label = recordLabel(['data', index, field]);
			say(
				'TOO_LONG',
				`data.${index}.${field}`,
				`${label}: the text has ${count(value.length)} characters. The limit is ${count(maxFieldText)}. Shorten the text.`,
			);
		}
		if (problems.length >= 100) break;
	}
	const described = Object.keys(schema ?? {}).length;
	if (described > maxRecordFields) {
		say(
			'TOO_MANY',
			'schema',
			`The schema has ${count(described)} fields. The limit is ${count(maxRecordFields)}. Describe fewer fields.`,
		);
	}
	if ((link?.GeoMatch ?? null) !== null) {
		say(
			'INVALID_VALUE',
			'link.GeoMatch',
			'GeoMatch has no options in a preview. Set it to null. Latitude and longitude fields are recognized by name.',
		);
	}
	for (const type of Object.keys(link ?? {})) {
		if (type === 'ExactMatch' || type === 'GeoMatch') continue;
		say('INVALID_VALUE', `link.${type}`, `"${type}" isn’t a match type. Use ExactMatch or GeoMatch.`);
	}
	if (problems.length > 0) throw invalid(problems);
}

const count = (n: number): string => n.toLocaleString('en');
