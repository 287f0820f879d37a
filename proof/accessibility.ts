import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { proveClaims } from './claims.ts';

const byKeys = /by keys? alone|by keyboard alone/;

/** Journeys that a person without a mouse makes say so in their names or at their steps. */
const keyboardJourneys = readdirSync('e2e', { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.test.ts'))
	.map((name) => path.posix.join('e2e', name.split(path.sep).join('/')))
	.filter((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.some((line) => /^\s*test\(/.test(line) && byKeys.test(line)),
	);

// All pages in all states; the journeys look at some.
process.env.WHOLE = '1';

/** Whether everybody can use the console, as far as a machine can tell: `npm run accessibility`, after `npm run build`. */
const holds = await proveClaims([
	{
		claim: 'axe finds nothing on any page, light and dark, 1440 and 390 px; no page is wider than the window',
		files: ['e2e/console/axe.test.ts'],
	},
	{ claim: 'nor where a page loads, failed or is empty', files: ['e2e/console/axe-states.test.ts'] },
	{ claim: 'nor in the menus and dialogs that open over a page', files: ['e2e/console/axe-opened.test.ts'] },
	{
		claim: 'nor in any state of a conversation; nothing moves under reduced motion',
		files: ['e2e/agents/agents-everyone.test.ts'],
	},
	{ claim: 'journeys by keyboard alone', files: keyboardJourneys, only: byKeys },
	{
		claim: 'a stream announces its beginning and its end',
		files: ['src/features/agents/conversations/answer-news.test.tsx'],
	},
]);
process.exitCode = holds ? 0 : 1;
