import { type Guard, guardsIn } from './guard.ts';

/** Who gets in, and what goes out: protections of the service. */
export const serviceGuards: readonly Guard[] = [
	...guardsIn(
		'server/http/middleware/guard.ts',
		['server/http/base/wire.test.ts'],
		[
			['addresses whose segments lead elsewhere', 'if (odd !== undefined) {', 'if (odd === null) {'],
			['escaped slashes in addresses', '/%2f|%5c|\\\\/i.test(segment)', 'false'],
			['the Host header', 'if (!listed.has(host) &&', 'if (listed.has(host) &&'],
			['the Origin header', 'if (!listed.has(origin) && ', 'if (listed.has(origin) && '],
		],
	),
	...guardsIn(
		'server/http/base/body.ts',
		['server/http/base/errors.test.ts', 'server/http/base/wire.test.ts'],
		[
			[
				'bodies that say that they are too large',
				"if (Number(request.headers.get('content-length') ?? 0) > limit) throw",
				"if (Number(request.headers.get('content-length') ?? 0) < 0) throw",
			],
			['bodies that turn out to be too large', 'if (length > limit) {', 'if (length < 0) {', 'may hang'],
			[
				'too large bodies where none is wanted',
				"const isLarge = Number(c.req.header('content-length') ?? 0) > limit",
				"const isLarge = Number(c.req.header('content-length') ?? 0) < 0",
			],
		],
	),
	...guardsIn(
		'server/http/console/console-policy.ts',
		['server/http/console/console-policy.test.ts'],
		[
			['Trusted Types in the policy', '\t\t"require-trusted-types-for \'script\'",\n', ''],
			['scripts by nonce alone', "'strict-dynamic'`", "'strict-dynamic' 'unsafe-eval'`"],
			['calls to listed origins alone', "`connect-src 'self' ", '`connect-src * '],
		],
	),
	...guardsIn(
		'server/platform/access/tokens.ts',
		['server/http/resources/rights.test.ts'],
		[
			['revoked tokens', 'and(eq(tokens.id, tokenId), isNull(tokens.revokedAt), ', 'and(eq(tokens.id, tokenId), '],
			['expired tokens', 'currentDate: now,', 'currentDate: new Date(0),'],
		],
	),
	...guardsIn(
		'server/platform/access/tokens.ts',
		['server/http/auth/sign-in.test.ts'],
		[['tokens that were remembered before they were revoked', '\tplatform.tokens.forget(tokenId);\n', '']],
	),
	...guardsIn(
		'server/platform/core/caller.ts',
		['server/http/resources/rights.test.ts'],
		[['narrow tokens', 'if (caller.permissions === null) return true;', 'if (caller !== null) return true;']],
	),
	...guardsIn(
		'server/platform/access/dataset-access.ts',
		['server/http/resources/objects.test.ts', 'server/http/resources/access.test.ts'],
		[
			[
				'outputs whose sources may not be read any more',
				'if (namespace === undefined || !mayRead(caller, namespace, dataset)) return null;',
				"if (namespace === undefined) return { owner: '', namespace: '', datasetName: dataset };",
			],
		],
	),
	...guardsIn(
		'server/platform/access/namespace-access.ts',
		[
			'server/http/resources/rights.test.ts',
			'server/http/resources/access.test.ts',
			'server/http/resources/namespace-changes.test.ts',
		],
		[
			[
				'datasets of others',
				'.where(and(or(eq(namespaces.ownerId, caller.userId), isNotNull(shares.role)), where))',
				'.where(where)',
			],
			['what only an owner may do', "if (namespace.role !== 'owner') {", 'if (namespace.role === null) {'],
		],
	),
	...guardsIn(
		'server/platform/build-specs/build-specs.ts',
		['server/http/resources/rights.test.ts', 'server/http/resources/build-specs.test.ts'],
		[
			[
				'BuildSpecs of others',
				'and(eq(buildSpecs.id, id), eq(buildSpecs.ownerId, caller.userId), isThere)',
				'and(eq(buildSpecs.id, id), isThere)',
			],
			[
				'saves on a version that is not the last',
				'if (expected !== null && expected !== before.version)',
				'if (expected === -1)',
			],
		],
	),
	...guardsIn(
		'server/http/base/idempotency.ts',
		['server/http/base/idempotency.test.ts'],
		[
			[
				'repeats of a write',
				'if (known !== undefined && known.until > now().getTime()) {',
				'if (known !== undefined && known.until < 0) {',
			],
			[
				'writes of somebody else with the same key',
				'fingerprint([caller.tokenId, operation.id,',
				'fingerprint([operation.id,',
			],
		],
	),
	...guardsIn(
		'server/platform/runs/download-address.ts',
		['server/http/resources/objects.test.ts'],
		[
			['signatures of download addresses', 'if (!signed) throw notSigned();', ''],
			[
				'ends of download addresses',
				'if (claim.expiresAt <= platform.now()) {',
				'if (claim.expiresAt < new Date(0)) {',
			],
		],
	),
	...guardsIn(
		'server/platform/access/sign-in.ts',
		['server/http/auth/sign-in.test.ts'],
		[
			[
				'one-time codes that were used',
				'.onConflictDoNothing().returning()',
				'.onConflictDoUpdate({ target: usedSignInCodes.id, set: { expiresAt } }).returning()',
			],
		],
	),
	...guardsIn(
		'server/platform/access/administration.ts',
		['server/http/auth/commands.test.ts'],
		[
			[
				'commands that nobody signed',
				'if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused;',
				'',
			],
			[
				'commands that are sent again',
				'if (!(await platform.catalog.write((tx) => markUsed(tx, id, end, now)))) throw refused;',
				'',
			],
		],
	),
	...guardsIn(
		'server/http/auth/form-guard.ts',
		['server/http/auth/routes.test.ts'],
		[
			[
				'forms of other sites',
				'return given.length === expected.length && timingSafeEqual(given, expected);',
				'return true;',
			],
		],
	),
	...guardsIn(
		'server/http/auth/page.ts',
		['server/http/auth/routes.test.ts'],
		[['text in the sign-in page', 'value.replaceAll(/[&<>', 'value.replaceAll(/[&']],
	),
	...guardsIn(
		'server/platform/git-pipeline/public-address.ts',
		['server/platform/git-pipeline/public-address.test.ts'],
		[['addresses inside of the network', "return !special.check(address, 'ipv4')", 'return true']],
	),
];
