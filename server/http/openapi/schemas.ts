import * as z from 'zod/mini';
import { resources } from '#contract/service/operations.ts';
import { describeMember } from './members.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The resources by name, so that they can refer to each other. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of resources) named.add(schema, { id });

const referenceTo = (id: string): string => `#/components/schemas/${id}`;

/** A schema in the document: a reference if it's a resource. */
export function reference(schema: z.ZodMiniType, io: 'input' | 'output'): object {
	const name = named.get(schema)?.id;
	return name === undefined ? jsonSchema(schema, io) : { $ref: referenceTo(name) };
}

export function componentSchemas(): Record<string, object> {
	const { schemas: all } = z.toJSONSchema(named, { uri: referenceTo, unrepresentable: 'any', override: adapt });
	return Object.fromEntries(
		Object.entries(all).map(([name, { $schema: _, $id: __, ...rest }]) => [name, describeMembers(rest, name)]),
	);
}

export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: adapt });
	return rest;
}

/**
 * Unknown members are ignored in requests and may occur in responses. The document doesn't state that explicitly: it would make generated types
 * accept any member. A numeric string has a range instead of a pattern.
 */
function adapt({ jsonSchema }: { jsonSchema: JsonSchema }): void {
	if (jsonSchema.properties !== undefined) delete jsonSchema.additionalProperties;
	if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
}

/** Adds descriptions of members. @param owner the resource, or the operation with this body @param parent the outer member */
export function describeMembers<T extends object>(schema: T, owner: string, parent?: string): T {
	const { properties } = schema as JsonSchema;
	for (const [name, member] of Object.entries(properties ?? {})) {
		if (typeof member !== 'object') continue;
		const text = describeMember(owner, name, parent);
		if (text !== undefined) member.description ??= text;
		describeMembers(member, owner, name);
	}
	for (const inner of innerOf(schema as JsonSchema)) describeMembers(inner, owner, parent);
	return schema;
}

function innerOf({ items, additionalProperties, anyOf, allOf, oneOf }: JsonSchema): JsonSchema[] {
	return [items, additionalProperties, ...(anyOf ?? []), ...(allOf ?? []), ...(oneOf ?? [])].filter(
		(inner): inner is JsonSchema => typeof inner === 'object' && inner !== null && !Array.isArray(inner),
	);
}
