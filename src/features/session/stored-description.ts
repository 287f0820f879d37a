import * as z from 'zod/mini';
import type { Description } from '#contract/description.ts';
import { consolePath, readJson, writeText } from '../../storage/web-storage.ts';

const key = (baseUrl: string) => `dataset-console/description/1${consolePath()}/${encodeURIComponent(baseUrl)}`;

/** The part of a description the console needs, without request and response schemas, which are most of it. */
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
 * The service's description from the last visit, so pages render in their final form before the service responds.
 * Undefined on the first visit.
 */
export function storedDescription(baseUrl: string): Description | null | undefined {
	return readJson('local', key(baseUrl), Kept);
}

export function storeDescription(baseUrl: string, description: Description | null): void {
	writeText('local', key(baseUrl), JSON.stringify(Kept.parse(description)));
}
