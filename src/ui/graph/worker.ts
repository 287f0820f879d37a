import { layOut } from './layout.ts';
import type { LayoutRequest } from './types.ts';

addEventListener('message', ({ data, ports: [answer] }: MessageEvent<LayoutRequest>) => {
	answer?.postMessage(layOut(data));
});
