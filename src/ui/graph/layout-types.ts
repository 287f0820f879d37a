/** What is laid out, small enough to be sent to a worker. */
export interface LayoutRequest {
	readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[];
	readonly edges: readonly { readonly from: string; readonly to: string }[];
}

export interface LaidOut {
	/** As the nodes came: x and y of the left upper corner, px. */
	readonly places: readonly { readonly id: string; readonly x: number; readonly y: number }[];
	readonly width: number;
	readonly height: number;
}
