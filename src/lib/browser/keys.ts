export const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How a key that is pressed with the command key is written on this machine: `⌘S` and `⌘↵`, or `Ctrl S` and `Ctrl Enter`. */
export const keyName = (key: string): string => (isApple ? `⌘${key === 'Enter' ? '↵' : key}` : `Ctrl ${key}`);

/** A key that is pressed with Alt: `⌃⌥N` or `Alt N`. */
export const altName = (key: string): string => (isApple ? `${/^[A-Z]$/.test(key) ? '⌃' : ''}⌥${key}` : `Alt ${key}`);
