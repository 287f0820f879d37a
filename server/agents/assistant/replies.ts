import { chosenBy } from '#lib/text/choices.ts';
import type { ConversationTurn } from '../../platform/conversations/conversations.ts';

/** Words of a reply at most; what has more is a question of its own. */
const mostWords = 6;

/**
 * What a message means after a question that was refused: "origin", "the second one" and "by number of flights" answer what was
 * asked back. The message itself where it is no reply.
 * @param last the turn before it
 */
export async function meantBy(
	message: string,
	last: ConversationTurn | undefined,
	understands: (question: string) => Promise<boolean>,
): Promise<string> {
	if (last === undefined || last.unclear === null || message.split(/\s+/).length > mostWords) return message;
	const { about, suggestions } = last.unclear;
	const chosen = chosenBy(message, suggestions);
	if (chosen !== null) return chosen;
	if (await understands(message)) return message;
	const [before, reply] = [last.question, message].map((text) => text.trim().replace(/[\s?.!]+$/, ''));
	if (before === undefined || reply === undefined) return message;
	const replaced =
		about === null || !before.includes(about)
			? []
			: [before.replace(about, () => reply), before.replace(about, () => `${reply} ${about}`)];
	for (const whole of [...replaced, `${before} ${reply}`, `${before} by ${reply}`]) {
		if (await understands(whole)) return whole;
	}
	return message;
}
