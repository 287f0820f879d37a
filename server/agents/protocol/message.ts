import {
	CallerContext,
	callerContextUri,
	datasetsMember,
	earlierTurnsMember,
	maxCallerContextBytes,
} from '#contract/agents/artifacts.ts';
import { Uuid } from '#contract/ids.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { memberLabel } from '../../platform/core/issues.ts';
import type { Request } from './agent.ts';
import { invalidParams, RpcFailure } from './rpc-error.ts';

export interface Message extends Omit<Request, 'caller' | 'namespace' | 'model'> {
	readonly namespace: string;
	readonly provider: string | undefined;
	readonly model: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const maxQuestion = 10_000;
const mostFocused = 100;
const mostReferences = 100;
const textModes = ['text', 'text/plain', 'text/markdown', 'text/*', '*/*'];
const dataModes = ['data', 'application/json', 'application/*', '*/*'];

/** Parses the params of SendMessage and SendStreamingMessage. @throws RpcFailure */
export function readMessage(params: unknown, agent: { name: string; callerContext: boolean }): Message {
	const { message: given, configuration } = members(params, 'params');
	const message = members(given, 'params.message');
	const messageId = required(message, 'messageId', 'params.message');
	if (!Uuid.safeParse(messageId).success) {
		throw invalidParams(`params.message.messageId must be a UUID, not ${shown(messageId)}.`);
	}
	const { role, parts, taskId } = message;
	if (role === undefined) throw invalidParams('params.message.role is missing. Set it to "ROLE_USER".');
	if (role !== 'ROLE_USER') throw invalidParams(`params.message.role must be "ROLE_USER", not ${shown(role)}.`);
	if (!Array.isArray(parts) || parts.length === 0) {
		throw invalidParams('params.message.parts must be a list with at least one part.');
	}
	const takesData = readModes(configuration);
	const metadata = members(message.metadata, 'params.message.metadata');
	if (taskId !== undefined && taskId !== '') {
		throw new RpcFailure(
			'TASK_NOT_FOUND',
			'A task ends with its answer, so it can’t be continued. Leave out taskId, and send contextId to continue the conversation.',
		);
	}
	const read = parts.map((part, index) => readPart(part, `Item ${index + 1} of params.message.parts`, agent));
	const question = read.find((candidate) => typeof candidate === 'string');
	if (question === undefined) throw invalidParams('params.message.parts has no text part. Put the question in one.');
	if (question.trim() === '') throw invalidParams('The question is empty. Put it in the first text part.');
	if (question.length > maxQuestion) {
		throw invalidParams(
			`The question has ${question.length.toLocaleString('en')} characters. The limit is ${maxQuestion.toLocaleString('en')}. Shorten the question.`,
		);
	}
	return {
		messageId,
		question: question.trim(),
		namespace: required(metadata, 'namespace', 'params.message.metadata'),
		provider: optional(metadata, 'provider', 'params.message.metadata'),
		model: optional(metadata, 'model', 'params.message.metadata'),
		datasets: readTexts(metadata[datasetsMember], `params.message.metadata.${datasetsMember}`, 'names', mostFocused),
		contextId: optional(message, 'contextId', 'params.message') ?? null,
		referenceTaskIds: readTexts(message.referenceTaskIds, 'params.message.referenceTaskIds', 'IDs', mostReferences),
		takesData,
		...readCallerContext(read.filter((candidate) => typeof candidate !== 'string')),
	};
}

function readTexts(given: unknown, path: string, what: string, most: number): string[] {
	if (given === undefined || given === null) return [];
	if (!Array.isArray(given)) throw invalidParams(`${path} must be a list of ${what}, not ${shown(given)}.`);
	if (given.length > most)
		throw invalidParams(`${path} has ${given.length} ${what}. The limit is ${most}. Send fewer.`);
	return given.map((text: unknown, index) => {
		if (typeof text === 'string') return text;
		throw invalidParams(`Item ${index + 1} of ${path} must be a string, not ${shown(text)}.`);
	});
}

interface ContextPart {
	readonly data: unknown;
	readonly path: string;
	readonly isEarlier: boolean;
}

function readPart(given: unknown, path: string, agent: { name: string; callerContext: boolean }): string | ContextPart {
	const part = members(given, path);
	if (Object.hasOwn(part, 'data')) {
		const { extension, [earlierTurnsMember]: isEarlier } = members(part.metadata ?? {}, `${path}: metadata`);
		if (extension !== callerContextUri) {
			throw new RpcFailure(
				'CONTENT_TYPE_NOT_SUPPORTED',
				`${path} contains data that isn’t caller context. Send the question as text.`,
			);
		}
		if (!agent.callerContext) {
			throw invalidParams(`${path} is caller context, which the agent ${agent.name} doesn’t accept. Leave it out.`);
		}
		return { data: part.data, path, isEarlier: isEarlier === true };
	}
	if (typeof part.text === 'string') return part.text;
	if (Object.hasOwn(part, 'raw') || Object.hasOwn(part, 'url') || Object.hasOwn(part, 'file')) {
		throw new RpcFailure(
			'CONTENT_TYPE_NOT_SUPPORTED',
			`${path} is a file, which agents here don’t accept. Send text instead.`,
		);
	}
	throw invalidParams(`${path} has no text. Add text, or leave the item out.`);
}

function readCallerContext(parts: readonly ContextPart[]): Pick<Message, 'callerContext' | 'earlierTurns'> {
	const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(stringifyJson(part.data ?? null)), 0);
	if (bytes > maxCallerContextBytes) {
		throw invalidParams(
			`The caller context is ${bytes.toLocaleString('en')} bytes. The limit is ${maxCallerContextBytes.toLocaleString('en')}. Send fewer or smaller items.`,
		);
	}
	const itemsOf = ({ data, path }: ContextPart): CallerContext['items'] => {
		const parsed = CallerContext.safeParse(data);
		if (parsed.success) return parsed.data.items;
		const where = memberLabel(['data', ...(parsed.error.issues[0]?.path ?? [])]);
		throw invalidParams(
			`${path} isn’t valid caller context: ${where} is missing or invalid. Send {items: [{title, text?, rows?}]}.`,
		);
	};
	return {
		callerContext: parts.filter((part) => !part.isEarlier).flatMap(itemsOf),
		earlierTurns: parts.filter((part) => part.isEarlier).flatMap(itemsOf),
	};
}

function readModes(given: unknown): boolean {
	const configuration = members(given ?? {}, 'params.configuration');
	if (configuration.taskPushNotificationConfig !== undefined && configuration.taskPushNotificationConfig !== null) {
		throw new RpcFailure(
			'PUSH_NOTIFICATION_NOT_SUPPORTED',
			'Push notifications aren’t supported. Use SendStreamingMessage instead.',
		);
	}
	const modes = configuration.acceptedOutputModes ?? [];
	if (!Array.isArray(modes) || modes.some((mode) => typeof mode !== 'string')) {
		throw invalidParams('params.configuration.acceptedOutputModes must be a list of strings.');
	}
	const takesData = modes.length === 0 || modes.some((mode) => dataModes.includes(mode));
	if (takesData || modes.some((mode) => textModes.includes(mode))) return takesData;
	throw new RpcFailure(
		'CONTENT_TYPE_NOT_SUPPORTED',
		`params.configuration.acceptedOutputModes (${modes.join(', ')}) must include "text" or "data".`,
	);
}

function members(value: unknown, path: string): Members {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
	if (isObject) return value as Members;
	throw invalidParams(value === undefined ? `${path} is missing.` : `${path} must be an object, not ${shown(value)}.`);
}

function required(of: Members, name: string, path: string): string {
	const value = optional(of, name, path);
	if (value === undefined || value.trim() === '') throw invalidParams(`${path}.${name} is missing.`);
	return value;
}

function optional(of: Members, name: string, path: string): string | undefined {
	const value = of[name];
	if (value === undefined || value === null || value === '') return undefined;
	if (typeof value === 'string') return value;
	throw invalidParams(`${path}.${name} must be a string, not ${shown(value)}.`);
}

function shown(value: unknown): string {
	const text = value === undefined ? 'nothing' : stringifyJson(value);
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
