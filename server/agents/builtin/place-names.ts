import countries from 'i18n-iso-countries';
import type { Column } from './schema.ts';
import { stem } from './stem.ts';

/** Stems of names for columns with locations. */
export const placeStems: ReadonlySet<string> = new Set(
	'address place location site venue stadium city town village municipality county district state province region country'
		.split(' ')
		.map(stem),
);

const pairs = (text: string): ReadonlyMap<string, string> =>
	new Map(
		text
			.trim()
			.split(/\s*,\s*/)
			.map((pair) => pair.split(':') as [string, string]),
	);

export const isPlace = ({ kind, nameStems }: Column): boolean =>
	kind === 'text' && nameStems.some((name) => placeStems.has(name));

/** Names for the people and things of a country that aren't obvious from its name. */
const demonyms = pairs(
	`american:US, british:GB, english:GB, scottish:GB, welsh:GB, french:FR, german:DE, dutch:NL, spanish:ES, italian:IT, portuguese:PT, swiss:CH, swedish:SE, danish:DK,
	norwegian:NO, finnish:FI, polish:PL, czech:CZ, slovak:SK, hungarian:HU, romanian:RO, bulgarian:BG, greek:GR, turkish:TR, russian:RU, ukrainian:UA, irish:IE,
	icelandic:IS, austrian:AT, belgian:BE, croatian:HR, serbian:RS, chinese:CN, japanese:JP, korean:KR, indian:IN, pakistani:PK, thai:TH, vietnamese:VN,
	indonesian:ID, malaysian:MY, filipino:PH, australian:AU, canadian:CA, mexican:MX, brazilian:BR, argentinian:AR, argentine:AR, chilean:CL, colombian:CO,
	peruvian:PE, egyptian:EG, moroccan:MA, nigerian:NG, kenyan:KE, israeli:IL, iranian:IR, iraqi:IQ, saudi:SA`,
);

/** "French", but not "USA". */
export const isDemonym = (text: string): boolean => demonyms.has(text.toLowerCase());

const states = pairs(
	`alabama:AL, alaska:AK, arizona:AZ, arkansas:AR, california:CA, colorado:CO, connecticut:CT, delaware:DE, florida:FL, georgia:GA, hawaii:HI, idaho:ID, illinois:IL,
	indiana:IN, iowa:IA, kansas:KS, kentucky:KY, louisiana:LA, maine:ME, maryland:MD, massachusetts:MA, michigan:MI, minnesota:MN, mississippi:MS, missouri:MO,
	montana:MT, nebraska:NE, nevada:NV, new hampshire:NH, new jersey:NJ, new mexico:NM, new york:NY, north carolina:NC, north dakota:ND, ohio:OH, oklahoma:OK,
	oregon:OR, pennsylvania:PA, rhode island:RI, south carolina:SC, south dakota:SD, tennessee:TN, texas:TX, utah:UT, vermont:VT, virginia:VA, washington:WA,
	west virginia:WV, wisconsin:WI, wyoming:WY`,
);
const stateNames = new Map([...states].map(([name, code]) => [code, name]));

/** Other names of a country or state: its code for its name, or its name for its code or demonym. */
export function placesCalled(text: string): string[] {
	const name = text.toLowerCase();
	const code = states.get(name);
	if (code !== undefined) return [code];
	const isCode = /^[A-Z]{2,3}$/.test(text);
	const state = isCode ? stateNames.get(text) : undefined;
	const country =
		demonyms.get(name) ??
		countries.getAlpha2Code(text, 'en') ??
		(isCode && countries.isValid(text) ? countries.toAlpha2(text) : undefined);
	if (country === undefined) return state === undefined ? [] : [state];
	const part = /^(english|scottish|welsh)$/.test(name)
		? [{ e: 'England', s: 'Scotland', w: 'Wales' }[name[0] as 'e']]
		: [];
	const names = [...part, ...(countries.getName(country, 'en', { select: 'all' }) ?? [])];
	return [...(state === undefined ? [] : [state]), ...names, country, countries.alpha2ToAlpha3(country) ?? ''].filter(
		(other) => other !== '' && other.toLowerCase() !== name,
	);
}
