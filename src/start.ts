import './lib/browser/page-base.ts';
import './lib/browser/page-guard.ts';
import './ui/theme/styles.ts';
import { setColorScheme } from './app/early-list/color-scheme.ts';
import { drawEarlyList } from './app/early-list/early-list.ts';

/* The page's first code, which draws what it can while the console's is loading. */
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
setColorScheme();
void drawEarlyList(root);
void import('./main.tsx');
