import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
	type CSSProperties,
	type KeyboardEvent,
	type PointerEvent,
	useEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react';
import { focusSoon } from '../../lib/browser/focus-soon.ts';
import { useSteady } from '../../lib/use-steady.ts';
import { ZoomControls } from '../layout/zoom-controls.tsx';
import { Muted } from '../primitives/text.tsx';
import { drawGraph } from './draw-graph.ts';
import {
	begun,
	boundsOf,
	curveOf,
	distanceTo,
	fitted,
	isInView,
	minOverviewScale,
	nextCard,
	readable,
	revealing,
	type Size,
	type GraphView as View,
	zoomedAt,
} from './geometry.ts';
import { GraphCard } from './graph-card.tsx';
import classes from './graph-view.module.css';
import { strongOf } from './strong-edges.ts';
import type { EdgeLook, GraphEdge, GraphNode, GraphPick } from './types.ts';
import { useIncrementalCards } from './use-incremental-cards.ts';
import { useGraphLayout } from './use-layout.ts';
import { margin, useGraphWindow } from './use-window.ts';

/** The scale at which a 28 px button shrinks to 24 px. */
const smallest = 24 / 28;

interface GraphViewProps<Kind extends string> {
	/** Keep these arrays stable while nothing changes, since layout and drawing depend on them. */
	readonly nodes: readonly GraphNode[];
	readonly edges: readonly GraphEdge<Kind>[];
	readonly looks: Readonly<Record<Kind, EdgeLook>>;
	/** Accessible name: "Datasets and their links". */
	readonly label: string;
	readonly picked: GraphPick | null;
	readonly onPick: (pick: GraphPick | null) => void;
	readonly onToggle: (id: string) => void;
	/** Cards that match a search; others are dimmed. Null: no search. */
	readonly found: ReadonlySet<string> | null;
	/** A card to go to; a new object goes there again. */
	readonly goTo?: { readonly id: string } | null;
	/** For small graphs in little space: narrower cards, initially shown as a whole. Default: false. */
	readonly isDense?: boolean;
}

/** Below this scale cards are drawn on the canvas, since they aren't legible. */
const legible = 0.45;
const directions: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/**
 * Cards with rows and edges, laid out off the main thread. Drag to pan; zoom with Ctrl+wheel, + and −. Left and right
 * arrows follow edges, up and down move within a column, Enter selects, 0 shows everything. Only what is in view is
 * rendered.
 */
export function GraphView<Kind extends string>(props: GraphViewProps<Kind>) {
	const { nodes, edges, looks, label, picked, onPick, found, goTo = null, isDense = false } = props;
	const { layout, isError: failed } = useGraphLayout(nodes, edges, isDense);
	const { ref: sizeRef, width, height } = useElementSize();
	const frame = useMemo(() => ({ width, height }), [width, height]);
	const host = useRef<HTMLDivElement | null>(null);
	const frameRef = useMergedRef(host, sizeRef);
	const world = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const pull = useRef<{ x: number; y: number; far: boolean } | null>(null);
	const [wanted, setCurrent] = useState<string | null>(null);
	const [over, setOver] = useState<string | null>(null);
	const scheme = useComputedColorScheme('light');

	const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
	const curves = useMemo(
		() =>
			layout === null
				? []
				: edges.flatMap((edge) => {
						const curve = curveOf(edge, layout, byId);
						return curve === null ? [] : [{ id: edge.id, curve, bounds: boundsOf(curve), look: looks[edge.kind] }];
					}),
		[edges, layout, byId, looks],
	);
	// Panning is kept when a card is opened.
	const least = isDense ? minOverviewScale : readable;
	const start = useMemo(
		() => (layout === null ? fitted(frame, frame) : begun(layout, frame, least)),
		[layout, frame, least],
	);
	const { drawn: view, now, show } = useGraphWindow(world, start, nodes.length);
	const showWhole = () => show(fitted(layout ?? frame, frame));
	const current = wanted !== null && byId.has(wanted) ? wanted : (nodes[0]?.id ?? null);
	const strong = useMemo(() => strongOf(edges, picked), [edges, picked]);

	const inView = useMemo(
		() =>
			nodes.filter(({ id }) => {
				const box = layout?.boxes.get(id);
				return box !== undefined && isInView(box, inMargin(view), withMargin(frame));
			}),
		[nodes, layout, view, frame],
	);
	const isLegible = view.k >= legible;
	const asElements = useMemo(
		() => (isLegible ? inView : inView.filter((node) => node.id === current)),
		[isLegible, inView, current],
	);
	const elements = useIncrementalCards(asElements, current);
	// The current card stays in the tab order wherever it is.
	const own = current === null || elements.some((element) => element.id === current) ? undefined : byId.get(current);
	const shownCards = own === undefined || layout?.boxes.has(own.id) !== true ? elements : [...elements, own];
	const { pick, toggle } = useSteady({
		pick: (id: string) => onPick({ kind: 'node', id }),
		toggle: props.onToggle,
	});
	const isDim = (id: string) => found !== null && !found.has(id);

	// biome-ignore lint/correctness/useExhaustiveDependencies: color schemes have different colors
	useLayoutEffect(() => {
		const element = canvas.current;
		const context = element?.getContext('2d');
		if (!element || !context || width === 0) return;
		const ratio = window.devicePixelRatio || 1;
		const drawnFrame = withMargin({ width, height });
		element.width = Math.round(drawnFrame.width * ratio);
		element.height = Math.round(drawnFrame.height * ratio);
		context.scale(ratio, ratio);
		// Cards that aren't elements yet are drawn on the canvas.
		const arrived = isLegible ? new Set(elements) : null;
		const cards = inView.flatMap((node) => {
			const box = layout?.boxes.get(node.id);
			if (box === undefined || arrived?.has(node) === true) return [];
			return [{ box, title: node.title, dim: found !== null && !found.has(node.id) }];
		});
		const marked = over === null ? strong.edges : new Set([...strong.edges, over]);
		drawGraph(context, drawnFrame, inMargin(view), { edges: curves, cards, strong: marked });
	}, [width, height, view, curves, inView, isLegible, elements, strong, over, found, layout, scheme]);

	// React's wheel listeners are passive, so they can't prevent page zoom.
	useEffect(() => {
		const element = host.current;
		if (element === null) return;
		const onWheel = (event: WheelEvent) => {
			event.preventDefault();
			const before = now();
			const { left, top } = element.getBoundingClientRect();
			if (event.ctrlKey || event.metaKey) {
				const at = { x: event.clientX - left, y: event.clientY - top };
				show(zoomedAt(before, Math.exp(-event.deltaY / 200), at));
			} else show({ ...before, x: before.x - event.deltaX, y: before.y - event.deltaY });
		};
		element.addEventListener('wheel', onWheel, { passive: false });
		return () => element.removeEventListener('wheel', onWheel);
	}, [now, show]);

	const reveal = (id: string) => {
		const box = layout?.boxes.get(id);
		if (box !== undefined) show(revealing(now(), box, frame, least));
	};
	const gone = useRef<unknown>(null);
	useEffect(() => {
		if (goTo === null || gone.current === goTo || layout === null || width === 0) return;
		const box = layout.boxes.get(goTo.id);
		// The card may be in the next layout.
		if (box === undefined) return;
		gone.current = goTo;
		setCurrent(goTo.id);
		show(revealing(now(), box, { width, height }, least));
	}, [goTo, layout, width, height, least, now, show]);
	const middle = { x: width / 2, y: height / 2 };
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const direction = directions[event.key];
		const next =
			direction === undefined || layout === null || current === null
				? null
				: nextCard(layout, current, direction, edges);
		if (direction !== undefined) {
			event.preventDefault();
			if (next === null) return;
			setCurrent(next);
			reveal(next);
			focusSoon(() => host.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(next)}"]`));
		} else if (event.key === '+' || event.key === '=') show(zoomedAt(now(), 1.25, middle));
		else if (event.key === '-') show(zoomedAt(now(), 0.8, middle));
		else if (event.key === '0') showWhole();
		else if (event.key === 'Escape' && picked !== null) onPick(null);
	};
	const edgeAt = (event: PointerEvent): string | null => {
		const corner = host.current?.getBoundingClientRect();
		if (corner === undefined || (event.target instanceof Element && event.target.closest('[data-graph-card]')))
			return null;
		const at = now();
		const [x, y] = [(event.clientX - corner.left - at.x) / at.k, (event.clientY - corner.top - at.y) / at.k];
		const near = 8 / at.k;
		let best: { id: string; far: number } | null = null;
		for (const { id, curve, bounds } of curves) {
			if (x < bounds.x - near || x > bounds.x + bounds.width + near) continue;
			if (y < bounds.y - near || y > bounds.y + bounds.height + near) continue;
			const far = distanceTo(curve, x, y) * at.k;
			if (far < 8 && (best === null || far < best.far)) best = { id, far };
		}
		return best?.id ?? null;
	};
	const onPointerMove = (event: PointerEvent<HTMLElement>) => {
		const from = pull.current;
		if (from === null) {
			const id = edgeAt(event);
			if (id !== over) setOver(id);
			return;
		}
		const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
		if (!from.far && Math.hypot(dx, dy) < 4) return;
		if (!from.far) event.currentTarget.setPointerCapture(event.pointerId);
		pull.current = { x: event.clientX, y: event.clientY, far: true };
		const before = now();
		show({ ...before, x: before.x + dx, y: before.y + dy });
	};

	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form
		<div
			ref={frameRef}
			role="group"
			aria-label={label}
			aria-busy={layout === null && !failed}
			className={classes.frame}
			data-over={over !== null || undefined}
			onKeyDown={onKeyDown}
			onFocus={(event) => {
				const id = event.target.closest('[data-card]')?.getAttribute('data-card');
				if (id != null) setCurrent(id);
			}}
			onPointerDown={(event) => {
				if (event.button === 0) pull.current = { x: event.clientX, y: event.clientY, far: false };
			}}
			onPointerMove={onPointerMove}
			onPointerLeave={() => setOver(null)}
			onPointerUp={(event) => {
				const isClick = pull.current?.far === false;
				pull.current = null;
				const isOnCard = event.target instanceof Element && event.target.closest('[data-graph-card]') !== null;
				if (!isClick || isOnCard) return;
				const id = edgeAt(event);
				onPick(id === null ? null : { kind: 'edge', id });
			}}
			onPointerCancel={() => {
				pull.current = null;
			}}
		>
			<div ref={world} className={classes.world}>
				<canvas ref={canvas} className={classes.canvas} style={{ '--margin': `${margin}px` } as CSSProperties} />
				<div className={classes.layer} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}>
					{layout !== null &&
						shownCards.map((card) => {
							const box = layout.boxes.get(card.id);
							return box === undefined ? null : (
								<GraphCard
									key={card.id}
									node={card}
									box={box}
									isCurrent={card.id === current}
									isPicked={picked?.kind === 'node' && picked.id === card.id}
									isDim={isDim(card.id)}
									strongRows={strong.rows.get(card.id) ?? ''}
									isSmall={view.k < smallest}
									onPick={pick}
									onToggle={toggle}
								/>
							);
						})}
				</div>
			</div>
			{layout === null && (
				<Muted component="p" role="status" className={classes.status}>
					{failed ? 'Couldn’t draw the graph. Reload the page, or use another view.' : 'Drawing the graph…'}
				</Muted>
			)}
			<div data-graph-card className={classes.controls}>
				<ZoomControls
					whole="Show the whole graph"
					direction="row"
					onIn={() => show(zoomedAt(now(), 1.25, middle))}
					onOut={() => show(zoomedAt(now(), 0.8, middle))}
					onFit={showWhole}
				/>
			</div>
		</div>
	);
}

const inMargin = (view: View): View => ({ ...view, x: view.x + margin, y: view.y + margin });
const withMargin = ({ width, height }: Size): Size => ({
	width: width + 2 * margin,
	height: height + 2 * margin,
});
