import type { NamespaceModels } from '#contract/agents/models.ts';
import { listText } from '#lib/text/list-text.ts';
import { countOf, formatCount } from '../../../lib/format.ts';

const costOf = (amount: number, currency: string): string =>
	`${amount.toLocaleString('en-US', { maximumFractionDigits: 4 })} ${currency}`;

const timeOf = (seconds: number): string =>
	seconds % 60 === 0 ? countOf(seconds / 60, 'minute') : countOf(seconds, 'second');

export function limitWords({ limits, usedToday, currency }: NamespaceModels): { question: string; day: string | null } {
	const { questionSeconds, questionSteps, questionTokens, questionCost, dayTokens, dayCost } = limits;
	const ofQuestion = [
		countOf(questionSteps, 'step'),
		questionTokens !== null && `${formatCount(questionTokens)} tokens`,
		questionSeconds !== null && timeOf(questionSeconds),
		questionCost !== null && costOf(questionCost, currency),
	].filter((words) => words !== false);
	const ofDay = [
		dayTokens !== null && `${formatCount(usedToday.tokens)} of ${formatCount(dayTokens)} tokens`,
		dayCost !== null && `${costOf(usedToday.cost, currency)} of ${costOf(dayCost, currency)}`,
	].filter((words) => words !== false);
	return {
		question: `A question can use up to ${listText(ofQuestion)}.`,
		day: ofDay.length === 0 ? null : `You’ve used ${ofDay.join(' and ')} today.`,
	};
}

export const isUsedUp = ({ limits: { dayTokens, dayCost }, usedToday: { tokens, cost } }: NamespaceModels): boolean =>
	(dayTokens !== null && tokens >= dayTokens) || (dayCost !== null && cost >= dayCost);
