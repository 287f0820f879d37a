export function newElement(role: string, className: string | undefined, ...content: Node[]): HTMLElement {
	const element = document.createElement('div');
	element.className = className ?? '';
	element.setAttribute('role', role);
	element.append(...content);
	return element;
}
