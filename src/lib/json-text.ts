import { stringify } from 'json-custom-numbers';
import { Decimal } from './json.ts';

/** Writes a parsed value as JSON text again, digit for digit. @param indent spaces of a level; 0 for one line */
export function stringifyJson(value: unknown, indent = 0): string {
	const exact = (_key: string, it: unknown): string | undefined =>
		typeof it === 'bigint' ? String(it) : it instanceof Decimal ? it.text : undefined;
	// The library takes an indent of 0 for a line each.
	return stringify(value, null, indent > 0 ? indent : undefined, exact);
}
