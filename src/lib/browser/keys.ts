export const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const appleKeys: Readonly<Record<string, string>> = { Shift: '⇧', Enter: '↵' };
const appleName = (key: string): string =>
	key
		.split(' ')
		.map((part) => appleKeys[part] ?? part)
		.join('');

/** A shortcut with the platform's command key: `⌘S` and `⌘⇧↵`, or `Ctrl S` and `Ctrl Shift Enter`. */
export const keyName = (key: string): string => (isApple ? `⌘${appleName(key)}` : `Ctrl ${key}`);

/** A shortcut with Alt: `⌃⌥N` and `⌥⇧F`, or `Alt N` and `Alt Shift F`. */
export const altName = (key: string): string =>
	isApple ? `${/^[A-Z]$/.test(key) ? '⌃' : ''}⌥${appleName(key)}` : `Alt ${key}`;
