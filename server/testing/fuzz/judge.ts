import * as z from 'zod/mini';
import { type ErrorCode, ErrorResponse, errorStatus } from '#contract/error.ts';
import { subErrorCodes } from '#contract/service/problem-codes.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
	readonly status: number;
	readonly type: string;
	readonly requestId: string;
	readonly text: string;
}

/** Traces of internals: code locations, folders of the machine, statements of the catalog. */
const inside = /\bat \S+ \(|node_modules|node:internal|\.ts:\d|\/tmp\/|select "|insert into "|PGlite|drizzle/i;

/** What is wrong with a response; empty if it follows the contract. */
export function judge({ operation, method, isShaped }: FuzzRequest, answer: FuzzAnswer): string[] {
	const wrong: string[] = [];
	if (answer.status >= 500) wrong.push(`status ${answer.status}`);
	if (answer.requestId === '') wrong.push('no X-Request-Id');
	if (method === 'HEAD' || method === 'OPTIONS') return wrong;
	if (answer.status >= 400) return [...wrong, ...judgeError(answer)];
	if (answer.status === 204) return answer.text === '' ? wrong : [...wrong, 'a body with 204'];
	if (method !== operation.method) return wrong;
	if (!answer.type.startsWith('application/json')) {
		return answer.type.startsWith('text/event-stream') && operation.id === 'callAgent'
			? wrong
			: [...wrong, `content type "${answer.type}"`];
	}
	const schema = operation.items === undefined ? operation.result : z.object({ items: z.array(operation.items) });
	const parsed = schema?.safeParse(parse(answer.text));
	if (parsed?.success === false) wrong.push(`not as described: ${JSON.stringify(parsed.error.issues[0])}`);
	if (isShaped && answer.status !== operation.status && answer.status !== 200) wrong.push(`status ${answer.status}`);
	return wrong;
}

function judgeError(answer: FuzzAnswer): string[] {
	const parsed = ErrorResponse.safeParse(parse(answer.text));
	if (!parsed.success) return [`no ErrorResponse: ${answer.text.slice(0, 200)}`];
	const { error_code: code, message, sub_errors: subErrors = [] } = parsed.data;
	const wrong: string[] = [];
	const status = errorStatus[code as ErrorCode];
	if (status === undefined) wrong.push(`unknown code ${code}`);
	else if (status !== answer.status) wrong.push(`${code} with ${answer.status}`);
	if (message.trim() === '') wrong.push('no message');
	if (subErrors.some((error) => error.message.trim() === '')) wrong.push('a sub-error without words');
	const unknown = subErrors.find((error) => !subErrorCodes.includes(error.code));
	if (unknown !== undefined) wrong.push(`unknown code ${unknown.code} of a sub-error`);
	if (inside.test(answer.text)) wrong.push(`tells of the inside: ${answer.text.slice(0, 300)}`);
	return wrong;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
