import './lib/browser/page-base.ts';
import './lib/browser/page-guard.ts';
import './ui/theme/styles.ts';
import { nextTask } from '#lib/concurrency/next-task.ts';
import { setColorScheme } from './app/early-list/color-scheme.ts';
import { drawEarlyList } from './app/early-list/early-list.ts';

/* The page's first code, which draws what it can while the console's is loading. */

/** How long the console's code waits for the list, ms. A tab in the background draws no frames. */
const longestWait = 100;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
setColorScheme();
void Promise.race([
	drawEarlyList(root).then((isDrawn) => (isDrawn ? nextFrame() : undefined)),
	new Promise((resolve) => setTimeout(resolve, longestWait)),
]).then(() => import('./main.tsx'));

/** Resolves after the browser has drawn. */
async function nextFrame(): Promise<void> {
	await new Promise(requestAnimationFrame);
	await nextTask();
}
