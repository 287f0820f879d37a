/** A request that the interface doesn't allow. `problems` name each faulty part. */
export class Refused extends Error {
	readonly status: number;
	readonly code: string;
	readonly problems: readonly string[];

	constructor(status: number, code: string, message: string, problems: readonly string[] = []) {
		super(message);
		this.status = status;
		this.code = code;
		this.problems = problems;
	}
}

export const invalid = (message: string, ...problems: string[]): Refused =>
	new Refused(422, 'INVALID', message, problems);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

export type Members = Readonly<Record<string, (value: unknown, path: string) => string[]>>;

export const text = (value: unknown, path: string): string[] =>
	typeof value === 'string' && value !== '' ? [] : [`${path} must be a text that is not empty`];

export const anyText = (value: unknown, path: string): string[] =>
	typeof value === 'string' ? [] : [`${path} must be a text`];

export const oneOf =
	(...allowed: string[]) =>
	(value: unknown, path: string): string[] =>
		allowed.includes(value as string) ? [] : [`${path} must be one of ${allowed.join(', ')}`];

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const map = (value: unknown, path: string): string[] => (isObject(value) ? [] : [`${path} must be an object`]);

export const listOf =
	(check: (value: unknown, path: string) => string[]) =>
	(value: unknown, path: string): string[] =>
		Array.isArray(value)
			? value.flatMap((item, index) => check(item, `${path}[${index}]`))
			: [`${path} must be an array`];

/** Checks for an object with exactly these members. Those that end in `?` are optional. */
export const exactly =
	(members: Members) =>
	(value: unknown, path: string): string[] => {
		if (!isObject(value)) return [`${path} must be an object`];
		const known = new Map(Object.entries(members).map(([name, check]) => [name.replace(/\?$/, ''), check]));
		const missing = Object.keys(members).filter((name) => !name.endsWith('?') && !(name in value));
		return [
			...missing.map((name) => `${path}.${name} is missing`),
			...Object.entries(value).flatMap(([name, member]) => {
				const check = known.get(name);
				return check === undefined ? [`${path}.${name} is not known`] : check(member, `${path}.${name}`);
			}),
		];
	};

/** @throws Refused if the value fails `check` */
export function demand(value: unknown, check: (value: unknown, path: string) => string[]): void {
	const problems = check(value, 'body');
	if (problems.length > 0) throw invalid('The body is not what this operation takes.', ...problems);
}
