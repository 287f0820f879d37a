import type * as z from 'zod/mini';

/** What a model is asked: one object, in the shape that the schema says. */
export interface ModelQuestion<T> {
	/** What the object is, one word for the model. */
	readonly name: string;
	/** What the model is to do. Ours alone: nothing that a person or a dataset wrote belongs here. */
	readonly instructions: string;
	/** The question and the data that it is about. */
	readonly prompt: string;
	readonly schema: z.ZodMiniType<T>;
	readonly signal: AbortSignal;
}

export interface Model {
	readonly provider: string;
	readonly name: string;
	/** @throws ModelError, or the signal's reason */
	answer<T>(question: ModelQuestion<T>): Promise<T>;
}

/** Why a model gave no answer, in words for the person who asked. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
}
