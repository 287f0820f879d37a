import { Button, useComputedColorScheme } from '@mantine/core';
import { IconDownload, IconTable } from '@tabler/icons-react';
import { useId, useMemo, useRef, useState } from 'react';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { formatCount } from '../../lib/format.ts';
import type { RowSource, SampledColumn } from '../../rows/index.ts';
import { CompactButton } from '../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states/states.tsx';
import { DataGrid } from '../grid/data-grid.tsx';
import { ProgressLine } from '../progress-line.tsx';
import classes from './chart.module.css';
import { ChartControls } from './chart-controls.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { aboutDrawing } from './chart-labels.ts';
import { type ChartSpec, chartTitle, fitSpec } from './chart-spec.ts';
import { chartTable } from './chart-table.ts';
import { chartColors } from './colors.ts';
import { frameExport, pngOf, svgText } from './export-picture.ts';
import { propose } from './propose-charts.ts';
import { useChartColumns, useDrawing } from './use-chart-data.ts';

interface ChartViewProps {
	readonly source: RowSource;
	/** Name of the rows: "airport_delays". Also used for file names. */
	readonly name: string;
	/** Describes the rows if they're part of a larger set; shown with the chart. Null: all rows. */
	readonly only?: string | null;
	/** Whether each value comes from one row, so no aggregate is named. */
	readonly isPlain?: boolean;
	/** The user's choice; null: proposed from the columns. */
	readonly spec: ChartSpec | null;
	readonly onSpec: (spec: ChartSpec) => void;
}

/** A chart of any number of rows, proposed from their columns and adjustable. Fills its parent. */
export function ChartView(props: ChartViewProps) {
	const { task, again } = useChartColumns(props.source);
	if (task.state === 'failed') return <Failed reason={task.message} onRetry={again} />;
	if (task.state !== 'done') return <LoadingRows rows={6} />;
	const columns = task.value;
	const proposals = propose(columns, props.source.rowCount);
	const spec = (props.spec === null ? null : fitSpec(props.spec, columns)) ?? proposals[0];
	if (props.source.rowCount === 0) {
		const isFiltered = (props.only ?? null) !== null;
		return (
			<EmptyState title="No rows to chart">
				{isFiltered ? 'No rows match the filters.' : `${props.name} has no rows.`}
			</EmptyState>
		);
	}
	if (spec === undefined) {
		return (
			<EmptyState title="Nothing to chart">{props.name} has no columns with numbers, times or categories.</EmptyState>
		);
	}
	return <Chart {...props} spec={spec} columns={columns} proposals={proposals} />;
}

interface ChartProps extends Omit<ChartViewProps, 'spec'> {
	readonly spec: ChartSpec;
	readonly columns: readonly SampledColumn[];
	readonly proposals: readonly ChartSpec[];
}

function Chart({ source, name, only = null, isPlain = false, spec, onSpec, columns, proposals }: ChartProps) {
	const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
	const colors = chartColors(scheme);
	const { task, cancel, again } = useDrawing(source, columns, spec);
	const drawn = task.state === 'done' ? task.value : null;
	const [last, setLast] = useState(drawn);
	// The previous chart stays until the next one is ready.
	if (drawn !== null && drawn !== last) setLast(drawn);
	const drawing = drawn ?? last;
	const [asTable, setAsTable] = useState(false);
	const [isEdited, setEdited] = useState(false);
	const controls = useId();
	const picture = useRef<SVGSVGElement>(null);
	const table = useMemo(() => (drawing === null ? null : chartTable(drawing.spec, drawing.data)), [drawing]);
	const about = drawing === null ? '' : aboutDrawing(drawing.spec, drawing.data);
	const note = only === null ? about : `${about} ${only}`;
	const change = (part: Partial<ChartSpec>) => {
		const next = fitSpec({ ...spec, ...part }, columns);
		if (next !== null) onSpec(next);
	};

	return (
		<Stack gap={2} scroll className={classes.chart}>
			<Inline nowrap gap={[1, 2]} className={classes.line}>
				<SectionHeader level={3} clip>
					{drawing === null ? name : chartTitle(drawing.spec, isPlain && drawing.data.isPlain)}
				</SectionHeader>
				<Inline gap={[1, 2]} push>
					<CompactButton aria-expanded={isEdited} aria-controls={controls} onClick={() => setEdited(!isEdited)}>
						Edit chart
					</CompactButton>
					<Button
						variant="default"
						size="compact-sm"
						className={classes.toggle ?? ''}
						aria-pressed={asTable}
						leftSection={<IconTable size={14} aria-hidden="true" />}
						onClick={() => setAsTable(!asTable)}
					>
						Table
					</Button>
					{drawing !== null && !asTable && (
						<SaveButtons
							name={`${name} ${chartTitle(drawing.spec, isPlain && drawing.data.isPlain)}`}
							frame={() => {
								if (picture.current === null) return null;
								const { spec: of, data } = drawing;
								return frameExport(picture.current, {
									title: chartTitle(of, isPlain && data.isPlain),
									note,
									legend: data.series,
									colors,
								});
							}}
						/>
					)}
				</Inline>
			</Inline>
			<Inline id={controls} nowrap scroll gap={2} hidden={!isEdited} className={classes.edit}>
				<ChartControls spec={spec} columns={columns} onChange={change} />
				<Inline component="fieldset" nowrap rigid gap={1} className={classes.proposals} aria-label="Suggested charts">
					{proposals.map((proposal) => {
						const isShown = JSON.stringify(proposal) === JSON.stringify(spec);
						return (
							<Button
								key={JSON.stringify(proposal)}
								variant="default"
								size="compact-sm"
								className={classes.toggle ?? ''}
								aria-pressed={isShown}
								onClick={() => onSpec(proposal)}
							>
								{proposalName(proposal)}
							</Button>
						);
					})}
				</Inline>
			</Inline>
			{task.state === 'failed' && <Failed reason={task.message} onRetry={again} />}
			{task.state === 'canceled' && <Failed title="Loading stopped" onRetry={again} />}
			{task.state === 'running' && task.progress !== null && (
				<Inline gap={[1, 2]}>
					<ProgressLine
						label="Loading rows"
						value={task.progress.done}
						max={task.progress.total}
						action="Stop loading"
						onCancel={cancel}
					>
						{formatCount(Math.floor((100 * task.progress.done) / task.progress.total))} % read
					</ProgressLine>
				</Inline>
			)}
			{drawing !== null && (
				<>
					{drawing.data.series.length > 0 && !asTable && (
						<Inline component="ul" gap={[0, 4]} aria-label={`Legend: ${drawing.spec.series}`}>
							{drawing.data.series.map((value, index) => (
								<Inline component="li" gap={1} key={value}>
									<svg width="10" height="10" aria-hidden="true">
										<rect width="10" height="10" fill={colors.series[index]} />
									</svg>
									{value}
								</Inline>
							))}
						</Inline>
					)}
					<div className={classes.room} data-old={drawn === null || undefined}>
						{asTable && table !== null ? (
							<DataGrid
								plain
								source={table}
								label={`Table of ${chartTitle(drawing.spec, isPlain && drawing.data.isPlain)}`}
							/>
						) : (
							<ChartFigure
								drawing={drawing}
								colors={colors}
								title={chartTitle(drawing.spec, isPlain && drawing.data.isPlain)}
								note={note}
								picture={picture}
							/>
						)}
					</div>
					<Muted component="p" numeric role="status">
						{note}
					</Muted>
				</>
			)}
		</Stack>
	);
}

/** "Rows per month", "delay by distance": short, since the columns are shown next to it. */
function proposalName(spec: ChartSpec): string {
	const title = chartTitle(spec).replace(': number of rows', '');
	return spec.step === null ? title : title.replace(` of ${spec.x}`, '');
}

interface FailedProps {
	readonly title?: string;
	readonly reason?: string;
	readonly onRetry: () => void;
}

function Failed({ title = 'Couldn’t draw the chart', reason, onRetry }: FailedProps) {
	return (
		<Notice
			tone="warning"
			title={title}
			action={
				<Button variant="default" onClick={onRetry}>
					Try again
				</Button>
			}
		>
			{reason}
		</Notice>
	);
}

function SaveButtons({ name, frame }: { name: string; frame: () => SVGSVGElement | null }) {
	const [problem, setProblem] = useState<string | null>(null);
	const save = async (kind: 'png' | 'svg') => {
		const svg = frame();
		if (svg === null) return;
		try {
			const file = kind === 'png' ? await pngOf(svg) : new Blob([svgText(svg)], { type: 'image/svg+xml' });
			saveFile(`${fileNameOf(name)}.${kind}`, file);
			setProblem(null);
		} catch (error) {
			setProblem(error instanceof Error ? error.message : String(error));
		}
	};
	return (
		<>
			{(['png', 'svg'] as const).map((kind) => (
				<Button
					key={kind}
					variant="default"
					size="compact-sm"
					leftSection={<IconDownload size={14} aria-hidden="true" />}
					onClick={() => void save(kind)}
				>
					Save as {kind.toUpperCase()}
				</Button>
			))}
			{problem !== null && <Text tone="error">{problem}</Text>}
		</>
	);
}
