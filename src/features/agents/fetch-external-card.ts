import { parseJson } from '#lib/exact-json/exact-json.ts';
import { isApiError } from '../../api/api-error.ts';
import { openExchange } from '../../api/http.ts';

/** Maximum card size in bytes, so an endless response can't fill the memory. */
const maxCardBytes = 1_000_000;

/** A card couldn't be read; `message` says why. */
export class CardError extends Error {
	override readonly name = 'CardError';
	/** The card's new location; null if that isn't the reason. */
	readonly movedTo: string | null;
	constructor(message: string, movedTo: string | null = null) {
		super(message);
		this.movedTo = movedTo;
	}
}

/**
 * Reads an external agent's card. Cards are usually public, and other origins may not allow a token, so it's only sent
 * if required, and never to another address.
 * @param token of that agent, or null
 * @throws ApiError, CardError, SyntaxError
 */
export async function fetchExternalCard(cardUrl: string, token: string | null, signal: AbortSignal): Promise<unknown> {
	const read = async (init: Pick<RequestInit, 'headers' | 'redirect'>): Promise<unknown> => {
		const answer = await openExchange('getAgentCard', cardUrl, { method: 'GET', ...init, signal }, false);
		// The URL is empty if a page made up the response.
		if (answer.url !== '' && answer.url !== cardUrl) {
			await answer.body.cancel();
			throw new CardError(
				`The card moved from ${cardUrl} to ${answer.url}. Add the agent with its new URL.`,
				answer.url,
			);
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
