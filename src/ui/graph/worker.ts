import { layOut } from './layout.ts';
import type { LayoutRequest } from './types.ts';

addEventListener('message', ({ data }: MessageEvent<{ id: number; request: LayoutRequest }>) => {
	postMessage({ id: data.id, laidOut: layOut(data.request) });
});
