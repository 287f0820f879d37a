import { type Guard, guardsIn } from './guard.ts';

/** Protections of the service: who gets in, and what goes out. */
export const serviceGuards: readonly Guard[] = [
	...guardsIn(
		'server/http/middleware/guard.ts',
		['server/http/base/wire.test.ts'],
		[
			['path segments that lead elsewhere', 'if (odd !== undefined) {', 'if (odd === null) {'],
			['escaped slashes in URLs', '/%2f|%5c|\\\\/i.test(segment)', 'false'],
			['the Host header', 'if (!listed.has(host) &&', 'if (listed.has(host) &&'],
			['the Origin header', 'if (!listed.has(origin) && ', 'if (listed.has(origin) && '],
		],
	),
	...guardsIn(
		'server/http/base/body.ts',
		['server/http/base/errors.test.ts', 'server/http/base/wire.test.ts'],
		[
			[
				'bodies declared as too large',
				"if (Number(request.headers.get('content-length') ?? 0) > limit) throw",
				"if (Number(request.headers.get('content-length') ?? 0) < 0) throw",
			],
			['bodies that turn out to be too large', 'if (length > limit) {', 'if (length < 0) {', 'may hang'],
			[
				'large bodies where none is expected',
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
			['scripts only with a nonce', "'strict-dynamic'`", "'strict-dynamic' 'unsafe-eval'`"],
			['calls only to listed origins', "`connect-src 'self' ", '`connect-src * '],
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
		[['cached tokens that were revoked', '\tplatform.tokens.forget(tokenId);\n', '']],
	),
	...guardsIn(
		'server/platform/core/caller.ts',
		['server/http/resources/rights.test.ts'],
		[['restricted tokens', 'if (caller.permissions === null) return true;', 'if (caller !== null) return true;']],
	),
	...guardsIn(
		'server/platform/access/dataset-access.ts',
		['server/http/resources/objects.test.ts', 'server/http/resources/access.test.ts'],
		[
			[
				'outputs whose sources are no longer readable',
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
				'other users’ datasets',
				'.where(and(or(eq(namespaces.ownerId, caller.userId), isNotNull(shares.role)), where))',
				'.where(where)',
			],
			['actions reserved for owners', "if (namespace.role !== 'owner') {", 'if (namespace.role === null) {'],
		],
	),
	...guardsIn(
		'server/platform/build-specs/build-specs.ts',
		['server/http/resources/rights.test.ts', 'server/http/resources/build-specs.test.ts'],
		[
			[
				'other users’ BuildSpecs',
				'and(eq(buildSpecs.id, id), eq(buildSpecs.ownerId, caller.userId), isThere)',
				'and(eq(buildSpecs.id, id), isThere)',
			],
			[
				'saves based on an outdated version',
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
				'repeated writes',
				'if (known !== undefined && known.until > now().getTime()) {',
				'if (known !== undefined && known.until < 0) {',
			],
			[
				'another user’s writes with the same key',
				'fingerprint([caller.tokenId, operation.id,',
				'fingerprint([operation.id,',
			],
		],
	),
	...guardsIn(
		'server/platform/runs/download-address.ts',
		['server/http/resources/objects.test.ts'],
		[
			['signatures of download URLs', 'if (!signed) throw notSigned();', ''],
			[
				'expiration of download URLs',
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
				'used one-time codes',
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
				'unsigned commands',
				'if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused;',
				'',
			],
			[
				'replayed commands',
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
				'forms from other sites',
				'return given.length === expected.length && timingSafeEqual(given, expected);',
				'return true;',
			],
		],
	),
	...guardsIn(
		'server/http/auth/page.ts',
		['server/http/auth/routes.test.ts'],
		[['unescaped text in the sign-in page', 'value.replaceAll(/[&<>', 'value.replaceAll(/[&']],
	),
	...guardsIn(
		'server/platform/git-pipeline/public-address.ts',
		['server/platform/git-pipeline/public-address.test.ts'],
		[['addresses inside the network', "return !special.check(address, 'ipv4')", 'return true']],
	),
];
