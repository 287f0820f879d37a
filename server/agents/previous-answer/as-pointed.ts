import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { type Condition, excludes } from '../offline/plan.ts';
import type { SchemaContext, Written } from '../query/types.ts';
import { conditionsOf } from './conditions.ts';
import { type Narrowed, narrow, type narrowedTo, type Pointed } from './narrowed.ts';

export type Query = Extract<Written, { kind: 'query' }>;

export type Meant = Omit<ReturnType<typeof narrowedTo>, 'main'>;

export const nothingPointed: Meant = {
	within: new Map(),
	around: new Map(),
	apart: new Map(),
	noun: null,
	identifying: new Set(),
	conditioned: new Map(),
};

export const pointedBefore = ({
	within,
	around = [],
	apart = [],
	noun,
	identifying = [],
	conditioned = [],
}: Pointed): Meant => ({
	within: new Map(within),
	around: new Map(around),
	apart: new Map(apart),
	noun: noun ?? null,
	identifying: new Set(identifying),
	conditioned: new Map(conditioned),
});

/** "same for Harbor" after rows that were narrowed to another branch. */
export function contradictsBefore({ understood }: Query, { conditioned }: Meant, context: SchemaContext): boolean {
	return [...conditionsOf(understood, context)].some(([column, condition]) => {
		const before = conditioned.get(column);
		return before !== undefined && excludes(JSON.parse(before) as Condition, JSON.parse(condition) as Condition);
	});
}

export const ofPrevious = 'Limited to rows in the previous answer.';
export const otherRows = 'This is about different rows than the previous answer. Ask the full question.';

export const reads = ({ datasets }: Query, within: Narrowed): boolean =>
	datasets.some((dataset) => within.has(coordinateKey(dataset)));

export function asPointed(written: Query, context: SchemaContext, meant: Meant, isOne = false): Query {
	const { within, around, apart, noun, identifying, conditioned } = meant;
	const understood: Pointed = {
		...{ inner: written.understood ?? null, isRows: false, isOne },
		...{ within: [...within], around: [...around], identifying: [...identifying], conditioned: [...conditioned] },
		...(noun === null || apart.size === 0 ? {} : { noun, apart: [...apart] }),
	};
	const read = written.datasets.filter((dataset) => within.has(coordinateKey(dataset)));
	return {
		...written,
		sql: narrow(written.sql, context, within),
		reading: `${written.reading} ${ofPrevious}`,
		datasets: read.length === 0 ? written.datasets : allRead(written, context, within),
		understood,
	};
}

/** The datasets of a query, and those that its narrowed datasets are read from. */
function allRead({ datasets }: Query, context: SchemaContext, within: Narrowed): DatasetCoordinate[] {
	const texts = datasets.flatMap((dataset) => within.get(coordinateKey(dataset)) ?? []).join('\n');
	const isRead = (of: DatasetCoordinate) =>
		datasets.some((dataset) => coordinateKey(dataset) === coordinateKey(of)) || texts.includes(quotedName(of));
	return context.datasets.map(({ coordinate }) => coordinate).filter(isRead);
}

const quotedName = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	[owner, namespace, datasetName].map(quoted).join('.');
