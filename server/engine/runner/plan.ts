import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import * as z from 'zod/mini';
import type { PlanOperator, RunPlan } from '#contract/build-run.ts';
import { fullName, withRealNames } from '../sql/source-views.ts';
import type { EngineSource } from '../types.ts';

/** Where the engine writes the executed plan, in the folder of its process. */
export const planFile = 'plan.json';

const Operator = z.object({
	operator_name: z.string(),
	operator_timing: z.number(),
	operator_cardinality: z.number(),
	operator_rows_scanned: z.number(),
	extra_info: z.record(z.string(), z.unknown()),
	get children() {
		return z.array(Operator);
	},
});
type Operator = z.infer<typeof Operator>;
const Profile = z.object({ latency: z.number(), children: z.array(Operator) });

/** Maximum number of operators kept, and maximum length of an operator's details. */
const limit = 500;
const longest = 400;

/** How the last statement was executed; null if the engine didn't report it. @param sources names to show for files */
export function readPlan(sources: readonly EngineSource[]): RunPlan | null {
	if (!existsSync(planFile)) return null;
	const text = readFileSync(planFile, 'utf8');
	unlinkSync(planFile);
	const profile = Profile.safeParse(jsonOf(text)).data;
	if (profile === undefined) return null;
	const operators: PlanOperator[] = [];
	const add = (operator: Operator, parent: number | null): void => {
		// The step that writes the result file isn't part of the user's statement.
		const isOurs = parent === null && operator.operator_name.includes('COPY_TO_FILE');
		if (operators.length >= limit) return;
		if (!isOurs) operators.push(present(operator, parent, sources));
		const place = isOurs ? null : operators.length - 1;
		for (const child of operator.children) add(child, place);
	};
	for (const child of profile.children) add(child, null);
	return operators.length === 0 ? null : { ms: 1_000 * profile.latency, operators };
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function present(operator: Operator, parent: number | null, sources: readonly EngineSource[]): PlanOperator {
	const info = Object.entries(operator.extra_info).map(([name, value]) => ({
		name,
		value: [value].flat().map(String).join(', '),
	}));
	// The engine lists the first few files, separated by commas.
	const files = info.find(({ name }) => name.startsWith('Filename'))?.value.split(', ') ?? [];
	const source = sources.find(({ files: [file] }) => file !== undefined && files.includes(file));
	return {
		name: operator.operator_name.trim(),
		parent,
		ms: 1_000 * operator.operator_timing,
		rows: operator.operator_cardinality,
		scanned: operator.operator_rows_scanned,
		details: [
			...(source === undefined ? [] : [{ name: 'Dataset', value: fullName(source) }]),
			...info
				.filter(({ name, value }) => value !== '' && !/^(Filename|Function|Total Files|Scanning Files)/.test(name))
				.map(({ name, value }) => ({ name, value: withRealNames(value.slice(0, longest)) })),
		],
	};
}
