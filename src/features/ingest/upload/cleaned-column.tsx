import { Checkbox } from '@mantine/core';
import { type CleanedColumn, type CleaningRule, cleaningRules } from '#contract/file-cleaning.ts';
import { countOf } from '../../../lib/format.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { HiddenText, Muted } from '../../../ui/primitives/text.tsx';
import { CommittedInput, FirstItems } from '../parts.tsx';
import { type ColumnDecision, hintExample, ruleNames } from './model.ts';
import classes from './upload.module.css';

interface CleanedColumnRulesProps {
	readonly from: string;
	readonly type: string;
	/** Null if nothing in it was cleaned. */
	readonly cleaned: CleanedColumn | null;
	readonly decision: ColumnDecision | undefined;
	/** Whether a hint can be added. */
	readonly isHinting: boolean;
	readonly onDecide: (part: Partial<ColumnDecision>) => void;
}

/** Maximum shown values that were left unchanged. */
const mostUnsure = 3;

export function CleanedColumnRules({ from, type, cleaned, decision, isHinting, onDecide }: CleanedColumnRulesProps) {
	const off = decision?.withoutRules ?? [];
	const isWhole = cleaned !== null && cleaned.done >= cleaned.values;
	const rules = cleaningRules.flatMap((rule) => {
		const found = cleaned?.rules.find((item) => item.rule === rule);
		if (found === undefined) return [];
		const label = `${ruleNames[rule]}: ${countOf(found.count, 'value')}${isWhole ? '' : ' so far'}`;
		return [{ ...found, rule, label }];
	});
	const change = (rule: CleaningRule, isOn: boolean) =>
		onDecide({ withoutRules: isOn ? off.filter((item) => item !== rule) : [...off, rule] });
	return (
		<Stack gap={2}>
			{isHinting && (
				<CommittedInput
					size="xs"
					label={
						<>
							Cleaning hint <HiddenText>for {from}</HiddenText>
						</>
					}
					placeholder={hintExample({ from, type })}
					className={classes.hint}
					value={decision?.holds ?? ''}
					onCommit={(holds) => onDecide({ holds })}
				/>
			)}
			{rules.map(({ rule, label, examples }) => (
				<Inline key={rule} gap={[2, 3]} align="start">
					<Checkbox
						className={classes.rule}
						label={label}
						aria-label={`${label} in ${from}`}
						checked={!off.includes(rule)}
						onChange={(event) => change(rule, event.currentTarget.checked)}
					/>
					<Muted className={classes.examples}>
						{examples.slice(0, 3).map(({ before, after, why }) => (
							<span key={before} title={why}>
								<code>{before}</code> → <code>{after}</code>
							</span>
						))}
					</Muted>
				</Inline>
			))}
			{cleaned !== null && cleaned.unsure.count > 0 && (
				<Muted component="div">
					{countOf(cleaned.unsure.count, 'value')} left unchanged
					{cleaned.unsure.first.length > mostUnsure && ', such as'}:
					<FirstItems
						items={cleaned.unsure.first.slice(0, mostUnsure)}
						total={Math.min(mostUnsure, cleaned.unsure.first.length)}
						most={mostUnsure}
						item={({ value, why }) => (
							<li key={value}>
								<code>{value}</code> {why}
							</li>
						)}
					/>
				</Muted>
			)}
		</Stack>
	);
}
