import fc from 'fast-check';

/** The part of JSON Schema that zod generates for the contract. */
export interface JsonSchema {
	readonly type?: string | readonly string[];
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly JsonSchema[];
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | JsonSchema;
	readonly items?: JsonSchema;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly format?: string;
	readonly minimum?: number;
	readonly maximum?: number;
}

/** Values that exist, by the name of the member that takes them: ids and names. An empty list leaves the member out. */
export type Pool = Readonly<Record<string, readonly string[]>>;

/** Values that must not break a service, wherever they occur. */
export const hostileValues: readonly unknown[] = [
	null,
	true,
	0,
	-1,
	1.5,
	1e308,
	Number.MAX_SAFE_INTEGER + 2,
	'',
	' ',
	'.',
	'..',
	'../../etc/passwd',
	'a/b',
	'%2e%2e%2f',
	'\u0000',
	'\ud800',
	'\u202emoc.elpmaxe',
	'ﬁ İ ß ẞ Å',
	'__proto__',
	'constructor',
	"'; DROP TABLE users; --",
	'$1 {} \\',
	'a'.repeat(5_000),
	'😀'.repeat(200),
	'1e400',
	'NaN',
	'-0',
	'9'.repeat(400),
	'00000000-0000-0000-0000-000000000000',
	'[]',
	'{"column":1}',
	[],
	{},
	[[[[[[]]]]]],
	JSON.parse('{"toString": 1, "valueOf": null, "then": "x", "length": -1}'),
	JSON.parse('{"__proto__": {"polluted": true}}'),
	Array.from({ length: 300 }, (_, index) => index),
];

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...hostileValues) },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const someMembers = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });

/**
 * Values that a schema allows, mostly small ones.
 * @param name of the member that takes them, for the pool
 */
export function arbitraryOf(schema: JsonSchema, pool: Pool, name = ''): fc.Arbitrary<unknown> {
	const known = pool[name];
	const free = freeArbitrary(schema, pool, name);
	return known === undefined || schema.type !== 'string'
		? free
		: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: free });
}

function freeArbitrary(schema: JsonSchema, pool: Pool, name: string): fc.Arbitrary<unknown> {
	if (schema.const !== undefined) return fc.constant(schema.const);
	if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
	if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((schema) => arbitraryOf(schema, pool, name)));
	switch (schema.type) {
		case 'null':
			return fc.constant(null);
		case 'boolean':
			return fc.boolean();
		case 'integer':
		case 'number':
			return numbersOf(schema);
		case 'string':
			return textsOf(schema);
		case 'array':
			return fc.array(schema.items === undefined ? hostile : arbitraryOf(schema.items, pool, name), {
				minLength: schema.minItems ?? 0,
				maxLength: Math.min(schema.maxItems ?? 4, Math.max(schema.minItems ?? 0, 4)),
			});
		case 'object':
			return objectsOf(schema, pool);
		default:
			return hostile;
	}
}

const numbersOf = ({ type, minimum = -1_000, maximum = 1_000_000 }: JsonSchema): fc.Arbitrary<number> =>
	type === 'integer'
		? fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
		: fc.double({ min: minimum, max: maximum, noNaN: true });

function textsOf({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
	if (format === 'uuid') return fc.uuid();
	if (pattern !== undefined) return matching(pattern);
	return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
}

/** The generator doesn't support lookaround, so names made of letters are used; they match the contract's patterns. */
function matching(pattern: string): fc.Arbitrary<string> {
	if (!/\(\?[<!=]/.test(pattern)) return fc.stringMatching(new RegExp(pattern, 'u'));
	return fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);
}

function objectsOf(schema: JsonSchema, pool: Pool): fc.Arbitrary<unknown> {
	const { properties, required = [], additionalProperties } = schema;
	if (properties === undefined) {
		const values = typeof additionalProperties === 'object' ? arbitraryOf(additionalProperties, pool) : hostile;
		const keys = fc.oneof(fc.constantFrom('a', 'place', 'amount', '__proto__'), fc.string({ maxLength: 12 }));
		return fc.dictionary(keys, values, { maxKeys: 5 });
	}
	const members = Object.fromEntries(
		Object.entries(properties)
			.filter(([name]) => pool[name]?.length !== 0)
			.map(([name, schema]) => [name, arbitraryOf(schema, pool, name)]),
	);
	const known = fc.record(members, { requiredKeys: [...required] });
	const more = additionalProperties === false ? fc.constant({}) : fc.option(someMembers, { freq: 8, nil: {} });
	return fc.tuple(known, more).map(([object, extra]) => ({ ...extra, ...object }));
}

/** Mutates one position in a value: another value, a missing member, or an additional one. */
export const spoilt = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
	fc
		.tuple(values, hostile, fc.nat(), fc.constantFrom('replace', 'remove', 'add'))
		.map(([value, other, at, how]) => spoil(value, other, at, how));

function spoil(value: unknown, other: unknown, at: number, how: string): unknown {
	if (typeof value !== 'object' || value === null) return other;
	const keys = Object.keys(value);
	if (keys.length === 0) return other;
	const key = keys[at % keys.length] ?? '';
	const copy = Array.isArray(value) ? [...value] : { ...value };
	const members = copy as Record<string, unknown>;
	const inner = members[key];
	if (typeof inner === 'object' && inner !== null && at % 3 !== 0) {
		members[key] = spoil(inner, other, Math.floor(at / 3), how);
	} else if (how === 'remove') {
		Reflect.deleteProperty(members, key);
	} else {
		members[how === 'add' ? `${key}x` : key] = other;
	}
	return copy;
}
