import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readServiceAddress } from './service-address.ts';

/** A service that whoever installed this console offers to sign in to. */
export interface ServiceEntry {
	readonly name: string;
	/** Absolute, ends in `/api/v1`, without a trailing slash. */
	readonly baseUrl: string;
	/** Where the service signs people in by itself; null where it has to be asked for that. */
	readonly authUrl: string | null;
	/** Where codes are exchanged; null for the implicit flow. It counts with `authUrl` alone. */
	readonly tokenUrl?: string | null;
	/** As whom this console is registered there. */
	readonly clientId?: string;
	/** Which of this console's addresses is registered there. */
	readonly redirectUri?: string;
}

export interface RuntimeConfig {
	readonly title: string;
	readonly services: readonly ServiceEntry[];
	/** What is wrong with the file, for whoever installed this console; null when nothing is. */
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

/** Judges the text of `config.json`. One odd service does not hide the others. */
export function readConfig(text: string, documentBase: string): RuntimeConfig {
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch (error) {
		return broken(`config.json isn’t valid JSON: ${error instanceof Error ? error.message : 'it can’t be parsed'}.`);
	}
	const file = File.safeParse(raw);
	if (!file.success) return broken('config.json must be an object with a "services" list.');
	const problems: string[] = [];
	const services = file.data.services.flatMap((service, index): ServiceEntry[] => {
		const entry = Entry.safeParse(service);
		if (!entry.success) {
			problems.push(`Service ${index + 1} in config.json needs a "name" and "baseUrl".`);
			return [];
		}
		const address = readServiceAddress(entry.data.baseUrl, documentBase);
		if ('problem' in address) {
			problems.push(`Service "${entry.data.name}" in config.json: ${address.problem}`);
			return [];
		}
		const { name, clientId } = entry.data;
		const at = (member: 'authUrl' | 'tokenUrl' | 'redirectUri'): string | null => {
			const url = absolute(entry.data[member], documentBase);
			const problem = url === null ? 'isn’t a web address' : 'is on another origin';
			const isWrong = url === null || (member === 'redirectUri' && !isHere(url, documentBase));
			if (!isWrong || entry.data[member] === undefined) return url;
			problems.push(`Service "${name}" in config.json: its ${member} ${problem}.`);
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

/** Reads `config.json` beside index.html. Never rejects: without it a service can still be typed. */
async function fetchConfig(): Promise<RuntimeConfig> {
	const url = new URL('config.json', document.baseURI);
	try {
		const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
		if (response.status === 404) return broken('config.json is missing.');
		if (!response.ok) return broken(`Couldn’t load config.json: the server answered ${response.status}.`);
		return readConfig(await response.text(), document.baseURI);
	} catch {
		return broken(`Couldn’t load config.json: ${url.origin} isn’t responding.`);
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

/** What a sign-in keeps for its answer is kept per origin, and pages lie below the console's own folder. */
const isHere = (address: string, base: string): boolean => address.startsWith(new URL('.', base).href);

/** The service that printed an address is the one that serves this console, or else the first that is configured. */
export function printingService({ services }: RuntimeConfig) {
	const here = services.find((service) => new URL(service.baseUrl).origin === location.origin) ?? services[0];
	return {
		baseUrl: here?.baseUrl ?? new URL('api/v1', document.baseURI).href,
		serviceName: here?.name ?? location.host,
		keep: false,
	};
}
