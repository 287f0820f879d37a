import { parseJson } from '#lib/exact-json/exact-json.ts';
import { isApiError } from '../../api/api-error.ts';
import { openExchange } from '../../api/http.ts';

/** Largest card that is read, bytes: a card that never ends must not fill the memory. */
const maxCardBytes = 1_000_000;

/** A card was not read, for a reason that `message` gives in words. */
export class CardError extends Error {
	override readonly name = 'CardError';
	/** Where the card is instead; null where that is not the reason. */
	readonly movedTo: string | null;
	constructor(message: string, movedTo: string | null = null) {
		super(message);
		this.movedTo = movedTo;
	}
}

/**
 * Reads the card of an agent outside of the service. Cards are public as a rule: the agent's own token goes along only where
 * one is asked for, since another origin need not let a page send it, and never to another address.
 * @param token of that agent; null: none
 * @throws ApiError, CardError, SyntaxError
 */
export async function fetchExternalCard(cardUrl: string, token: string | null, signal: AbortSignal): Promise<unknown> {
	const read = async (init: Pick<RequestInit, 'headers' | 'redirect'>): Promise<unknown> => {
		const answer = await openExchange('getAgentCard', cardUrl, { method: 'GET', ...init, signal }, false);
		// A browser leaves the address empty where a page made up the answer.
		if (answer.url !== '' && answer.url !== cardUrl) {
			await answer.body.cancel();
			throw new CardError(`The card moved from ${cardUrl} to ${answer.url}.`, answer.url);
		}
		return parseJson(await readText(answer.body));
	};
	try {
		return await read({ redirect: 'follow' });
	} catch (error) {
		if (token === null || !isApiError(error) || ![401, 403].includes(error.status)) throw error;
		return await read({ headers: { Authorization: `Bearer ${token}` } });
	}
}

/** @throws CardError */
async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
	let bytes = 0;
	const limited = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.byteLength;
			if (bytes > maxCardBytes) controller.error(tooLarge());
			else controller.enqueue(chunk);
		},
	});
	const reader = body.pipeThrough(limited).getReader();
	const decoder = new TextDecoder();
	let text = '';
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		text += decoder.decode(next.value, { stream: true });
	}
	return text + decoder.decode();
}

const tooLarge = () =>
	new CardError('The card is larger than the limit of 1 MB. Ask the agent’s owner to shorten its skills or examples.');
