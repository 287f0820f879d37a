import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiBase } from '../http/base/service-app.ts';
import { describeService } from '../http/resources/openapi.ts';

interface Described {
	readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
}

const document = describeService('http://127.0.0.1');
const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...document, $id: 'service' } as object);
const validators = new Map<string, ValidateFunction>();

const routes = Object.entries(document.paths).map(([path, methods]) => ({
	path,
	methods: methods as unknown as Readonly<Record<string, Described>>,
	pattern: new RegExp(`^${apiBase}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Compares an answer with what the OpenAPI document says of it; null: it is as described, or the document doesn't name its path. */
export async function differenceFrom(method: string, address: string, response: Response): Promise<string | null> {
	const { pathname } = new URL(address);
	const fitting = routes.filter(({ pattern }) => pattern.test(pathname));
	// A path without parameters comes before one whose parameter would take it.
	const route = fitting.find(({ path }) => !path.includes('{')) ?? fitting[0];
	const operation = route?.methods[method.toLowerCase()];
	if (route === undefined || operation === undefined) return null;
	const what = `${method} ${route.path} answered ${response.status}`;
	const described = operation.responses[String(response.status)];
	if (described === undefined) return `${what}, which is not documented`;
	const type = response.headers.get('content-type')?.split(';')[0];
	const text = await response.clone().text();
	if (described.content === undefined) return text === '' ? null : `${what} with a body, which is not documented`;
	const content = described.content[type ?? ''];
	if (content === undefined) return `${what} as ${type}, which is not documented`;
	if (type !== 'application/json') return null;
	const pointer = [
		'paths',
		route.path,
		method.toLowerCase(),
		'responses',
		String(response.status),
		'content',
		type,
		'schema',
	];
	const key = `service#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
	const validate = validators.get(key) ?? ajv.compile({ $ref: key });
	validators.set(key, validate);
	return validate(JSON.parse(text))
		? null
		: `${what} with a body that differs from the document: ${ajv.errorsText(validate.errors)}`;
}
