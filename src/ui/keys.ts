const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How a key that is pressed with the command key is written on this machine: `⌘S` and `⌘↵`, or `Ctrl S` and `Ctrl Enter`. */
export const keyName = (key: string): string => (apple ? `⌘${key === 'Enter' ? '↵' : key}` : `Ctrl ${key}`);

/** Keys of the code editor that hold more than the command key. */
export const keyNames = apple
	? { format: '⇧⌥F', previewPart: '⇧⌘↵' }
	: { format: 'Shift Alt F', previewPart: 'Ctrl Shift Enter' };
