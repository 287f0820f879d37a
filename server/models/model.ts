import type * as z from 'zod/mini';

/** What a model is asked. */
interface Prompt {
	/** What the model is to do. Ours alone: nothing that a person or a dataset wrote belongs here. */
	readonly instructions: string;
	/** The question and the data that it is about. */
	readonly prompt: string;
	readonly signal: AbortSignal;
}

/** Asks for one object, in the shape that the schema says. */
export interface ModelQuestion<T> extends Prompt {
	/** What the object is, one word for the model. */
	readonly name: string;
	readonly schema: z.ZodMiniType<T>;
}

/** Asks for text. */
export interface ModelText extends Prompt {
	/** Called with each piece as it comes; the next one waits for it. */
	onText(piece: string): Promise<void>;
}

export interface Model {
	readonly provider: string;
	readonly name: string;
	/** @throws ModelError, or the signal's reason */
	answer<T>(question: ModelQuestion<T>): Promise<T>;
	/** Whether the text is whole; false where it was cut off at a limit of its length. @throws ModelError, or the signal's reason */
	write(text: ModelText): Promise<boolean>;
}

/** How a model failed; `limit`: what it may use is used up. */
export type FailureKind = 'rate-limited' | 'unauthorized' | 'unreachable' | 'timed-out' | 'invalid' | 'limit' | 'error';

/** Why a model gave no answer, in words for the person who asked. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
	readonly kind: FailureKind;
	/** Status of HTTP; null where there was none. */
	readonly status: number | null;

	constructor(kind: FailureKind, message: string, { status = null }: { status?: number | null } = {}) {
		super(message);
		this.kind = kind;
		this.status = status;
	}
}
