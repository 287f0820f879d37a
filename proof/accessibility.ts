import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { proveClaims } from './claims.ts';

const byKeyboard = /using only the keyboard/;

/** Journeys that work without a mouse say so in their names. */
const keyboardJourneys = readdirSync('e2e', { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.test.ts'))
	.map((name) => path.posix.join('e2e', name.split(path.sep).join('/')))
	.filter((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.some((line) => /^\s*test\(/.test(line) && byKeyboard.test(line)),
	);

// Checks all pages in all states; other runs check only some.
process.env.WHOLE = '1';

/** Checks that the console is accessible, as far as tools can tell: `npm run accessibility`, after `npm run build`. */
const holds = await proveClaims([
	{
		claim: 'no axe findings on any page, in light and dark mode, at 1440 and 390 px; no page is wider than the window',
		files: ['e2e/console/axe.test.ts'],
	},
	{ claim: 'no axe findings on pages that are loading, failed or empty', files: ['e2e/console/axe-states.test.ts'] },
	{ claim: 'no axe findings in menus and dialogs', files: ['e2e/console/axe-opened.test.ts'] },
	{
		claim: 'no axe findings in any state of a conversation; no animation with reduced motion',
		files: ['e2e/agents/agents-everyone.test.ts'],
	},
	{ claim: 'journeys using only the keyboard', files: keyboardJourneys, only: byKeyboard },
	{
		claim: 'screen readers announce the start and end of a stream',
		files: ['src/features/agents/conversations/answer-news.test.tsx'],
	},
]);
process.exitCode = holds ? 0 : 1;
