import { type DragEvent, useState } from 'react';

/** Props of a drop target for files; `data-over` while files are dragged over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
	const [isOver, setOver] = useState(false);
	return {
		'data-over': isOver || undefined,
		onDragOver: (event: DragEvent) => {
			event.preventDefault();
			setOver(true);
		},
		onDragLeave: () => setOver(false),
		onDrop: (event: DragEvent) => {
			event.preventDefault();
			setOver(false);
			onFiles([...event.dataTransfer.files]);
		},
	};
}
