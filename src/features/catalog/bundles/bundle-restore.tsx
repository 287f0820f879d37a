import { Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { startBuildRun } from '#contract/build-run.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { describeDataset } from '#contract/dataset.ts';
import { startIngestion } from '#contract/ingest.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Prose } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Notice } from '../../../ui/states.tsx';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useReachable } from '../../session/queries.ts';
import classes from '../danger-zone.module.css';
import { fullName, type NamespaceName } from '../wipe-radius.ts';
import { count } from '../wipe-radius-list.tsx';
import { type BroughtBack, bringBack } from './bundle-bring-back.ts';
import { type Bundle, readBundle } from './bundle-files.ts';

interface RestoreSheetProps {
	readonly namespace: NamespaceName;
	readonly onClose: () => void;
}

/** Brings back from a bundle what the service takes in. */
export function RestoreSheet({ namespace, onClose }: RestoreSheetProps) {
	useFocusBack();
	const [bundle, setBundle] = useState<Bundle | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const { done, running, stopped, run } = useBringingBack(bundle);
	const { data: description = null } = useQuery(descriptionQuery);
	const takesRows = offers(description, startIngestion);
	const away = useReachable() === false;
	const choosing = useRef<HTMLInputElement>(null);
	const full = fullName(namespace);

	const choose = async (event: ChangeEvent<HTMLInputElement>) => {
		const file = event.currentTarget.files?.[0];
		event.currentTarget.value = '';
		if (file === undefined) return;
		setProblem(null);
		setBundle(null);
		try {
			const read = await readBundle(file);
			const its = `${read.manifest.owner}/${read.manifest.namespace}`;
			if (its !== full) throw new Error(`It is of ${its}, not of ${full}. Bring it back from that namespace’s page.`);
			setBundle(read);
		} catch (error) {
			setProblem(`${file.name} cannot be brought back. ${errorFacts(error).message}`);
		}
	};

	return (
		<Modal opened onClose={running ? () => {} : onClose} title={`Bring back a bundle of ${full}`} size="lg">
			<Stack gap={4} size="ui" breaks>
				<Prose>
					{offers(description, createBuildSpec)
						? 'Deleted BuildSpecs are created again. '
						: 'This service doesn’t offer creating BuildSpecs, so they aren’t restored. '}
					{offers(description, describeDataset) ? 'Links and descriptions' : 'Links'} are restored where their datasets
					exist. What exists stays as it is: columns are put in the bundle’s order only in datasets that nobody has
					described since.
				</Prose>
				<Muted component="p" measure>
					{takesRows ? (
						<>
							Rows are not brought back here. Unpack the zip, choose its Parquet files one after the other on the{' '}
							<Link to={paths.ingest()}>Ingest page</Link>, and save all of each into its dataset.
						</>
					) : (
						'Rows cannot be brought back: this service takes none in from the console. They are in the bundle as Parquet files.'
					)}{' '}
					{offers(description, startBuildRun) && 'A dataset that a BuildSpec builds comes back by building it. '}
					Bring rows back first: what describes or links a dataset needs it.
				</Muted>
				<Inline gap={[2, 3]}>
					<input
						ref={choosing}
						type="file"
						accept=".zip,application/zip"
						hidden
						aria-label="Bundle"
						onChange={(event) => void choose(event)}
					/>
					<Button variant="default" disabled={running} onClick={() => choosing.current?.click()} data-autofocus>
						Choose a zip…
					</Button>
				</Inline>
				{problem !== null && <Notice tone="error" title={problem} />}
				{bundle !== null && (
					<Stack component="section" gap={2} aria-label="What is in the bundle">
						<Muted component="p" measure>
							From <RelativeTime iso={bundle.manifest.madeAt} />: {count(bundle.buildSpecs.length, 'BuildSpec')},{' '}
							{count(bundle.links.length, 'link')}, columns and descriptions of{' '}
							{count(bundle.schemas.length, 'dataset')}.
						</Muted>
					</Stack>
				)}
				{done.length > 0 && (
					<ul className={classes.list} aria-label="What became of it">
						{done.map((it, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
							<li key={index}>
								<span>{it.what}</span>
								<span>{[stateWords[it.state], it.note].filter((text) => text !== '').join('. ')}</span>
							</li>
						))}
					</ul>
				)}
				{stopped !== null && <Notice tone="error" title={stopped} />}
				<DialogActions>
					<Button variant="default" disabled={running} onClick={onClose}>
						Close
					</Button>
					<Button disabled={bundle === null || away || done.length > 0} loading={running} onClick={() => void run()}>
						Bring back the bundle
					</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}

const stateWords = { made: 'made again', there: 'is there', 'not-made': 'not made' } as const;

function useBringingBack(bundle: Bundle | null) {
	const queryClient = useQueryClient();
	const { data: description = null } = useQuery(descriptionQuery);
	const [state, setState] = useState<{ of: Bundle | null; done: readonly BroughtBack[] }>({ of: null, done: [] });
	const [running, setRunning] = useState(false);
	const [stopped, setStopped] = useState<string | null>(null);
	const leaving = useRef<AbortController>(null);
	useEffect(() => () => leaving.current?.abort(), []);
	const run = async () => {
		if (bundle === null || running) return;
		const controller = new AbortController();
		leaving.current = controller;
		setRunning(true);
		setStopped(null);
		try {
			const present = await queryClient.fetchQuery({ ...buildSpecsQuery, staleTime: 0 });
			await bringBack({
				bundle,
				description,
				present: present.items,
				signal: controller.signal,
				onStep: (done) => setState({ of: bundle, done }),
			});
			await queryClient.invalidateQueries();
		} catch (error) {
			if (!controller.signal.aborted) setStopped(errorFacts(error).message);
		} finally {
			setRunning(false);
		}
	};
	return { done: state.of === bundle ? state.done : [], running, stopped, run };
}
