import { isNumberType } from '#lib/sql/types.ts';
import { addsUp, readAdjective } from '../builtin/english.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { planOf } from '../offline/offline-writer.ts';
import { spoken } from '../query/present.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import { isSame } from './about.ts';
import { isPointed, understoodIn } from './narrowed.ts';
import { ofEach, ofEachOne } from './plainer.ts';
import { money } from './ranked-rows.ts';

const lead = '^\\W*(?:(?:and|but|so|now)\\b\\W*)*';
const they = '(?:they|these|those|it)';
const all = '(?: (in total|altogether|in all|all together|overall))?';
const mean = '(?: (on average|typically|each on average))?';
/** "what fees did they bring in?" */
const gained = new RegExp(
	`${lead}(?:what|how much) ([\\w ]+?) (?:did|do|does) ${they} (?:bring in|make|earn|generate|collect|take in|get|pay|charge|produce|have)${all}${mean}\\W*$`,
	'i',
);
/** "what did they pay in total?", "what are they worth?": in their only column of money. */
const paid = new RegExp(
	`${lead}(?:what|how much) (?:(?:did|do|does) ${they} (?:pay|spend|bring in|earn)|(?:is|are|was|were) ${they} worth)${all}${mean}\\W*$`,
	'i',
);
const paidIn = [...money, ...['cost', 'revenue'].map(stem)];
/** "what did they cost on average?" */
const verbal = new RegExp(`${lead}(?:what|how much) (?:did|do|does) ${they} (\\w+)${all}${mean}\\W*$`, 'i');
/** "how heavy are they on average?", "how far did their flights go on average?" */
const graded = new RegExp(
	`${lead}how (\\w+) (?:(?:is|are|was|were)|(?:did|do|does)) (?:${they}|their \\w+)(?: \\w+)?() on average\\W*$`,
	'i',
);

/** "what did their work cost in total?" */
const ofTheirs = new RegExp(`${lead}(?:what|how much) (?:did|do|does) their ([\\w ]+?) (\\w+)${all}${mean}\\W*$`, 'i');

/** "show me their average delay" */
const possessed = new RegExp(
	`${lead}(?:(?:what(?:'s|’s)?|show|give|list|tell)(?: me| us)?(?: (?:is|are|was|were))? )?their ((?:average|mean|median) [\\w ]+?)\\W*$`,
	'i',
);

/** "how many strikes did each of them have?" */
const countedEach =
	/^\W*(?:(?:and|but|so|now)\b\W*)*how many ([\w ]+?) (?:did|do|does|have|has|had) each of (?:them|those|these)(?: have)?\W*$/i;

/** "show me their average delay" after flights per origin, or the first of those: of each. Unchanged if no groups were listed. */
function ofEachGroup(question: string, last: Turn, context: SchemaContext): string {
	const [, counted] = countedEach.exec(question.replace(ofEach, ofEachOne)) ?? [];
	const figure = counted === undefined ? possessed.exec(question)?.[1] : `number of ${counted}`;
	const [label] = last.columns;
	const plan = planOf(understoodIn(last).inner, context);
	const isOne = figure === undefined || /\b(?:overall|altogether|together|combined|in total)\b/i.test(figure);
	const [group, ...groups] = plan?.groups ?? [];
	if (isOne || plan === null || group === undefined || groups.length > 0 || label === undefined) return question;
	// Things that have rows of their own can be named.
	if (counted !== undefined && ('key' in group || !isPointed(last.understood))) return question;
	if (isPointed(last.understood))
		return last.understood.first === undefined ? question : `what is the ${figure} of them by ${spoken(label.name)}`;
	return plan.limit === null ? `now ${figure}` : question;
}

/** "what did they cost on average?": the figure by its name, of the same groups if there are any. Unchanged if no column has that name. */
export function withTheirFigure(question: string, last: Turn | undefined, context: SchemaContext): string {
	const each = last === undefined ? question : ofEachGroup(question, last, context);
	if (each !== question) return each;
	const [, adjective] = graded.exec(question) ?? [];
	const [isPaid, isAll, isEach] = paid.exec(question) ?? [];
	const [, asked, isTotal = isAll, isMean = isEach] = gained.exec(question) ?? verbal.exec(question) ?? [];
	const [, owned, did = '', , isEachOwned] = ofTheirs.exec(question) ?? [];
	if (last === undefined || (adjective ?? asked ?? isPaid ?? owned) === undefined) return question;
	const isRead = ({ coordinate }: SchemaContext['datasets'][number]) =>
		last.datasets?.some((of) => isSame(of.datasetName, coordinate.datasetName)) === true;
	const numbersIn = (datasets: SchemaContext['datasets']) =>
		datasets.flatMap(({ columns }) => columns.filter(({ type }) => isNumberType(type)).map(({ name }) => name));
	const numbers = numbersIn(context.datasets.filter(isRead));
	const has = (noun: string) => (name: string) => wordsOf(name).map(stem).includes(stem(noun.toLowerCase()));
	const ofOwned = context.datasets.filter(({ coordinate }) =>
		wordsOf(owned ?? '').every((word) => has(word)(coordinate.datasetName)),
	);
	const [sum, ...sums] = owned === undefined ? [] : numbersIn(ofOwned).filter(has(did));
	if (owned !== undefined) {
		const figure = isEachOwned === undefined ? 'sum' : 'average';
		return sum === undefined || sums.length > 0 ? question : `what is the ${figure} of their ${spoken(sum)}`;
	}
	const nouns = adjective === undefined ? [] : (readAdjective(adjective.toLowerCase())?.nouns ?? []);
	const amountsIn = (names: readonly string[]) =>
		new Set(names.filter((name) => paidIn.some((noun) => has(noun)(name))));
	const [own, near] = [amountsIn(numbers), amountsIn(numbersIn(context.datasets))];
	const [amount, ...amounts] = own.size > 0 ? own : near;
	if (isPaid !== undefined && (amount === undefined || amounts.length > 0)) return 'what is the sum of their payments';
	if (isPaid !== undefined && own.size === 0) return `now total ${spoken(amount ?? '')}`;
	const word = isPaid === undefined ? asked : spoken(amount ?? '');
	const measured = numbers.filter((name) => nouns.some((noun) => has(noun)(name)));
	const [only, ...others] = adjective === undefined ? [] : measured;
	const named =
		word === undefined ? undefined : wordsOf(word).every((part) => numbers.some(has(part))) ? word : undefined;
	const figure = others.length > 0 ? undefined : only === undefined ? named : spoken(only);
	if (figure === undefined) return question;
	const isAverage = adjective !== undefined || isMean !== undefined;
	if (!isAverage && isTotal === undefined && !addsUp(wordsOf(figure).map(stem))) return question;
	const plan = planOf(understoodIn(last).inner, context);
	const isFigured = plan !== null && plan.figures.length > 0 && plan.limit === null && !isPointed(last.understood);
	if (isFigured) return `now ${isAverage ? 'average' : 'total'} ${figure}`;
	// "how late are they on average?" about the first 3 destinations: each of them.
	const [label] = last.columns;
	const isOfGroups = isPointed(last.understood) && last.understood.first !== undefined && label !== undefined;
	const by = isOfGroups && /\bGROUP BY\b/.test(last.sql ?? '') ? ` by ${spoken(label.name)}` : '';
	if (by !== '') return `what is the ${isAverage ? 'average' : 'total'} ${figure} of them${by}`;
	return isAverage ? `what is their average ${figure}` : `what is the sum of their ${figure}`;
}
