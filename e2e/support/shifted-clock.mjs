// Imported before a service: shifts its clock by the milliseconds in this module's own URL, like a machine with the wrong time.
const offset = Number(new URL(import.meta.url).searchParams.get('ms'));
const now = Date.now.bind(Date);

globalThis.Date = new Proxy(Date, {
	construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now() + offset] : args, made),
	apply: () => new Date().toString(),
	get: (target, name) => (name === 'now' ? () => now() + offset : Reflect.get(target, name)),
});
