import { appendFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiBase } from '../http/base/service-app.ts';
import { describeService } from '../http/openapi/document.ts';

interface DescribedResponse {
	readonly $ref?: string;
	readonly content?: Readonly<Record<string, { schema: object }>>;
}
interface Described {
	readonly responses: Readonly<Record<string, DescribedResponse>>;
}

const document = describeService('http://127.0.0.1', 8_388_608, 'duckdb');
const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...document, $id: 'service' } as object);
/** A file that gets a line for each response that was compared with the document and matches. */
const countFile = process.env.DATASET_CONSOLE_VALIDATED_RESPONSES;
const validators = new Map<string, ValidateFunction>();

const commonResponses = document.components.responses as Readonly<Record<string, DescribedResponse>>;

const routes = Object.entries(document.paths).map(([path, methods]) => ({
	path,
	methods: methods as unknown as Readonly<Record<string, Described>>,
	pattern: new RegExp(`^${apiBase}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Compares a response with the OpenAPI document; null if it matches, or if the document doesn't have its path. */
export async function differenceFrom(method: string, address: string, response: Response): Promise<string | null> {
	const { pathname } = new URL(address);
	const fitting = routes.filter(({ pattern }) => pattern.test(pathname));
	// A path without parameters takes precedence over one with a matching parameter.
	const route = fitting.find(({ path }) => !path.includes('{')) ?? fitting[0];
	const operation = route?.methods[method.toLowerCase()];
	if (route === undefined || operation === undefined) return null;
	const what = `${method} ${route.path} answered ${response.status}`;
	const named = operation.responses[String(response.status)];
	if (named === undefined) return `${what}, which is not documented`;
	const inPath = `/paths/${escaped(route.path)}/${method.toLowerCase()}/responses/${response.status}`;
	const pointer = named.$ref?.slice(1) ?? inPath;
	const described = named.$ref === undefined ? named : commonResponses[named.$ref.split('/').at(-1) ?? ''];
	if (described === undefined) return `${what} by a reference that leads nowhere`;
	const type = response.headers.get('content-type')?.split(';')[0];
	const text = await response.clone().text();
	if (described.content === undefined) return text === '' ? null : `${what} with a body, which is not documented`;
	const content = described.content[type ?? ''];
	if (content === undefined) return `${what} as ${type}, which is not documented`;
	if (type !== 'application/json') return null;
	const key = `service#${pointer}/content/${escaped(type)}/schema`;
	const validate = validators.get(key) ?? ajv.compile({ $ref: key });
	validators.set(key, validate);
	if (!validate(JSON.parse(text))) {
		return `${what} with a body that differs from the document: ${ajv.errorsText(validate.errors)}`;
	}
	if (countFile !== undefined) appendFileSync(countFile, `${what}\n`);
	return null;
}
