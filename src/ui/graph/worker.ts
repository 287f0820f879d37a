import { layOut } from './layout.ts';
import type { LayoutRequest } from './layout-types.ts';

addEventListener('message', ({ data }: MessageEvent<{ id: number; request: LayoutRequest }>) => {
	postMessage({ id: data.id, laidOut: layOut(data.request) });
});
