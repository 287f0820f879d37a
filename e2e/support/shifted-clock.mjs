// Imported before a service: its clock is then off by the milliseconds in this module's own address, as that of a machine
// that is set wrong.
const offset = Number(new URL(import.meta.url).searchParams.get('ms'));
const now = Date.now.bind(Date);

globalThis.Date = new Proxy(Date, {
	construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now() + offset] : args, made),
	apply: () => new Date().toString(),
	get: (target, name) => (name === 'now' ? () => now() + offset : Reflect.get(target, name)),
});
