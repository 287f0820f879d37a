import { Button } from '@mantine/core';
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { Link } from 'react-router';
import { listLinks, type NewLink } from '#contract/link.ts';
import { errorFacts, problemsByPath } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { useFocusInvalid } from '../../../ui/primitives/form.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, loadDescription, useReachable, useScope } from '../../session/queries.ts';
import {
	coordinateOf,
	longitudeIn,
	type Options,
	readLink,
	readOptions,
	sameLink,
	sides,
	swapped,
	withLongitude,
	writeOptions,
} from '../model.ts';
import { linksQuery } from '../queries.ts';
import { TrialView } from '../trial/trial-view.tsx';
import { nothingPasted, useTrial } from '../trial/use-trial.ts';
import classes from './builder.module.css';
import { EndField } from './end-field.tsx';
import { useLinkText } from './link-address.ts';
import { MatchForm } from './match-form.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { RequestView } from './request-view.tsx';
import { useCreateLink } from './use-create-link.ts';
import { useLinkEnd } from './use-link-end.ts';

export const loadLinkBuilder = loadDescription;

/** Builds a link on evidence: its ends, how they are matched, and what that comes to before it is made. */
export function LinkBuilderPage() {
	const { user: me } = useScope();
	const isUnavailable = useReachable() === false;
	const [text, change] = useLinkText();
	const [pasted, setPasted] = useState(nothingPasted);
	const creation = useCreateLink();
	const fields = useRef<HTMLDivElement>(null);
	const expectInvalid = useFocusInvalid(fields);
	// What is missing is marked once somebody tried to go on without it.
	const [isTried, setTried] = useState(false);
	const read = readLink(text, me);
	const ends = { from: useLinkEnd(text.from, me), to: useLinkEnd(text.to, me) };
	const isUsable = ends.from.isUsable && ends.to.isUsable;
	const trial = useTrial(isUsable ? read.link : null, pasted);
	const refused = {
		...problemsByPath(trial.state === 'failed' ? trial.error : null),
		...problemsByPath(isSame(creation.link, read.link) ? creation.error : null),
	};
	const options = readOptions(text.options).value ?? {};
	const setOptions = (next: Options) => change({ ...text, options: writeOptions(next) });
	const disabledReason = disabledReasonOf();
	const isAtFields = Object.keys(refused).some(isField);

	return (
		<PageFrame
			title="New link"
			actions={
				<Button
					leftSection={<IconPlus size={16} aria-hidden />}
					variant={disabledReason === null ? 'filled' : 'default'}
					loading={creation.isPending}
					aria-disabled={disabledReason !== null}
					title={disabledReason ?? undefined}
					onClick={() => {
						expectInvalid();
						setTried(true);
						if (disabledReason === null && read.link !== null) creation.create(read.link);
					}}
				>
					Create link
				</Button>
			}
		>
			<Stack gap={4} ref={fields}>
				<OutcomeNotice creation={creation} />
				{creation.error !== null && !isAtFields && (
					<ErrorPanel title="The link was not created" error={errorFacts(creation.error)} />
				)}
				<ExistingLink link={isUsable ? read.link : null} hidden={creation.isDone} />
				<div className={classes.ends}>
					{sides.map((side, index) => (
						<Fragment key={side}>
							{index === 1 && (
								<IconButton
									className={classes.swap ?? ''}
									variant="default"
									size="lg"
									label="Swap the ends"
									icon={IconArrowsExchange}
									onClick={() => {
										change(swapped(text));
										setPasted({ from: pasted.to, to: pasted.from });
									}}
								/>
							)}
							<EndField
								side={side}
								end={text[side]}
								known={ends[side]}
								me={me}
								matchType={text.matchType}
								longitude={longitudeIn(options, side)}
								problems={{
									dataset:
										read.problems[side] ??
										ends[side].problems.dataset ??
										refused[side] ??
										(isTried && text[side].dataset.trim() === '' ? 'Choose a dataset.' : null),
									column:
										ends[side].problems.column ??
										read.problems[`${side}.columnName`] ??
										refused[`${side}.columnName`] ??
										(isTried && text[side].column === '' ? 'Choose a column.' : null),
									longitude: refused[`options.${side}.longitude`] ?? null,
								}}
								onChange={(end) => change((latest) => ({ [side]: { ...latest[side], ...end } }))}
								onLongitude={(column) => setOptions(withLongitude(options, side, column))}
								pasted={trial.unseen.includes(side) || pasted[side] !== '' ? pasted[side] : null}
								onPaste={(value) => setPasted({ ...pasted, [side]: value })}
							/>
						</Fragment>
					))}
				</div>
				<MatchForm text={text} problems={refused} onChange={change} />
				<Box component="section" pt={3} ruled="above" aria-labelledby="trial-title">
					<SectionHeader id="trial-title" mb={2}>
						What it would match
					</SectionHeader>
					{isUsable && read.link !== null ? (
						<TrialView link={read.link} trial={trial} onOptions={setOptions} hidesError={isAtFields} />
					) : (
						<Muted component="p" numeric>
							{read.link === null ? disabledReason : 'Tried as soon as both ends are known.'}
						</Muted>
					)}
				</Box>
				<RequestView link={read.link} />
			</Stack>
		</PageFrame>
	);

	function disabledReasonOf(): string | null {
		if (read.missing.length > 0) return `Choose ${read.missing.join(' and ')}.`;
		if (read.link === null)
			return Object.values(read.problems)[0] ?? 'The link above is not complete: look at the fields that are marked.';
		for (const side of sides) {
			const { dataset, column } = ends[side].problems;
			if (dataset !== null || column !== null) return dataset ?? column;
		}
		return isUnavailable ? 'The service does not answer. What you filled in stays.' : null;
	}
}

const isField = (path: string): boolean =>
	/^((from|to)(\.columnName)?|options(\.(caseSensitive|trim|maxDistanceMeters|(from|to)\.longitude))?)$/.test(path);

const isSame = (a: NewLink | null, b: NewLink | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Says that the link is there already, before it is asked for. */
function ExistingLink({ link, hidden }: { link: NewLink | null; hidden: boolean }) {
	const { data: description = null } = useQuery(descriptionQuery);
	const links = useQuery({
		...linksQuery(link === null ? null : coordinateOf(link.from)),
		enabled: link !== null && offers(description, listLinks),
	});
	const found = link === null ? undefined : links.data?.items.find((item) => sameLink(item, link));
	if (hidden || found === undefined) return null;
	return (
		<Notice
			tone="info"
			title="This link exists."
			action={
				<Button variant="default" component={Link} to={paths.links({ link: found.id })}>
					Look at it
				</Button>
			}
		/>
	);
}
