import { IconCheck, IconMinus, IconQuestionMark } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { TokenPermissions } from '#contract/token.ts';
import { paths } from '../../routing/paths.ts';
import { Section } from '../../ui/primitives/section.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import classes from './access.module.css';
import {
	type Access,
	allowsAny,
	any,
	type Decision,
	type MatrixGroup,
	type MatrixRow,
	type RoleIn,
	roleAllows,
	roleText,
} from './model.ts';

interface TokenMatrixProps {
	readonly groups: readonly MatrixGroup[];
	readonly permissions: TokenPermissions;
	readonly roleIn: RoleIn;
}

export function TokenMatrix({ groups, permissions, roleIn }: TokenMatrixProps) {
	const isOpen = (group: MatrixGroup) => allowsAny(group) && roleIn(group.owner, group.namespace) !== 'none';
	const open = groups.filter(isOpen);
	const closed = groups.filter((group) => !isOpen(group));
	return (
		<Section title="Access by dataset">
			{groups.length === 0 && (
				<Muted component="p">
					No datasets discovered yet. Datasets used in BuildSpecs, runs and answers appear here.
				</Muted>
			)}
			{open.length > 0 && (
				<SimpleTable
					className={classes.matrix}
					aria-label="Access by dataset"
					columns={['Dataset', 'Read', 'Write', { label: 'Reason', className: classes.decides }]}
				>
					{open.map(({ owner, namespace, rows }) => {
						const role = roleIn(owner, namespace);
						return (
							<tbody key={`${owner}/${namespace}`}>
								<tr>
									<th scope="rowgroup" colSpan={4} className={classes.group}>
										{nameOf(owner, 'anyone')}/{nameOf(namespace, 'any namespace')}
										{role !== null && namespace !== any && (
											<Muted weight="normal" className={classes.sans}>
												{' '}
												{role === 'owner' ? 'owned' : `shared, as ${role}`}
											</Muted>
										)}
									</th>
								</tr>
								{rows.map((row) => (
									<tr key={row.coordinate.datasetName}>
										<Text scope="row" component="th" mono>
											<Dataset row={row} />
										</Text>
										<Cell access="read" decision={row.read} role={role} />
										<Cell access="write" decision={row.write} role={role} />
										<Muted component="td" className={classes.decides}>
											{decidedBy(row, permissions)}
										</Muted>
									</tr>
								))}
							</tbody>
						);
					})}
				</SimpleTable>
			)}
			{closed.length > 0 && (
				<Muted component="p">
					No access to{' '}
					{closed.map(({ owner, namespace }, index) => (
						<Fragment key={`${owner}/${namespace}`}>
							{index > 0 && ', '}
							<code>
								{owner}/{namespace}
							</code>
						</Fragment>
					))}
					.
				</Muted>
			)}
		</Section>
	);
}

const nameOf = (name: string, every: string): string => (name === any ? every : name);

function Dataset({ row: { coordinate } }: { row: MatrixRow }) {
	const { owner, namespace, datasetName } = coordinate;
	if (datasetName === any)
		return (
			<Muted weight="normal" className={classes.sans}>
				datasets not listed here, including future ones
			</Muted>
		);
	if (owner === any || namespace === any) return datasetName;
	return <Link to={paths.dataset(coordinate)}>{datasetName}</Link>;
}

interface CellProps {
	readonly access: Access;
	readonly decision: Decision;
	/** The user's role, regardless of the token. */
	readonly role: ReturnType<RoleIn>;
}

function Cell(props: CellProps) {
	const { Icon, text } = outcomeOf(props);
	return (
		<Muted component="td" className={classes.answer} data-yes={Icon === IconCheck || undefined}>
			<span>
				<Icon size={14} aria-hidden /> {text}
			</span>
		</Muted>
	);
}

/** Icon and word, since color alone isn't accessible. */
function outcomeOf({ access, decision, role }: CellProps) {
	const allowed = roleAllows(role, access);
	if (decision.allowed === null) return { Icon: IconQuestionMark, text: 'unknown' };
	if (!decision.allowed) return { Icon: IconMinus, text: 'no' };
	if (allowed === false) return { Icon: IconMinus, text: `no: ${roleText(role)}` };
	return { Icon: IconCheck, text: allowed === null ? 'if you have access' : 'yes' };
}

function decidedBy({ read, write }: MatrixRow, { restricted }: TokenPermissions): string {
	if (!restricted) return 'not restricted';
	const entries = [read, write].flatMap((decision) => (decision.by === 'entry' ? [decision.entry + 1] : []));
	const numbers = [...new Set(entries)];
	if (numbers.length === 0) return 'no entry';
	return numbers.length === 1 ? `entry ${numbers[0]}` : `entries ${numbers.join(' and ')}`;
}
