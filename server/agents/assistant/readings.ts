import { isAttached } from '../attached/attached-rows.ts';
import { mentionsAttached, namesAttached, withoutMention } from '../attached/mentions.ts';
import { namesDataset } from '../knowledge/focus.ts';
import { goesOn } from '../offline/follow-up-reader.ts';
import type { SchemaContext } from '../query/types.ts';
import { kindOf } from './patterns.ts';
import { type EarlierTurn, hasQuery, type PlannerInput, type Refused } from './plan.ts';
import { rewritings } from './rewrite.ts';

/** The question in each context it may be about, likeliest first: the namespace and the attached rows. */
export function readings(input: PlannerInput): PlannerInput[] {
	const { question, context, earlier, work } = input;
	const attached = input.attached.context;
	if (attached === null) return [input];
	const last = earlier.findLast(hasQuery);
	const goesOnFrom = (isThere: boolean) => (last === undefined || isOfAttached(last) === isThere ? earlier : []);
	const ofNamespace = { ...input, earlier: goesOnFrom(false) };
	const ofAttached = {
		...input,
		question: withoutMention(question),
		context: attached,
		work: { ...work, context: attached },
		earlier: goesOnFrom(true),
	};
	// "these rows" refers to the attached ones, whatever the previous answer was about.
	if (namesAttached(question)) return [{ ...ofAttached, earlier: [] }];
	if (mentionsAttached(question) || namesDataset(question, attached, context)) return [ofAttached];
	if (kindOf(question).kind === 'search') return [ofNamespace];
	return isOfNamespace(question, context, attached, last) ? [ofNamespace, ofAttached] : [ofAttached, ofNamespace];
}

/** Whether the namespace is the likelier context: the question names one of its datasets, or continues an answer about it. */
function isOfNamespace(
	question: string,
	context: SchemaContext,
	attached: SchemaContext,
	last: EarlierTurn | undefined,
): boolean {
	const { kind } = kindOf(question);
	if (kind === 'describe' && /^(describe|tell me about)/i.test(question)) return true;
	if (namesDataset(question, context, attached)) return true;
	return last !== undefined && !isOfAttached(last) && (kind === 'why' || goesOn(question));
}

export const isOfAttached = ({ datasets }: Pick<EarlierTurn, 'datasets'>): boolean => datasets.some(isAttached);

/** Refuses a question that continues from attached rows that weren't sent with it. */
export function refusedWithout({ question, attached, gone }: PlannerInput): Refused | null {
	if (gone !== null && (mentionsAttached(question) || leansOn(question, gone))) {
		return attached.context !== null && mentionsAttached(question) ? null : { kind: 'refused', message: notSent };
	}
	if (attached.context !== null || attached.unusable.length === 0 || !mentionsAttached(question)) return null;
	return { kind: 'refused', message: attached.unusable.join(' ') };
}

/** Adds other possible reasons to a refusal. */
export function explained(refused: Refused, { attached, gone }: PlannerInput): Refused {
	const reasons = [...attached.unusable, ...(gone === null ? [] : [notSent])];
	return { ...refused, message: [refused.message, ...reasons].join(' ') };
}

const notSent =
	'The previous question was answered from rows sent with it, which aren’t stored. Send them again to ask more about them.';

const leansOn = (question: string, { question: before }: EarlierTurn): boolean =>
	kindOf(question).kind === 'why' || (goesOn(question) && rewritings(question, before).length > 0);
