import { Button } from '@mantine/core';
import { IconDots, IconUserEdit, IconUserX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ListedShare } from '#contract/permission.ts';
import { paths } from '../../routing/paths.ts';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { BulkBar, RowCheck } from '../../ui/primitives/selection.tsx';
import { rowKeys, SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import classes from './access.module.css';
import { type ShareChange, shareKey, withArticle } from './mutations.ts';
import { ShareSheet } from './share-sheet.tsx';

export interface ShareRow extends ListedShare {
	readonly owner: string;
	readonly namespace: string;
}

interface ShareTableProps {
	readonly shares: readonly ShareRow[];
	/** Whether roles can be assigned. */
	readonly canGrant: boolean;
	readonly withNamespace: boolean;
	/** Shown if there are none. Results of the last action stay visible. */
	readonly empty: ReactNode;
}

/** Shares as rows. Arrow keys move between rows, x selects one; selected shares can be changed together. */
export function ShareTable({ shares, canGrant, withNamespace, empty }: ShareTableProps) {
	const [pickedKeys, setPicked] = useState<ReadonlySet<string>>(new Set());
	const [change, setChange] = useState<ShareChange | null>(null);
	const picked = shares.filter((share) => pickedKeys.has(shareKey(share)));
	const pick = (key: string) => {
		const next = new Set(pickedKeys);
		if (!next.delete(key)) next.add(key);
		setPicked(next);
	};
	const roleEntry = (share: ShareRow) => {
		const role = share.role === 'editor' ? 'viewer' : 'editor';
		return {
			label: `Make ${share.username} ${withArticle(role)}…`,
			icon: IconUserEdit,
			onClick: () => setChange({ shares: [share], action: { kind: 'role', role } }),
		};
	};
	const isAllPicked = picked.length === shares.length;
	const checkAll = (
		<RowCheck
			label="Select all shares"
			checked={isAllPicked}
			onChange={() => setPicked(new Set(isAllPicked ? [] : shares.map(shareKey)))}
		/>
	);
	return (
		<>
			{shares.length === 0 ? (
				empty
			) : (
				<SimpleTable
					hover
					cards="flow"
					className={classes.table}
					aria-label="Shares"
					onKeyDown={rowKeys('input', pick)}
					columns={[
						{ label: 'Selected', face: checkAll, className: classes.pickCell },
						'User',
						...(withNamespace ? ['Namespace'] : []),
						'Role',
						'Since',
						'Granted by',
						{ label: 'Actions', isHidden: true, className: classes.menuCell },
					]}
				>
					<tbody>
						{shares.map((share) => {
							const key = shareKey(share);
							const full = `${share.owner}/${share.namespace}`;
							return (
								<tr key={key} data-row={key} data-picked={pickedKeys.has(key) || undefined}>
									<td className={classes.pickCell}>
										<RowCheck
											label={`Select share of ${full} with ${share.username}`}
											checked={pickedKeys.has(key)}
											onChange={() => pick(key)}
										/>
									</td>
									<th scope="row" className={classes.person}>
										{share.username}
									</th>
									{withNamespace && (
										<td>
											<Text to={paths.namespace(share.owner, share.namespace)} component={Link} mono>
												{full}
											</Text>
										</td>
									)}
									<td className={classes.role} style={{ textTransform: 'capitalize' }}>
										{share.role}
									</td>
									<td className={classes.since}>
										<RelativeTime iso={share.grantedAt} />
									</td>
									<td className={classes.by}>{share.grantedBy}</td>
									<td className={classes.menuCell}>
										<MenuButton
											label={`Actions for share of ${full} with ${share.username}`}
											icon={<IconDots size={16} aria-hidden />}
											entries={[
												...(canGrant ? [roleEntry(share)] : []),
												{
													label: 'Revoke…',
													icon: IconUserX,
													danger: true,
													onClick: () => setChange({ shares: [share], action: { kind: 'withdraw' } }),
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
							<SecondaryButton
								key={role}
								disabled={picked.every((row) => row.role === role)}
								onClick={() =>
									setChange({ shares: picked.filter((row) => row.role !== role), action: { kind: 'role', role } })
								}
							>
								Change to {role}…
							</SecondaryButton>
						))}
					<Button
						variant="outline"
						color="red"
						onClick={() => setChange({ shares: picked, action: { kind: 'withdraw' } })}
					>
						{' '}
						Revoke shares…
					</Button>
					<Button variant="subtle" color="gray" onClick={() => setPicked(new Set())}>
						Clear selection
					</Button>
				</BulkBar>
			)}
			{change !== null && (
				<ShareSheet
					{...change}
					onClose={() => {
						setChange(null);
						setPicked(new Set());
					}}
				/>
			)}
		</>
	);
}
