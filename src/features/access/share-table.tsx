import { Button, VisuallyHidden } from '@mantine/core';
import { IconDots, IconUserEdit, IconUserX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ListedShare } from '#contract/permission.ts';
import { paths } from '../../routing/paths.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { BulkBar, RowCheck } from '../../ui/primitives/selection.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './access.module.css';
import type { Share, ShareDeed } from './mutations.ts';
import { ShareSheet } from './share-sheet.tsx';

/** A share that the service tells of, and where it is. */
export interface ShareRow extends ListedShare {
	readonly owner: string;
	readonly namespace: string;
}

interface ShareTableProps {
	readonly shares: readonly ShareRow[];
	/** Whether roles can be given. */
	readonly canGrant: boolean;
	/** Whether they are of several namespaces. */
	readonly withNamespace: boolean;
	/** Stands where there are none: what became of the last ones is still shown. */
	readonly empty: ReactNode;
}

const keyOf = ({ owner, namespace, username, role }: Share): string => [owner, namespace, username, role].join('/');

const other = { viewer: 'editor', editor: 'viewer' } as const;

/** Shares as rows: arrows go from row to row, x picks one; what is picked can be changed together. */
export function ShareTable({ shares, canGrant, withNamespace, empty }: ShareTableProps) {
	const [pickedKeys, setPicked] = useState<ReadonlySet<string>>(new Set());
	const [asked, setAsked] = useState<{ readonly shares: readonly Share[]; readonly deed: ShareDeed } | null>(null);
	const picked = shares.filter((it) => pickedKeys.has(keyOf(it)));
	const pick = (key: string) => {
		const next = new Set(pickedKeys);
		if (!next.delete(key)) next.add(key);
		setPicked(next);
	};
	const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
		if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
		const row = event.target.closest<HTMLElement>('tr[data-share]');
		if (row === null || event.target.getAttribute('aria-expanded') === 'true') return;
		if (event.key === 'x') return pick(row.dataset.share ?? '');
		const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-share]')];
		const at = rows.indexOf(row);
		const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
		const next = rows[steps[event.key] ?? -1];
		if (next === undefined) return;
		event.preventDefault();
		next.querySelector('input')?.focus();
	};
	return (
		<>
			{shares.length === 0 ? (
				empty
			) : (
				<SimpleTable hover cards="flow" className={classes.table} aria-label="Shares" onKeyDown={onKeyDown}>
					<thead>
						<tr>
							<th className={classes.pickCell}>
								<RowCheck
									label="Select all shares"
									checked={picked.length === shares.length}
									onChange={() => setPicked(new Set(picked.length === shares.length ? [] : shares.map(keyOf)))}
								/>
							</th>
							<th scope="col">Person</th>
							{withNamespace && <th scope="col">Namespace</th>}
							<th scope="col">Role</th>
							<th scope="col">Since</th>
							<th scope="col">Granted by</th>
							<th className={classes.menuCell}>
								<VisuallyHidden>Actions</VisuallyHidden>
							</th>
						</tr>
					</thead>
					<tbody>
						{shares.map((it) => {
							const key = keyOf(it);
							const full = `${it.owner}/${it.namespace}`;
							return (
								<tr key={key} data-share={key} data-picked={pickedKeys.has(key) || undefined}>
									<td className={classes.pickCell}>
										<RowCheck
											label={`Select the share of ${full} with ${it.username}`}
											checked={pickedKeys.has(key)}
											onChange={() => pick(key)}
										/>
									</td>
									<th scope="row" className={classes.person}>
										{it.username}
									</th>
									{withNamespace && (
										<td>
											<Text to={paths.namespace(it.owner, it.namespace)} component={Link} mono>
												{full}
											</Text>
										</td>
									)}
									<td className={classes.role}>{it.role}</td>
									<td className={classes.since}>
										<RelativeTime iso={it.grantedAt} />
									</td>
									<td className={classes.by}>{it.grantedBy}</td>
									<td className={classes.menuCell}>
										<MenuButton
											label={`More for the share of ${full} with ${it.username}`}
											title="More"
											icon={<IconDots size={16} aria-hidden />}
											entries={[
												...(canGrant
													? [
															{
																label: `Make ${it.username} ${article(other[it.role])}…`,
																icon: IconUserEdit,
																onClick: () => setAsked({ shares: [it], deed: { kind: 'role', role: other[it.role] } }),
															},
														]
													: []),
												{
													label: 'Withdraw…',
													icon: IconUserX,
													danger: true,
													onClick: () => setAsked({ shares: [it], deed: { kind: 'withdraw' } }),
												},
											]}
										/>
									</td>
								</tr>
							);
						})}
					</tbody>
				</SimpleTable>
			)}
			{picked.length > 0 && (
				<BulkBar label="Selected shares">
					<span role="status">{picked.length === 1 ? '1 share selected' : `${picked.length} shares selected`}</span>
					{canGrant &&
						(['viewer', 'editor'] as const).map((role) => (
							<Button
								key={role}
								variant="default"
								disabled={picked.every((it) => it.role === role)}
								onClick={() =>
									setAsked({ shares: picked.filter((it) => it.role !== role), deed: { kind: 'role', role } })
								}
							>
								Make {role}s…
							</Button>
						))}
					<Button
						variant="outline"
						color="red"
						onClick={() => setAsked({ shares: picked, deed: { kind: 'withdraw' } })}
					>
						Withdraw…
					</Button>
					<Button variant="subtle" color="gray" onClick={() => setPicked(new Set())}>
						Clear selection
					</Button>
				</BulkBar>
			)}
			{asked !== null && (
				<ShareSheet
					shares={asked.shares}
					deed={asked.deed}
					onClose={() => {
						setAsked(null);
						setPicked(new Set());
					}}
				/>
			)}
		</>
	);
}

const article = (role: string): string => (role === 'editor' ? 'an editor' : 'a viewer');
