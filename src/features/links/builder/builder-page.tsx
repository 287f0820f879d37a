import { Button } from '@mantine/core';
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react';
import { Fragment, useRef, useState } from 'react';
import { Link } from 'react-router';
import { addLink, type NewLink } from '#contract/link.ts';
import { problemsByPath } from '../../../api/error-facts.ts';
import { baseUrl } from '../../../api/http.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { toCurl } from '../../../lib/curl.ts';
import { notResponding } from '../../../lib/messages.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { useFocusInvalid } from '../../../ui/primitives/form.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { CopyTextButton } from '../../../ui/text/copy-button.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { loadDescription, useReachable, useScope } from '../../session/queries.ts';
import {
	longitudeIn,
	type Options,
	readLink,
	readOptions,
	sides,
	swapped,
	withLongitude,
	writeOptions,
} from '../model.ts';
import { addLinkMutation } from '../mutations.ts';
import { useListedLink } from '../queries.ts';
import { TrialView } from '../trial/trial-view.tsx';
import { nothingPasted, useTrial } from '../trial/use-trial.ts';
import classes from './builder.module.css';
import { EndField } from './end-field.tsx';
import { linkInAddress } from './link-address.ts';
import { MatchForm } from './match-form.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { useLinkEnd } from './use-link-end.ts';

export const loadLinkBuilder = loadDescription;

export function LinkBuilderPage() {
	const scope = useScope();
	const me = scope.user;
	const isUnavailable = useReachable() === false;
	const [text, change] = useAddressSearch(linkInAddress);
	const [pasted, setPasted] = useState(nothingPasted);
	const adding = useSingleMutation(addLinkMutation(scope));
	const fields = useRef<HTMLDivElement>(null);
	const expectInvalid = useFocusInvalid(fields);
	// Missing fields are marked after an attempt to continue.
	const [isTried, setTried] = useState(false);
	const read = readLink(text, me);
	const ends = { from: useLinkEnd(text.from, me), to: useLinkEnd(text.to, me) };
	const isUsable = ends.from.isUsable && ends.to.isUsable;
	const isMarked = sides.some((side) => Object.values(ends[side].problems).some((problem) => problem !== null));
	const trial = useTrial(isUsable ? read.link : null, pasted);
	const refused = {
		...problemsByPath(trial.state === 'failed' ? trial.error : null),
		...problemsByPath(isSame(adding.variables, read.link) ? adding.error : null),
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
					loading={adding.isPending}
					aria-disabled={disabledReason !== null}
					title={disabledReason ?? undefined}
					onClick={() => {
						expectInvalid();
						setTried(true);
						if (disabledReason === null && read.link !== null) adding.mutate(read.link);
					}}
				>
					Create link
				</Button>
			}
		>
			<Stack gap={4} ref={fields}>
				{adding.isSuccess && <OutcomeNotice link={adding.variables} created={adding.data?.created ?? null} />}
				{!isAtFields && <QueryErrorPanel title="Couldn’t create the link" query={adding} />}
				<ExistingLink link={isUsable ? read.link : null} hidden={adding.isSuccess} />
				<div className={classes.ends}>
					{sides.map((side, index) => (
						<Fragment key={side}>
							{index === 1 && (
								<IconButton
									className={classes.swap ?? ''}
									variant="default"
									size="lg"
									label="Swap From and To"
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
						Match preview
					</SectionHeader>
					{isUsable && read.link !== null ? (
						<TrialView link={read.link} trial={trial} onOptions={setOptions} hidesError={isAtFields} />
					) : (
						<Muted component="p" numeric>
							{read.link === null
								? disabledReason
								: isMarked
									? 'Fix the marked fields to preview the link.'
									: 'Loading…'}
						</Muted>
					)}
				</Box>
				<RequestView link={read.link} />
			</Stack>
		</PageFrame>
	);

	function disabledReasonOf(): string | null {
		if (read.missing.length > 0) return `Choose ${read.missing.join(' and ')}.`;
		if (read.link === null) return Object.values(read.problems)[0] ?? 'The link isn’t complete. Fix the marked fields.';
		for (const side of sides) {
			const { dataset, column } = ends[side].problems;
			if (dataset !== null || column !== null) return dataset ?? column;
		}
		return isUnavailable ? notResponding('create the link') : null;
	}
}

const isField = (path: string): boolean =>
	/^((from|to)(\.columnName)?|options(\.(caseSensitive|trim|maxDistanceMeters|(from|to)\.longitude))?)$/.test(path);

const isSame = (a: NewLink | undefined, b: NewLink | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Shows that the link already exists, before it's submitted. */
function ExistingLink({ link, hidden }: { link: NewLink | null; hidden: boolean }) {
	const found = useListedLink(link);
	if (hidden || found === undefined) return null;
	return (
		<Notice
			tone="info"
			title="This link already exists"
			action={
				<Button variant="default" component={Link} to={paths.links({ link: found.id })}>
					Show link
				</Button>
			}
		/>
	);
}

/** The request that creates the link, exactly as sent, except for the token. */
function RequestView({ link }: { link: NewLink | null }) {
	const { method, path } = addLink;
	const url = `${baseUrl()}${path}`;
	const headers = { 'Content-Type': 'application/json' };
	const body = JSON.stringify(link, null, 2);
	return (
		<Box component="details" pt={2} ruled="above">
			<summary className={classes.summary}>Request</summary>
			{link === null ? (
				<Muted component="p">Fill in "From" and "To" to see the request.</Muted>
			) : (
				<>
					<Box component="pre" boxed mt={1} mb={2} p={3} className={classes.request} tabIndex={0}>
						{`${method} ${url}\nContent-Type: application/json\n\n${body}`}
					</Box>
					<CopyTextButton text={() => toCurl({ method, url, headers, bearer: true, body })}>
						Copy as cURL
					</CopyTextButton>
				</>
			)}
		</Box>
	);
}
