/** Two-byte characters: first and last value of each byte, their share in typical text, and their number. */
type Block = readonly [lead: number, lastLead: number, trail: number, lastTrail: number, share: number, size: number];

/** Blocks of each East Asian encoding. The most frequent characters share a block. */
const blocks: Readonly<Record<string, readonly Block[]>> = {
	gbk: [
		[0xb0, 0xd7, 0xa1, 0xfe, 0.95, 3755],
		[0xa1, 0xa3, 0xa1, 0xfe, 0.03, 282],
		[0xd8, 0xf7, 0xa1, 0xfe, 0.01, 3008],
	],
	big5: [
		[0xa4, 0xc6, 0x40, 0xfe, 0.95, 5401],
		[0xa1, 0xa3, 0x40, 0xfe, 0.03, 408],
		[0xc9, 0xf9, 0x40, 0xfe, 0.01, 7652],
	],
	'euc-kr': [
		[0xb0, 0xc8, 0xa1, 0xfe, 0.97, 2350],
		[0xa1, 0xac, 0xa1, 0xfe, 0.01, 986],
		[0xca, 0xfd, 0xa1, 0xfe, 0.003, 4888],
	],
	'euc-jp': [
		[0xa4, 0xa4, 0xa1, 0xf3, 0.35, 83],
		[0xa5, 0xa5, 0xa1, 0xf6, 0.2, 86],
		[0xb0, 0xcf, 0xa1, 0xfe, 0.4, 2965],
		[0xa1, 0xa3, 0xa1, 0xfe, 0.03, 282],
		[0xd0, 0xf4, 0xa1, 0xfe, 0.01, 3390],
	],
	shift_jis: [
		[0x82, 0x82, 0x9f, 0xf1, 0.35, 83],
		[0x83, 0x83, 0x40, 0x96, 0.2, 86],
		[0x88, 0x98, 0x40, 0xfc, 0.4, 2965],
		[0x81, 0x82, 0x40, 0xfc, 0.03, 250],
		[0x98, 0xea, 0x40, 0xfc, 0.01, 3390],
	],
};

const western = 'äöüßàâçéèêëîïôûùœæñáíóúåøãõìòýþð';
const russian = 'абвгдежзийклмнопрстуфхцчшщъыьэюяё';
const greek = 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ';
const hebrew = 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ';
/** Relative prior probability of an encoding, and the non-ASCII letters of each of its languages. */
const alphabets: Readonly<Record<string, readonly [prior: number, languages: readonly string[]]>> = {
	'windows-1252': [1, [western]],
	macintosh: [0.01, [western]],
	'iso-8859-15': [0.001, [western]],
	'windows-1250': [0.02, ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'ćčđšž']],
	'iso-8859-2': [0.005, ['áčďéěíňóřšťúůýž', 'ąćęłńóśźż', 'áéíóöőúüű']],
	'windows-1254': [0.02, ['çğıİöşü']],
	'windows-1257': [0.005, ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöüõšž']],
	'windows-1251': [1, [russian, 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя', 'абвгдђежзијклљмнњопрстћуфхцчџш']],
	'koi8-r': [0.001, [russian]],
	ibm866: [0.001, [russian]],
	'iso-8859-5': [0.001, [russian]],
	'windows-1253': [0.3, [greek]],
	'iso-8859-7': [0.03, [greek]],
	'windows-1255': [0.1, [hebrew]],
	'iso-8859-8': [0.01, [hebrew]],
	'windows-1256': [0.1, ['ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءآأؤإئپچژگ']],
	'iso-8859-6': [0.001, ['ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءآأؤإئ']],
	'windows-874': [0.1, ['กขคงจฉชซญฎฐณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะาำเแโใไๆัิีึืฺุู็่้๊๋์']],
};

/** Probabilities of all other characters. */
const [oddCharacter, oddSign, usualSign] = [1e-7, 1 / 20_000, 1 / 200];
const isLetter = (text: string): boolean => /[\p{L}\p{M}]/u.test(text);
const isPlain = (text: string): boolean => /[A-Za-z]/.test(text);
const isUpper = (text: string): boolean => text.toLowerCase() !== text;

/** Log-likelihood that bytes are typical text in an encoding; lowest for an unknown encoding. */
export function likelihoodOf(encoding: string, bytes: Uint8Array): number {
	const own = blocks[encoding];
	if (own !== undefined) return ofPairs(own, bytes, encoding === 'shift_jis');
	const [prior, languages] = alphabets[encoding] ?? [0, []];
	const text = new TextDecoder(encoding).decode(bytes, { stream: true });
	return Math.log(prior) + Math.max(-Infinity, ...languages.map((letters) => ofLetters(letters, text)));
}

function ofPairs(own: readonly Block[], bytes: Uint8Array, hasHalfWidth: boolean): number {
	let sum = 0;
	for (let index = 0; index < bytes.length; index += 1) {
		const lead = bytes[index] ?? 0;
		if (lead < 0x80) continue;
		// Half-width katakana, which rarely occur alone.
		if (hasHalfWidth && lead >= 0xa1 && lead <= 0xdf) {
			const before = bytes[index - 1] ?? 0;
			const follows = before >= 0xa1 && before <= 0xdf;
			const isInWord = isPlain(String.fromCharCode(before)) || isPlain(String.fromCharCode(bytes[index + 1] ?? 0));
			sum += Math.log(((follows ? 0.9 : 0.03) * (isInWord ? 0.02 : 1)) / 63);
			continue;
		}
		index += 1;
		const trail = bytes[index] ?? 0;
		const block = own.find(([from, to, low, high]) => lead >= from && lead <= to && trail >= low && trail <= high);
		const isInWord = /[a-z]/.test(String.fromCharCode(bytes[index - 2] ?? 0));
		sum += Math.log((block === undefined ? oddCharacter : block[4] / block[5]) * (isInWord ? 0.02 : 1));
	}
	return sum;
}

function ofLetters(letters: string, text: string): number {
	const known = new Set(letters);
	const isLatin = /\p{Script=Latin}/u.test(letters);
	let sum = 0;
	for (let index = 0; index < text.length; index += 1) {
		const [before = '', character = '', after = ''] = [text[index - 1], text[index], text[index + 1]];
		if (character < '\x80') continue;
		if (!known.has(character) && !known.has(character.toLowerCase())) {
			const isInWord = isLetter(before) && isLetter(after);
			const isUsual = !isInWord && /[«»‹›„“”‘’–—…°§€£№·،؟\u00a0²³µ©®™±×]/.test(character);
			sum += Math.log(isUsual ? usualSign : isLetter(character) ? oddSign / 10 : oddSign);
			continue;
		}
		// Words in Latin script have few non-ASCII letters; words in other scripts have only those.
		const isAmongOthers = isLatin ? isLetter(before) && !isPlain(before) : isPlain(before) || isPlain(after);
		const isOdd = isAmongOthers || !(isLetter(before) || isLetter(after));
		const ofCase = !isUpper(character) ? 1 : !isLetter(before) ? 0.3 : isUpper(before) ? 0.85 : 0.01;
		sum += Math.log((ofCase * (isOdd ? 0.02 : 1)) / letters.length);
	}
	return sum;
}
