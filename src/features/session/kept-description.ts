import * as z from 'zod/mini';
import { Description } from '#contract/description.ts';
import { consolePath, readJson, writeText } from '../../storage/web-storage.ts';

const key = (baseUrl: string) => `dataset-console/description/1${consolePath()}/${encodeURIComponent(baseUrl)}`;

const Kept = z.nullable(Description);

/**
 * What a service said of itself when it was last asked, so that a page is drawn as it will be before it answers. Undefined
 * where it was never asked from this browser.
 */
export function keptDescription(baseUrl: string): Description | null | undefined {
	return readJson('local', key(baseUrl), Kept);
}

/** Keeps of a description what the console reads of it: without the shapes of what is sent and answered, which are most. */
export function keepDescription(baseUrl: string, description: Description | null): void {
	writeText('local', key(baseUrl), JSON.stringify(description === null ? null : withoutShapes(description)));
}

const withoutShapes = ({ openapi, paths }: Description): Description => ({
	openapi,
	paths: mapValues(paths, (methods) =>
		mapValues(methods, ({ summary, parameters, 'x-console-extension': extension }) => ({
			...(summary === undefined ? {} : { summary }),
			...(parameters === undefined ? {} : { parameters }),
			...(extension === undefined ? {} : { 'x-console-extension': extension }),
		})),
	),
});

const mapValues = <A, B>(all: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> =>
	Object.fromEntries(Object.entries(all).map(([name, value]) => [name, map(value)]));
