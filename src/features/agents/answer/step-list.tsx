import { IconCheck, IconCircle, IconEdit, IconLoader2, IconMinus } from '@tabler/icons-react';
import { Fragment, memo, useState } from 'react';
import { countOf, formatDuration } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { AnswerRows } from './answer-rows.tsx';
import type { Revision, Step } from './evidence.ts';
import { PartViews } from './part-views.tsx';
import { QueryView } from './query-view.tsx';
import classes from './step-list.module.css';

const icons = { planned: IconCircle, working: IconLoader2, done: IconCheck, left: IconMinus } as const;
const stateLabels = { planned: 'planned', working: 'in progress', done: 'done', left: 'not done' } as const;

/** The plan as a checklist: each step with its reason, query and rows. */
interface StepListProps {
	readonly steps: readonly Step[];
	readonly revisions: readonly Revision[];
	readonly agent: string;
}

export function StepList({ steps, revisions, agent }: StepListProps) {
	if (steps.length === 0) return null;
	return (
		<Stack component="ol" boxed aria-label="Steps">
			{steps.map((step) => (
				<Fragment key={step.index}>
					<StepView step={step} agent={agent} />
					{revisions
						.filter(({ after }) => after === step.index)
						.map(({ change }) => (
							<Inline component="li" key={change} nowrap gap={2} px={3} py={1} className={classes.revision}>
								<IconEdit size={16} aria-hidden="true" className={classes.icon} />
								<Muted breaks>
									<strong>Plan revised:</strong> {visibleText(change)}
								</Muted>
							</Inline>
						))}
				</Fragment>
			))}
		</Stack>
	);
}

const StepView = memo(Shown, (a, b) => a.agent === b.agent && sameStep(a.step, b.step));

const sameStep = (a: Step, b: Step): boolean =>
	Object.entries(a).every(([name, value]) => b[name as keyof Step] === value);

function Shown({ step, agent }: { step: Step; agent: string }) {
	// Opens when there is something to see, unless the user chose otherwise.
	const [chosen, setChosen] = useState<boolean | null>(null);
	const isOpen = chosen ?? (step.query !== null || step.rows !== null);
	const Icon = icons[step.state];
	const name = `step ${step.index}`;
	return (
		<li className={classes.step} data-step={step.index} data-state={step.state} tabIndex={-1}>
			<details
				open={isOpen}
				onToggle={(event) => {
					const { open } = event.currentTarget;
					if (open !== isOpen) setChosen(open);
				}}
			>
				<Inline component="summary" gap={[0, 2]} px={3} py={1} className={classes.summary}>
					<Icon size={16} aria-hidden="true" className={classes.icon} />
					<Text weight="strong">Step {step.index}</Text>
					<Text breaks className={classes.instruction}>
						{visibleText(step.instruction)}
					</Text>
					<Muted size="small" numeric>
						{stateLabels[step.state]}
						{step.rows !== null && ` · ${countOf(step.rows.total ?? step.rows.rows.length, 'row')}`}
						{step.took !== null && ` · ${formatDuration(step.took)}`}
					</Muted>
				</Inline>
				<Stack gap={2} px={3} pb={3}>
					{step.reasoning !== '' && (
						<Muted component="p" measure>
							{visibleText(step.reasoning)}
						</Muted>
					)}
					{step.query !== null && <QueryView agent={agent} query={step.query} label={`Query for ${name}`} />}
					{step.rows !== null && (
						<AnswerRows given={step.rows} name={`Rows of ${name}`} isOpen={step.state === 'working'} />
					)}
					{step.others.length > 0 && (
						<PartViews parts={step.others} name={`Other parts of ${name}`} isOpen={step.state === 'working'} />
					)}
				</Stack>
			</details>
		</li>
	);
}
