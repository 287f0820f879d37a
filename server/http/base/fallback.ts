import { operations } from '#contract/service/operations.ts';
import { notFound, ServiceError } from '../../platform/core/service-error.ts';
import type { Settings } from '../../settings/settings.ts';
import { answerError } from './errors.ts';
import { offers } from './route.ts';
import { apiBase, type ServiceApp, type ServiceContext } from './service-app.ts';

interface KnownPath {
	readonly parameters: number;
	readonly pattern: RegExp;
	readonly methods: readonly string[];
}

const besideTheApi: readonly Omit<KnownPath, 'parameters'>[] = [
	{ pattern: /^\/auth\/(code|token|commands)$/, methods: ['POST'] },
	{ pattern: /^\/auth\/(authorize|invitation)$/, methods: ['GET', 'HEAD', 'POST'] },
	{ pattern: /^\/auth\/keys$/, methods: ['GET', 'HEAD'] },
	{ pattern: /^(\/auth)?\/\.well-known\/oauth-authorization-server$/, methods: ['GET', 'HEAD'] },
	{ pattern: /^\/objects\/[^/]+$/, methods: ['GET', 'HEAD'] },
];

const withProvider = { pattern: /^\/auth\/(provider|callback)$/, methods: ['GET', 'HEAD'] };

/** Handles what no route took under the service's own paths: OPTIONS, a wrong method, an unknown path. */
export function routeRest(app: ServiceApp, settings: Settings): void {
	const offered = operations.filter((operation) => offers(settings, operation));
	const paths: readonly KnownPath[] = [
		...offered.map((operation) => ({
			parameters: operation.path.split('{').length - 1,
			pattern: patternOf(apiBase + operation.path),
			methods: methodsOf(operation.method),
		})),
		...[...besideTheApi, ...(settings.oidc === null ? [] : [withProvider])].map((path) => ({ ...path, parameters: 0 })),
	];
	const listed = settings.coreOnly ? '' : ` The operations are listed at ${apiBase}/openapi.json.`;
	const rest = (c: ServiceContext): Response => {
		const fitting = paths.filter((path) => path.pattern.test(c.req.path));
		// A more specific path takes precedence over one whose parameter would match part of it.
		const fewest = Math.min(...fitting.map((path) => path.parameters));
		const found = fitting.filter((path) => path.parameters === fewest);
		if (found.length === 0) return answerError(c, notFound(`${c.req.path} doesn’t exist.${listed}`));
		return wrongMethod(c, [...new Set([...found.flatMap((path) => path.methods), 'OPTIONS'])]);
	};
	for (const path of ['/api', '/api/*', '/auth', '/auth/*', '/.well-known/*', '/objects', '/objects/*', '/assets/*'])
		app.all(path, rest);
}

function wrongMethod(c: ServiceContext, methods: readonly string[]): Response {
	c.header('Allow', methods.join(', '));
	if (c.req.method === 'OPTIONS') return c.body(null, 204);
	const message = `${c.req.path} doesn’t support ${c.req.method}. Allowed: ${methods.join(', ')}.`;
	return answerError(c, new ServiceError('METHOD_NOT_ALLOWED', message));
}

function patternOf(path: string): RegExp {
	const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
	return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function methodsOf(method: string): string[] {
	return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
