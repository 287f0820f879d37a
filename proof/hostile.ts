import { proveClaims } from './claims.ts';

/** Feeds the console and the service with what was made to harm them: `npm run hostile`, after `npm run build`. */
const holds = await proveClaims([
	{
		claim: 'hostile text is shown, not obeyed: no script, no request',
		files: [
			'e2e/console/hostile-data.test.ts',
			'e2e/agents/agents-hostile.test.ts',
			'src/ui/markdown/markdown.test.tsx',
		],
	},
	{
		claim: 'text that turns the direction of writing, or controls, is seen',
		files: ['src/lib/visible-text.test.ts', 'src/lib/browser/save-file.test.ts'],
	},
	{ claim: 'names such as __proto__ are names', files: ['lib/exact-json/exact-json.test.ts'], only: /__proto__/ },
	{ claim: 'formulas are exported as text', files: ['src/rows/operations/export/copy-text.test.ts'], only: /formula/ },
	{
		claim: 'no value leaves its segment, no token its service',
		files: ['src/api/request-url.test.ts', 'src/api/http.test.ts', 'server/http/base/wire.test.ts'],
	},
	{
		claim: 'the policy holds on every page',
		files: [
			'e2e/console/policy.test.ts',
			'server/http/console/console-policy.test.ts',
			'server/http/console/console.test.ts',
		],
	},
	{
		claim: 'people’s SQL reads its sources and nothing else, and ends',
		files: [
			'server/engine/pool/engine-run.test.ts',
			'server/engine/pool/engine-limits.test.ts',
			'e2e/build-specs/hostile-code.test.ts',
		],
	},
	{
		claim: 'what is another’s is hidden, over every operation',
		files: [
			'server/http/resources/rights.test.ts',
			'server/http/resources/objects.test.ts',
			'server/http/resources/access.test.ts',
		],
	},
]);
process.exitCode = holds ? 0 : 1;
