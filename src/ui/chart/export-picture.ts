/** A picture as text that stands by itself. */
export const svgText = (svg: SVGSVGElement): string =>
	`<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;

/** Pixels of the image for each of the picture. */
const density = 2;

/** A picture as a PNG, twice as fine as it is on the page. @throws Error with a message for people */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
	const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
	const image = new Image();
	// A data address: the page's policy lets no blob be an image.
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
	await image.decode();
	const canvas = document.createElement('canvas');
	canvas.width = width * density;
	canvas.height = height * density;
	const context = canvas.getContext('2d');
	if (context === null) throw new Error('This browser cannot make an image of the picture. Save it as SVG.');
	context.scale(density, density);
	context.drawImage(image, 0, 0, width, height);
	return await new Promise((resolve, reject) =>
		canvas.toBlob((blob) => {
			if (blob === null) reject(new Error('This browser cannot make an image of this size. Save the picture as SVG.'));
			else resolve(blob);
		}, 'image/png'),
	);
}
