/** A map section: equirectangular, with true shapes at its middle latitude. */
export interface MapView {
	readonly longitude: number;
	readonly latitude: number;
	/** Pixels per degree of latitude. */
	readonly scale: number;
}

export interface Location {
	readonly longitude: number;
	readonly latitude: number;
}

export interface Frame {
	readonly width: number;
	readonly height: number;
}

const margin = 24;
/** Maximum pixels per degree. */
const limit = 4_000;

/** Horizontal scale of a degree of longitude. */
const squeeze = ({ latitude }: Pick<MapView, 'latitude'>): number =>
	Math.max(0.2, Math.cos((Math.min(75, Math.abs(latitude)) * Math.PI) / 180));

/** A view of all locations, or of the whole world if there are none. */
export function viewOf(locations: readonly Location[], { width, height }: Frame): MapView {
	let [west, east, south, north] = [180, -180, 90, -90];
	for (const { longitude, latitude } of locations) {
		west = Math.min(west, longitude);
		east = Math.max(east, longitude);
		south = Math.min(south, latitude);
		north = Math.max(north, latitude);
	}
	if (west > east) [west, east, south, north] = [-180, 180, -60, 80];
	const middle = { longitude: (west + east) / 2, latitude: (south + north) / 2 };
	const across = (width - 2 * margin) / Math.max(0.02, (east - west) * squeeze(middle));
	const up = (height - 2 * margin) / Math.max(0.02, north - south);
	return limited({ ...middle, scale: Math.min(across, up) }, { width, height });
}

/** Limits a view to sensible zoom levels, with its center on the map. */
export function limited({ longitude, latitude, scale }: MapView, { width }: Frame): MapView {
	return {
		longitude: Math.max(-180, Math.min(180, longitude)),
		latitude: Math.max(-85, Math.min(85, latitude)),
		scale: Math.max(width / 400, Math.min(limit, scale)),
	};
}

export function project(
	view: MapView,
	{ width, height }: Frame,
	longitude: number,
	latitude: number,
): [number, number] {
	return [
		width / 2 + (longitude - view.longitude) * view.scale * squeeze(view),
		height / 2 - (latitude - view.latitude) * view.scale,
	];
}

export const pulled = (view: MapView, frame: Frame, dx: number, dy: number): MapView =>
	limited(
		{
			...view,
			longitude: view.longitude - dx / (view.scale * squeeze(view)),
			latitude: view.latitude + dy / view.scale,
		},
		frame,
	);

export const zoomed = (view: MapView, frame: Frame, by: number): MapView =>
	limited({ ...view, scale: view.scale * by }, frame);
