import { proveClaims } from './claims.ts';

/** Feeds the console and the service with hostile data and code: `npm run hostile`, after `npm run build`. */
const holds = await proveClaims([
	{
		claim: 'hostile text is displayed as text: no script runs, and no request is sent',
		files: [
			'e2e/console/hostile-data.test.ts',
			'e2e/agents/agents-hostile.test.ts',
			'src/ui/markdown/markdown.test.tsx',
		],
	},
	{
		claim: 'control characters and characters that change the writing direction are visible',
		files: ['src/lib/visible-text.test.ts', 'src/lib/browser/save-file.test.ts'],
	},
	{
		claim: 'names such as __proto__ are treated like any other name',
		files: ['lib/exact-json/exact-json.test.ts'],
		only: /__proto__/,
	},
	{
		claim: 'formulas are exported as text',
		files: ['src/rows/operations/export/copy-text.test.ts'],
		only: /neutralizes/,
	},
	{
		claim: 'no value leaves its path segment, and no token is sent to another service',
		files: ['src/api/request-url.test.ts', 'src/api/http.test.ts', 'server/http/base/wire.test.ts'],
	},
	{
		claim: 'the content security policy holds on every page',
		files: [
			'e2e/console/policy.test.ts',
			'server/http/console/console-policy.test.ts',
			'server/http/console/console.test.ts',
		],
	},
	{
		claim: 'users’ SQL reads only its sources, and is stopped at its limits',
		files: [
			'server/engine/pool/engine-run.test.ts',
			'server/engine/pool/engine-limits.test.ts',
			'e2e/build-specs/hostile-code.test.ts',
		],
	},
	{
		claim: 'no operation exposes other users’ data',
		files: [
			'server/http/resources/rights.test.ts',
			'server/http/resources/objects.test.ts',
			'server/http/resources/access.test.ts',
		],
	},
]);
process.exitCode = holds ? 0 : 1;
