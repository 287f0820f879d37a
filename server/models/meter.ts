import type { ModelSettings } from '../settings/settings.ts';
import { ModelError } from './model.ts';

/** Tokens, and their cost in the currency of the models file. */
export interface ModelUse {
	readonly tokens: number;
	readonly cost: number;
}

export interface DayUse {
	read(): Promise<ModelUse>;
	add(use: ModelUse): Promise<void>;
}

/** Enforces the limits of one question, and the daily limits of its user. */
export interface Meter {
	/** Time left for models on this question, ms. */
	timeLeft(): number;
	/** The maximum number of tokens for a response. @throws ModelError `limit` if the prompt itself exceeds what is left */
	admit(promptTokens: number): Promise<number>;
	count(use: ModelUse): Promise<void>;
}

/** Maximum size of a model's response, tokens. */
const maxTokens = 8_192;

export const unmetered: Meter = {
	timeLeft: () => Number.POSITIVE_INFINITY,
	admit: async () => maxTokens,
	count: async () => undefined,
};

export function createMeter({ limits, currency }: Pick<ModelSettings, 'limits' | 'currency'>, day: DayUse): Meter {
	const began = performance.now();
	let [tokens, cost] = [0, 0];
	const timeLeft = () => (limits.questionMs ?? Number.POSITIVE_INFINITY) - (performance.now() - began);
	const leftOf = (limit: number | null, used: number) => (limit ?? Number.POSITIVE_INFINITY) - used;
	const money = (amount: number | null) => `${amount} ${currency}`;
	const count = (amount: number | null) => `${amount?.toLocaleString('en-US')} tokens`;
	return {
		timeLeft,
		async admit(promptTokens) {
			const today = await day.read();
			const ofQuestion = leftOf(limits.questionTokens, tokens) - promptTokens;
			const ofDay = leftOf(limits.dayTokens, today.tokens) - promptTokens;
			const usedUp = [
				timeLeft() <= 0 && `model time allowed per question (${(limits.questionMs ?? 0) / 1_000} s)`,
				ofQuestion <= 0 && `${count(limits.questionTokens)} allowed per question`,
				leftOf(limits.questionCost, cost) <= 0 && `${money(limits.questionCost)} allowed per question`,
				ofDay <= 0 && `${count(limits.dayTokens)} allowed per day`,
				leftOf(limits.dayCost, today.cost) <= 0 && `${money(limits.dayCost)} allowed per day`,
			].find((words) => words !== false);
			if (usedUp !== undefined) throw new ModelError('limit', `You’ve used up the ${usedUp}.`);
			return Math.min(maxTokens, ofQuestion, ofDay);
		},
		async count(use) {
			tokens += use.tokens;
			cost += use.cost;
			await day.add(use);
		},
	};
}
