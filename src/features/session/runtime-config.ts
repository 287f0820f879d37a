import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readServiceAddress } from './service-address.ts';

export interface ServiceEntry {
	readonly name: string;
	readonly baseUrl: string;
	/** Authorization URL of the service; null: discover it. */
	readonly authUrl: string | null;
	/** Token URL; null for the implicit flow. Ignored without `authUrl`. */
	readonly tokenUrl?: string | null;
	/** This console's registered client id. */
	readonly clientId?: string;
	/** This console's registered redirect URI. */
	readonly redirectUri?: string;
}

export interface RuntimeConfig {
	readonly title: string;
	readonly services: readonly ServiceEntry[];
	/** What is wrong with the file, for the person who installed this console; null if nothing is. */
	readonly problem: string | null;
}

export const defaultTitle = 'Dataset Console';

const File = z.looseObject({ title: z.optional(z.string()), services: z.array(z.unknown()) });
const Entry = z.looseObject({
	name: z.string(),
	baseUrl: z.string(),
	authUrl: z.optional(z.string()),
	tokenUrl: z.optional(z.string()),
	clientId: z.optional(z.string()),
	redirectUri: z.optional(z.string()),
});

const broken = (problem: string): RuntimeConfig => ({ title: defaultTitle, services: [], problem });

/** Validates the text of `config.json`. One invalid service doesn't hide the others. */
export function readConfig(text: string, documentBase: string): RuntimeConfig {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		return broken('config.json isn’t valid JSON. Check it for missing quotes or commas.');
	}
	const file = File.safeParse(raw);
	if (!file.success) return broken('config.json must be an object with a "services" list.');
	const problems: string[] = [];
	const services = file.data.services.flatMap((service, index): ServiceEntry[] => {
		const entry = Entry.safeParse(service);
		if (!entry.success) {
			problems.push(`Service ${index + 1} in config.json needs a "name" and a "baseUrl".`);
			return [];
		}
		const address = readServiceAddress(entry.data.baseUrl, documentBase);
		if ('problem' in address) {
			problems.push(`Service "${entry.data.name}" in config.json has an invalid baseUrl. ${address.problem}`);
			return [];
		}
		const { name, clientId } = entry.data;
		const at = (member: 'authUrl' | 'tokenUrl' | 'redirectUri'): string | null => {
			const url = absolute(entry.data[member], documentBase);
			const problem = url === null ? 'isn’t a valid URL' : 'must be on this console’s origin';
			const isWrong = url === null || (member === 'redirectUri' && !isHere(url, documentBase));
			if (!isWrong || entry.data[member] === undefined) return url;
			problems.push(`The ${member} of service "${name}" in config.json ${problem}.`);
			return null;
		};
		const redirectUri = at('redirectUri');
		return [
			{
				name,
				baseUrl: address.baseUrl,
				authUrl: at('authUrl'),
				tokenUrl: at('tokenUrl'),
				...(clientId === undefined ? {} : { clientId }),
				...(redirectUri === null ? {} : { redirectUri }),
			},
		];
	});
	return {
		title: file.data.title?.trim() || defaultTitle,
		services,
		problem: problems.length > 0 ? problems.join(' ') : null,
	};
}

/** Reads `config.json` next to index.html. Never rejects, since a service can still be typed. */
async function fetchConfig(): Promise<RuntimeConfig> {
	const url = new URL('config.json', document.baseURI);
	try {
		const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
		if (response.status === 404) return broken('config.json is missing. Ask your admin to add it.');
		if (!response.ok)
			return broken(
				`Couldn’t load config.json: the server returned status ${response.status}. Reload the page, or contact your admin.`,
			);
		return readConfig(await response.text(), document.baseURI);
	} catch {
		return broken(
			`Couldn’t load config.json: ${url.origin} isn’t responding. Check your connection, then reload the page.`,
		);
	}
}

export const configQuery = queryOptions({
	queryKey: ['config'],
	queryFn: fetchConfig,
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: Number.POSITIVE_INFINITY,
});

function absolute(address: string | undefined, base: string): string | null {
	if (address === undefined || !URL.canParse(address, base)) return null;
	const url = new URL(address, base);
	return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Pending sign-ins are stored per origin, and pages are below the console's own folder. */
const isHere = (address: string, base: string): boolean => address.startsWith(new URL('.', base).href);

/** A printed address belongs to the service that serves this console, or else the first configured one. */
export function printingService({ services }: RuntimeConfig) {
	const here = services.find((service) => new URL(service.baseUrl).origin === location.origin) ?? services[0];
	return {
		baseUrl: here?.baseUrl ?? new URL('api/v1', document.baseURI).href,
		serviceName: here?.name ?? location.host,
		keep: false,
	};
}
