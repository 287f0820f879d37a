import { stringify } from 'json-custom-numbers';
import { JsonText } from './exact-json.ts';

/**
 * Writes a value as JSON without losing digits: `bigint` and JsonText are written as they are.
 * @param indent spaces per level; 0 for one line
 */
export function stringifyJson(value: unknown, indent = 0): string {
	const exact = (_key: string, item: unknown): string | undefined =>
		typeof item === 'bigint' ? String(item) : item instanceof JsonText ? item.text : undefined;
	// The library would insert line breaks for an indent of 0.
	return stringify(value, null, indent > 0 ? indent : undefined, exact);
}
