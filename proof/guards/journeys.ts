import { type Guard, guardsIn } from './guard.ts';

/** Protections that only journeys can test, each with a build without it. Tested only with `--browser`. */
export const journeyGuards: readonly Guard[] = [
	...guardsIn(
		'src/features/catalog/wipe/wipe-sheet.tsx',
		['e2e/catalog/namespace-sheets.test.ts'],
		[['the typed confirmation of a wipe', 'typed === full &&', '']],
		'shows the impact',
	),
	...guardsIn(
		'src/features/catalog/wipe/wipe-once.ts',
		['e2e/catalog/namespace-sheets.test.ts'],
		[
			[
				'a second wipe from another tab',
				'return await wipeAlone(target, input.seenAt, () => {',
				'return await (async (_target: WipeTarget, _at: number, act: () => Promise<WipeOutcome>) => (wipeAlone.name, act()))(target, input.seenAt, () => {',
			],
		],
		'if two tabs wipe at the same time',
	),
	...guardsIn(
		'src/app/query-client.ts',
		['e2e/console/outage.test.ts', 'e2e/catalog/namespace-sheets.test.ts'],
		[['automatically repeated writes', 'retry: false }', 'retry: 2, retryDelay: 10 }']],
		'a save that never arrived|sends nothing while offline|only once if the response',
	),
	...guardsIn(
		'src/lib/browser/page-guard.ts',
		['e2e/console/policy.test.ts'],
		[['text with a "<" that becomes HTML', "text.includes('<') ? null : text", 'text']],
		'is refused by the page',
	),
	...guardsIn(
		'server/http/console/console-policy.ts',
		['e2e/console/policy.test.ts'],
		[['Trusted Types in the browser', '"require-trusted-types-for \'script\'",', '']],
		'is refused by the page',
	),
	...guardsIn(
		'src/features/session/session-channel.ts',
		['e2e/session/sign-in.test.ts'],
		[
			[
				'signing out in every tab',
				'if (message.success) onMessage(message.data);',
				"if (message.success && message.data.type !== 'signed-out') onMessage(message.data);",
			],
		],
		'signing out ends both',
	),
];
