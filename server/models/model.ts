import type * as z from 'zod/mini';

interface Prompt {
	/** The instructions: only our own text, nothing from a user or a dataset. */
	readonly instructions: string;
	/** The question and its data. */
	readonly prompt: string;
	readonly signal: AbortSignal;
}

/** Requests an object that matches the schema. */
export interface ModelQuestion<T> extends Prompt {
	/** One-word name of the object for the model. */
	readonly name: string;
	readonly schema: z.ZodMiniType<T>;
}

export interface ModelText extends Prompt {
	/** Called with each piece as it arrives; the next one waits for it. */
	onText(piece: string): Promise<void>;
}

export interface Model {
	readonly provider: string;
	readonly name: string;
	/** @throws ModelError, or the signal's reason */
	answer<T>(question: ModelQuestion<T>): Promise<T>;
	/** Whether the text is complete; false if it was truncated at a length limit. @throws ModelError, or the signal's reason */
	write(text: ModelText): Promise<boolean>;
}

/** How a model failed; `limit`: its allowance is used up. */
export type FailureKind = 'rate-limited' | 'unauthorized' | 'unreachable' | 'timed-out' | 'invalid' | 'limit' | 'error';

/** Why a model gave no answer; the message is shown to the user who asked. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
	readonly kind: FailureKind;
	/** HTTP status; null if there was none. */
	readonly status: number | null;

	constructor(kind: FailureKind, message: string, { status = null }: { status?: number | null } = {}) {
		super(message);
		this.kind = kind;
		this.status = status;
	}
}
