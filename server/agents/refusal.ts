import type { Written } from './query/types.ts';

/** A refusal as the person reads it, with what could be asked instead. */
export function refusalText({ message, suggestions = [] }: Extract<Written, { kind: 'refused' }>): string {
	if (suggestions.length === 0) return message;
	return `${message}\n\n${suggestions.map((it) => `- ${it}`).join('\n')}`;
}
