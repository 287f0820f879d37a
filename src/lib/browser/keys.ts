export const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A shortcut with the platform's command key: `⌘S` and `⌘↵`, or `Ctrl S` and `Ctrl Enter`. */
export const keyName = (key: string): string => (isApple ? `⌘${key === 'Enter' ? '↵' : key}` : `Ctrl ${key}`);

/** A shortcut with Alt: `⌃⌥N` or `Alt N`. */
export const altName = (key: string): string => (isApple ? `${/^[A-Z]$/.test(key) ? '⌃' : ''}⌥${key}` : `Alt ${key}`);
