import { IconCheck, IconCircle, IconLoader2, IconMinus } from '@tabler/icons-react';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { stringifyJson } from '../../lib/json-text.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { CodeText } from '../../ui/code-text.tsx';
import { AnswerRows } from './answer-rows.tsx';
import type { Turn } from './conversation.ts';
import type { Step } from './evidence.ts';
import { QueryActions } from './query-actions.tsx';
import classes from './step-list.module.css';

const icons = { planned: IconCircle, working: IconLoader2, done: IconCheck, left: IconMinus } as const;
const words = { planned: 'planned', working: 'going on', done: 'done', left: 'not done' } as const;

/** The plan as a checklist that fills: each step with why, its query and its rows. */
export function StepList({ steps, turn }: { steps: readonly Step[]; turn: Turn }) {
	if (steps.length === 0) return null;
	return (
		<ol className={classes.steps} aria-label="Steps">
			{steps.map((step) => (
				<StepView key={step.index} step={step} turn={turn} />
			))}
		</ol>
	);
}

function StepView({ step, turn }: { step: Step; turn: Turn }) {
	const Icon = icons[step.state];
	const name = `step ${step.index}`;
	return (
		<li className={classes.step} data-step={step.index} data-state={step.state} tabIndex={-1}>
			<details open={step.state === 'done' || undefined}>
				<summary className={classes.summary}>
					<Icon size={16} aria-hidden="true" className={classes.icon} />
					<span className={classes.number}>Step {step.index}</span>
					<span className={classes.instruction}>{visibleText(step.instruction)}</span>
					<span className={classes.quiet}>
						{words[step.state]}
						{step.rows !== null && ` · ${rowWords(step.rows.total ?? step.rows.rows.length)}`}
						{step.took !== null && ` · ${formatDuration(step.took)}`}
					</span>
				</summary>
				<div className={classes.body}>
					{step.reasoning !== '' && <p className={classes.reasoning}>{visibleText(step.reasoning)}</p>}
					{step.query !== null && (
						<div>
							<CodeText text={visibleText(step.query)} language="sql" label={`Query of ${name}`} />
							<QueryActions turn={turn} query={step.query} />
						</div>
					)}
					{step.rows !== null && <AnswerRows given={step.rows} name={`Rows of ${name}`} />}
					{step.others.length > 0 && (
						<pre className={classes.raw}>{visibleText(step.others.map((it) => stringifyJson(it, 2)).join('\n'))}</pre>
					)}
				</div>
			</details>
		</li>
	);
}

const rowWords = (count: number): string => (count === 1 ? '1 row' : `${formatCount(count)} rows`);
