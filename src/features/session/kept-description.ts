import * as z from 'zod/mini';
import type { Description } from '#contract/description.ts';
import { consolePath, readJson, writeText } from '../../storage/web-storage.ts';

const key = (baseUrl: string) => `dataset-console/description/1${consolePath()}/${encodeURIComponent(baseUrl)}`;

/** What the console reads of a description: without the shapes of what is sent and answered, which are most of it. */
const Kept = z.nullable(
	z.object({
		openapi: z.string(),
		paths: z.record(
			z.string(),
			z.record(
				z.string(),
				z.object({
					summary: z.optional(z.unknown()),
					parameters: z.optional(z.catch(z.array(z.object({ name: z.string(), in: z.string() })), [])),
					'x-console-extension': z.optional(z.string()),
				}),
			),
		),
	}),
);

/**
 * What a service said of itself when it was last asked, so that a page is drawn as it will be before it answers. Undefined
 * where it was never asked from this browser.
 */
export function keptDescription(baseUrl: string): Description | null | undefined {
	return readJson('local', key(baseUrl), Kept);
}

export function keepDescription(baseUrl: string, description: Description | null): void {
	writeText('local', key(baseUrl), JSON.stringify(Kept.parse(description)));
}
