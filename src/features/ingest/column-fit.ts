import { textOf } from './model.ts';

const whole = /^[-+]?\d+(\.0*)?$/;
const number = /^([-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?|[-+]?(nan|infinity|inf))$/i;
const time = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/;
const moment = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?( ?(Z|[-+]\d{2}(:?\d{2})?))?)?$/;
const uuid = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** Bits of the engine's integers. */
const bits: Readonly<Record<string, number>> = {
	TINYINT: 8,
	SMALLINT: 16,
	INTEGER: 32,
	BIGINT: 64,
	HUGEINT: 128,
	UTINYINT: 8,
	USMALLINT: 16,
	UINTEGER: 32,
	UBIGINT: 64,
};

/**
 * Whether a value goes into a column of a type exactly, by the service's rules (docs/ingestion.md); undefined where the
 * console cannot tell. No value and an empty text fit everywhere.
 */
export function fits(value: unknown, type: string): boolean | undefined {
	const text = textOf(value).trim();
	if (text === '' || type === 'VARCHAR') return true;
	const size = bits[type];
	if (size !== undefined) return whole.test(text) && inRange(text, size, type.startsWith('U'));
	const [, digits, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
	if (digits !== undefined) return fitsDecimal(text, Number(digits), Number(scale));
	switch (type) {
		case 'DOUBLE':
		case 'FLOAT':
			return number.test(text);
		case 'BOOLEAN':
			return /^(true|false|yes|no|t|f|1|0)$/i.test(text);
		case 'DATE':
			return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text);
		case 'TIME':
			return time.test(text);
		case 'TIMESTAMP':
		case 'TIMESTAMP WITH TIME ZONE':
			return moment.test(text) && isDay(text.slice(0, 10));
		case 'UUID':
			return uuid.test(text);
		default:
			return undefined;
	}
}

function inRange(text: string, size: number, isUnsigned: boolean): boolean {
	const value = BigInt(text.replace(/\..*$/, '').replace(/^\+/, ''));
	return isUnsigned ? BigInt.asUintN(size, value) === value : BigInt.asIntN(size, value) === value;
}

function fitsDecimal(text: string, digits: number, scale: number): boolean {
	const [, before = '', behind = ''] = /^[-+]?(\d*)\.?(\d*)$/.exec(text) ?? [];
	if (before === '' && behind === '') return false;
	return behind.replace(/0+$/, '').length <= scale && before.replace(/^0+/, '').length <= digits - scale;
}

function isDay(text: string): boolean {
	const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
	const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
	return month >= 1 && month <= 12 && day >= 1 && day <= last;
}
