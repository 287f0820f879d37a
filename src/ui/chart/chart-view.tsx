import { Button, useComputedColorScheme } from '@mantine/core';
import { IconDownload, IconTable, IconX } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { RowSource, SampledColumn } from '../../rows/index.ts';
import { DataGrid } from '../grid/data-grid.tsx';
import { fileNameOf, saveFile } from '../save-file.ts';
import { EmptyState, LoadingRows, Notice } from '../states.tsx';
import classes from './chart.module.css';
import { ChartControls } from './chart-controls.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { aboutDrawing } from './chart-labels.ts';
import { type ChartSpec, chartTitle, fitSpec } from './chart-spec.ts';
import { chartTable } from './chart-table.ts';
import { chartColours } from './colors.ts';
import { pngOf, svgText } from './export-picture.ts';
import { frameExport } from './frame.ts';
import { propose } from './propose.ts';
import { type Reading, useChartColumns, useDrawing } from './use-chart-data.ts';

export interface ChartViewProps {
	readonly source: RowSource;
	/** What the rows are: "airport_delays". Names the files too. */
	readonly name: string;
	/** Which rows of a larger number these are, in words; goes along with the picture. Null: all that there are. */
	readonly only?: string | null;
	/** What the person chose; null for what the columns propose. */
	readonly spec: ChartSpec | null;
	readonly onSpec: (spec: ChartSpec) => void;
}

/** Rows of any number as a picture, proposed from their columns and changed by choices. It fills its parent. */
export function ChartView(props: ChartViewProps) {
	const [columns, again] = useChartColumns(props.source);
	if (columns.state === 'reading') return <LoadingRows rows={6} />;
	if (columns.state === 'failed') return <Failed error={columns.error} onRetry={again} />;
	const proposals = propose(columns.value, props.source.rowCount);
	const spec = (props.spec === null ? null : fitSpec(props.spec, columns.value)) ?? proposals[0];
	if (props.source.rowCount === 0)
		return <EmptyState title="There are no rows to draw">{props.name} is empty.</EmptyState>;
	if (spec === undefined) {
		return (
			<EmptyState title="There is nothing that can be drawn">
				No column of {props.name} holds numbers, times or names.
			</EmptyState>
		);
	}
	return <Chart {...props} spec={spec} columns={columns.value} proposals={proposals} />;
}

interface ChartProps extends Omit<ChartViewProps, 'spec'> {
	readonly spec: ChartSpec;
	readonly columns: readonly SampledColumn[];
	readonly proposals: readonly ChartSpec[];
}

function Chart({ source, name, only = null, spec, onSpec, columns, proposals }: ChartProps) {
	const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
	const colors = chartColours(scheme);
	const [reading, again] = useDrawing(source, columns, spec);
	const [last, setLast] = useState<typeof reading | null>(null);
	// the picture before stays until the next one is there
	if (reading.state === 'ready' && reading !== last) setLast(reading);
	const shown = reading.state === 'ready' ? reading : last;
	const drawing = shown?.state === 'ready' ? shown.value : null;
	const [asTable, setAsTable] = useState(false);
	const picture = useRef<SVGSVGElement>(null);
	const onPicture = useCallback((svg: SVGSVGElement) => {
		picture.current = svg;
	}, []);
	const table = useMemo(() => (drawing === null ? null : chartTable(drawing.spec, drawing.data)), [drawing]);
	const drawn = drawing === null ? '' : aboutDrawing(drawing.spec, drawing.data);
	const note = only === null ? drawn : `${drawn} ${only}`;
	const change = (part: Partial<ChartSpec>) => {
		const next = fitSpec({ ...spec, ...part }, columns);
		if (next !== null) onSpec(next);
	};

	return (
		<div className={classes.chart}>
			<div className={classes.line}>
				<fieldset className={classes.proposals} aria-label="Proposed pictures">
					{proposals.map((it) => {
						const isShown = JSON.stringify(it) === JSON.stringify(spec);
						return (
							<Button
								key={JSON.stringify(it)}
								variant="default"
								size="compact-sm"
								className={classes.toggle ?? ''}
								aria-pressed={isShown}
								onClick={() => onSpec(it)}
							>
								{proposalName(it, columns)}
							</Button>
						);
					})}
				</fieldset>
				<div className={classes.actions}>
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
							name={`${name} ${chartTitle(drawing.spec, drawing.data.isPlain)}`}
							frame={() => {
								if (picture.current === null) return null;
								const { spec: of, data } = drawing;
								return frameExport(picture.current, {
									title: chartTitle(of, data.isPlain),
									note,
									legend: data.series,
									colors,
								});
							}}
						/>
					)}
				</div>
			</div>
			<ChartControls spec={spec} columns={columns} onChange={change} />
			<ReadingLine reading={reading} onRetry={again} />
			{drawing !== null && (
				<>
					<h3 className={classes.title}>{chartTitle(drawing.spec, drawing.data.isPlain)}</h3>
					{drawing.data.series.length > 0 && !asTable && (
						<ul className={classes.legend} aria-label={`Colours of ${drawing.spec.series}`}>
							{drawing.data.series.map((it, index) => (
								<li key={it}>
									<svg width="10" height="10" aria-hidden="true">
										<rect width="10" height="10" fill={colors.series[index]} />
									</svg>
									{it}
								</li>
							))}
						</ul>
					)}
					<div className={classes.room} data-old={reading.state !== 'ready' || undefined}>
						{asTable && table !== null ? (
							<DataGrid plain source={table} label={`Table of ${chartTitle(drawing.spec, drawing.data.isPlain)}`} />
						) : (
							<ChartFigure drawing={drawing} colors={colors} note={note} onPicture={onPicture} />
						)}
					</div>
					<p className={classes.note} role="status">
						{note}
					</p>
				</>
			)}
		</div>
	);
}

/** "Rows per month", "delay by distance": short, because the columns stand beside it. */
function proposalName(spec: ChartSpec, columns: readonly SampledColumn[]): string {
	const isPlain = columns.find((it) => it.name === spec.x)?.isUnique === true && spec.step === null;
	const title = chartTitle(spec, isPlain && spec.mark === 'bar').replace(': number of rows', '');
	return spec.step === null ? title : title.replace(` of ${spec.x}`, '');
}

function ReadingLine<T>({ reading, onRetry }: { reading: Reading<T>; onRetry: () => void }) {
	if (reading.state === 'failed') return <Failed error={reading.error} onRetry={onRetry} />;
	if (reading.state !== 'reading' || reading.progress === null) return null;
	const { done, total } = reading.progress;
	return (
		<div className={classes.reading}>
			<progress aria-label="Reading the rows" max={total} value={done} className={classes.bar} />
			<span>{formatCount(Math.floor((100 * done) / total))} % read</span>
			<Button
				variant="default"
				size="compact-sm"
				leftSection={<IconX size={14} aria-hidden="true" />}
				onClick={reading.stop}
			>
				Stop
			</Button>
		</div>
	);
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	return (
		<Notice
			tone="warning"
			title="There is no picture"
			action={
				<Button variant="default" onClick={onRetry}>
					Try again
				</Button>
			}
		>
			{error instanceof Error ? error.message : String(error)}
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
			{problem !== null && <span className={classes.problem}>{problem}</span>}
		</>
	);
}
