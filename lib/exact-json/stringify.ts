import { stringify } from 'json-custom-numbers';
import { JsonText } from './exact-json.ts';

/**
 * Writes a value as JSON, digit for digit: `bigint` and JsonText stand for themselves.
 * @param indent spaces of a level; 0 for one line
 */
export function stringifyJson(value: unknown, indent = 0): string {
	const exact = (_key: string, item: unknown): string | undefined =>
		typeof item === 'bigint' ? String(item) : item instanceof JsonText ? item.text : undefined;
	// The library takes an indent of 0 for a line each.
	return stringify(value, null, indent > 0 ? indent : undefined, exact);
}
