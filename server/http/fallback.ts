import { notFound, ServiceError } from '../platform/service-error.ts';
import { answerError } from './errors.ts';
import { operations } from './operations.ts';
import { apiBase, type ServiceApp, type ServiceContext } from './service-app.ts';

interface Place {
	readonly pattern: RegExp;
	readonly methods: readonly string[];
}

const places: readonly Place[] = [
	...operations.map((it) => ({ pattern: patternOf(apiBase + it.path), methods: methodsOf(it.method) })),
	{ pattern: /^\/auth\/code$/, methods: ['POST'] },
	{ pattern: /^\/objects\/[^/]+$/, methods: ['GET', 'HEAD'] },
];

/** Answers what no route took under the service's own paths: OPTIONS, a wrong method, an unknown path. */
export function routeRest(app: ServiceApp): void {
	for (const path of ['/api', '/api/*', '/auth', '/auth/*', '/objects', '/objects/*', '/assets/*']) app.all(path, rest);
}

function rest(c: ServiceContext): Response {
	const found = places.filter((it) => it.pattern.test(c.req.path));
	if (found.length === 0) {
		return answerError(
			c,
			notFound(`There is nothing at ${c.req.path}. The operations are listed at ${apiBase}/openapi.json.`),
		);
	}
	const methods = [...new Set([...found.flatMap((it) => it.methods), 'OPTIONS'])];
	c.header('Allow', methods.join(', '));
	if (c.req.method === 'OPTIONS') return c.body(null, 204);
	const message = `${c.req.path} does not take ${c.req.method}. It takes ${methods.join(', ')}.`;
	return answerError(c, new ServiceError('METHOD_NOT_ALLOWED', message));
}

function patternOf(path: string): RegExp {
	const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
	return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function methodsOf(method: string): string[] {
	return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
