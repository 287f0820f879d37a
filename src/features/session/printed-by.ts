import type { RuntimeConfig } from './runtime-config.ts';
import type { Target } from './sign-in.ts';

/** The service that printed an address is the one that serves this console, or else the first that is configured. */
export function printedBy(config: RuntimeConfig): Target {
	const here = config.services.find((it) => new URL(it.baseUrl).origin === location.origin) ?? config.services[0];
	return {
		baseUrl: here?.baseUrl ?? new URL('api/v1', document.baseURI).href,
		serviceName: here?.name ?? location.host,
		keep: false,
	};
}
