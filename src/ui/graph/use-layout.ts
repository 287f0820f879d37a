import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { startWorker } from '../../lib/browser/start-worker.ts';
import { card, dense, heightOf } from './geometry.ts';
import type { GraphEdge, GraphLayout, GraphNode, LayoutRequest, LayoutResult } from './types.ts';
import graphWorker from './worker.ts?worker&url';

/**
 * Lays out a graph in a worker. Until it's done, the last layout is returned, initially null. `isError`: the worker
 * couldn't run.
 */
export function useGraphLayout(nodes: readonly GraphNode[], edges: readonly GraphEdge[], isDense: boolean) {
	const request = useMemo<LayoutRequest>(
		() => ({
			nodes: nodes.map((node) => ({
				id: node.id,
				width: isDense ? dense.width : card.width,
				height: heightOf(node),
			})),
			edges: edges.map(({ from, to }) => ({ from: from.node, to: to.node })),
			...(isDense ? { gap: dense.gap } : {}),
		}),
		[nodes, edges, isDense],
	);
	const { data: layout = null, isError } = useQuery({
		queryKey: ['graph-layout', request],
		queryFn: async () => toLayout(request, await ask(request)),
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
	return { layout, isError };
}

function toLayout({ nodes }: LayoutRequest, { positions, width, height }: LayoutResult): GraphLayout {
	const sizes = new Map(nodes.map((node) => [node.id, node]));
	const boxes = positions.map(({ id, x, y }) => {
		const { width: w = card.width, height: h = card.head } = sizes.get(id) ?? {};
		return [id, { x, y, width: w, height: h }] as const;
	});
	return { boxes: new Map(boxes), width, height };
}

let worker: Worker | null = null;

function ask(request: LayoutRequest): Promise<LayoutResult> {
	return new Promise((resolve, reject) => {
		worker ??= start();
		const { port1, port2 } = new MessageChannel();
		worker.addEventListener('error', reject, { once: true });
		port1.onmessage = ({ data }: MessageEvent<LayoutResult>) => {
			port1.close();
			worker?.removeEventListener('error', reject);
			resolve(data);
		};
		worker.postMessage(request, [port2]);
	});
}

function start(): Worker {
	const started = startWorker(graphWorker, 'graph layout');
	started.addEventListener('error', (event) => {
		event.preventDefault();
		started.terminate();
		worker = null;
	});
	return started;
}
