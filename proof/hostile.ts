import { proveClaims } from './claims.ts';

/** Feeds the console and the service with what was made to harm them: `npm run hostile`, after `npm run build`. */
const holds = await proveClaims([
	{
		claim: 'hostile text is shown, not obeyed: no script, no request',
		files: ['e2e/hostile-data.test.ts', 'e2e/agents-hostile.test.ts', 'src/ui/markdown/markdown.test.tsx'],
	},
	{
		claim: 'text that turns the direction of writing, or controls, is seen',
		files: ['src/lib/visible-text.test.ts', 'src/ui/save-file.test.ts'],
	},
	{ claim: 'names such as __proto__ are names', files: ['lib/exact-json/exact-json.test.ts'], only: /__proto__/ },
	{ claim: 'formulas are exported as text', files: ['src/rows/operations/export/copy-text.test.ts'], only: /formula/ },
	{
		claim: 'no value leaves its segment, no token its service',
		files: ['src/api/request-url.test.ts', 'src/api/http.node.test.ts', 'server/http/wire.test.ts'],
	},
	{
		claim: 'the policy holds on every page',
		files: ['e2e/policy.test.ts', 'server/http/console-policy.test.ts', 'server/http/console.test.ts'],
	},
	{
		claim: 'people’s SQL reads its sources and nothing else, and ends',
		files: ['server/engine/engine-run.test.ts', 'server/engine/engine-limits.test.ts', 'e2e/hostile-code.test.ts'],
	},
	{
		claim: 'what is another’s is hidden, over every operation',
		files: ['server/http/rights.test.ts', 'server/http/objects.test.ts', 'server/http/access.test.ts'],
	},
]);
process.exitCode = holds ? 0 : 1;
