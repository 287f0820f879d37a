import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import type { JsonSchema } from '../fuzz/values.ts';

/**
 * A response of an operation in which every text is hostile: for a list, one item per text, otherwise one with the same text everywhere.
 * @param more items of a list, or members of the response, that are used as given
 */
export function hostileAnswer(operation: Operation, texts: readonly string[], more: object = {}): unknown {
	const { items, result } = operation;
	if (items !== undefined)
		return { items: texts.map((text, index) => ({ ...(sample(items, text, index) as object), ...more })) };
	if (result === undefined) return null;
	const answer = sample(result, texts[0] ?? '', 0);
	return Array.isArray(answer) ? answer : { ...(answer as object), ...more };
}

const sample = (schema: z.ZodMiniType, text: string, at: number): unknown =>
	sampleOf(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, text, at);

/** A value that the schema allows; `at` selects among alternatives. */
function sampleOf(schema: JsonSchema, text: string, at: number): unknown {
	if (schema.const !== undefined) return schema.const;
	if (schema.enum !== undefined) return schema.enum[at % schema.enum.length];
	if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {}, text, at);
	switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
		case 'null':
			return null;
		case 'boolean':
			return at % 2 === 0;
		case 'integer':
		case 'number':
			return at + 1;
		case 'array':
			return [sampleOf(schema.items ?? {}, text, at)];
		case 'object':
			return membersOf(schema, text, at);
		default:
			return text;
	}
}

function membersOf({ properties, additionalProperties }: JsonSchema, text: string, at: number): object {
	if (properties === undefined) {
		const value = typeof additionalProperties === 'object' ? sampleOf(additionalProperties, text, at) : text;
		return { [text]: value };
	}
	return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleOf(property, text, at)]));
}
