import { strToU8, zipSync } from 'fflate';
import type { Description } from '#contract/description.ts';
import { version as declared } from '../../../package.json';
import type { Activity } from '../../storage/activity.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { extensionsOf } from '../session/model.ts';
import { curlScript } from './curl-script.ts';
import { hasFailed } from './model.ts';

interface BundleContent {
	readonly scope: Scope;
	readonly description: Description | null;
	readonly activities: readonly Activity[];
	readonly now: Date;
}

/** Files of a support bundle by name. They contain only names, ids, times and codes. */
export function bundleTexts({ scope, description, activities, now }: BundleContent): Readonly<Record<string, string>> {
	const about = {
		product: { name: 'Dataset Console', version },
		madeAt: now.toISOString(),
		service: scope.service,
		user: scope.user,
		extensions: extensionsOf(description),
		browser: {
			userAgent: navigator.userAgent,
			languages: navigator.languages,
			online: navigator.onLine,
			window: `${window.innerWidth} x ${window.innerHeight}`,
			timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		},
		requests: activities.length,
		leftOut: 'Tokens, request and response bodies, filter values, and URL signatures.',
	};
	return {
		'about.json': json(about),
		'service.json': json(description),
		'requests.json': json(activities),
		'errors.json': json(activities.filter(hasFailed)),
		'requests.sh': curlScript(activities),
	};
}

export function supportBundle(content: BundleContent): Uint8Array<ArrayBuffer> {
	const files = Object.entries(bundleTexts(content)).map(([name, text]) => [name, strToU8(text)] as const);
	return new Uint8Array(zipSync(Object.fromEntries(files)));
}

const json = (value: unknown): string => `${JSON.stringify(value, null, '\t')}\n`;

const version: string = declared;
