import { Kind, type MessyFile } from './messy-file.ts';

type Encoded = readonly (readonly [encoding: string, values: readonly string[], base64: string])[];

/** Tables with the columns `id` and the first value, whose encoding is detected. */
const detected: Encoded = [
	[
		'windows-1251',
		['город', 'Москва', 'Санкт-Петербург', 'Новосибирск', 'Екатеринбург', 'Казань'],
		'aWQs4+7w7uQKMSzM7vHq4uAKMizR4O3q8i3P5fLl8OHz8OMKMyzN7uLu8ejh6PDx6go0LMXq4PLl8Ojt4fPw4wo1LMrg5+Dt/Ao=',
	],
	[
		'koi8-r',
		['город', 'Москва', 'Санкт-Петербург', 'Новосибирск', 'Екатеринбург', 'Казань'],
		'aWQsx8/Sz8QKMSztz9PL18EKMizzwc7L1C3wxdTF0sLV0scKMyzuz9fP08nCydLTywo0LOXLwdTF0snOwtXSxwo1LOvB2sHO2Ao=',
	],
	[
		'shift_jis',
		['都市', '東京', '大阪', '名古屋', '札幌', 'カタカナ'],
		'aWQsk3OOcwoxLJOMi54KMiyR5Y3jCjMslryMw4muCjQsjkSWeQo1LINKg16DSoNpCg==',
	],
	[
		'euc-jp',
		['都市', '東京', '大阪', '名古屋', '札幌', 'カタカナ'],
		'aWQsxdS71AoxLMXstf4KMizC57rlCjMszL64xbKwCjQsu6XL2go1LKWrpb+lq6XKCg==',
	],
	[
		'gbk',
		['城市', '北京', '上海', '广州', '深圳', '成都'],
		'aWQss8fK0AoxLLGxvqkKMizJz7qjCjMsuePW3Qo0LMnu29oKNSyzyba8Cg==',
	],
	[
		'big5',
		['城市', '臺北', '高雄', '臺中', '臺南', '新竹'],
		'aWQsq7ClqwoxLLtPpV8KMiywqravCjMsu0+kpAo0LLtPq24KNSy3c6bLCg==',
	],
	[
		'euc-kr',
		['도시', '서울', '부산', '대구', '인천', '광주'],
		'aWQstbW9wwoxLLytv+8KMiy6zrvqCjMstOuxuAo0LMDOw7UKNSyxpMHWCg==',
	],
	[
		'windows-1256',
		['مدينة', 'القاهرة', 'دمشق', 'بغداد', 'الرياض', 'بيروت'],
		'aWQs48/t5MkKMSzH4d7H5dHJCjIsz+PU3gozLMjbz8fPCjQsx+HR7cfWCjUsyO3R5soK',
	],
	[
		'windows-1250',
		['miasto', 'Łódź', 'Kraków', 'Gdańsk', 'Wrocław', 'Poznań'],
		'aWQsbWlhc3RvCjEso/NknwoyLEtyYWvzdwozLEdkYfFzawo0LFdyb2OzYXcKNSxQb3puYfEK',
	],
	[
		'windows-1253',
		['πόλη', 'Αθήνα', 'Πάτρα', 'Ηράκλειο', 'Λάρισα', 'Βόλος'],
		'aWQs8Pzr5woxLMHo3u3hCjIs0Nz08eEKMyzH8dzq6+Xp7wo0LMvc8enz4Qo1LML86+/yCg==',
	],
	[
		'windows-1254',
		['şehir', 'İstanbul', 'Muğla', 'Ağrı', 'Eskişehir', 'Uşak'],
		'aWQs/mVoaXIKMSzdc3RhbmJ1bAoyLE118GxhCjMsQfBy/Qo0LEVza2n+ZWhpcgo1LFX+YWsK',
	],
	[
		'ibm866',
		['город', 'Москва', 'Казань', 'Самара', 'Омск', 'Уфа'],
		'aWQso67grqQKMSyMruGqoqAKMiyKoKegrewKMyyRoKyg4KAKNCyOrOGqCjUsk+SgCg==',
	],
	[
		'macintosh',
		['name', 'Müller', 'Größe', 'Straße', 'Bär', 'Köln'],
		'aWQsbmFtZQoxLE2fbGxlcgoyLEdymqdlCjMsU3RyYadlCjQsQopyCjUsS5psbgo=',
	],
	['gbk', ['名称', '苹果', '香蕉'], 'aWQsw/uzxgoxLMa7ufsKMizP4722Cg=='],
	['shift_jis', ['名前', 'りんご', 'バナナ'], 'aWQslryRTwoxLILogvGCsgoyLINvg2mDaQo='],
	['windows-1251', ['місто', 'Київ', 'Львів', 'Харків'], 'aWQs7LPx8u4KMSzK6L/iCjIsy/zis+IKMyzV4PDqs+IK'],
];

/** Text that isn't UTF-8, and files of several encodings. */
export function otherEncodings(): MessyFile[] {
	const kind = new Kind('other encodings');
	const tableOf = ([name = '', ...values]: readonly string[]) => ({
		columns: ['id', name],
		rows: values.map((value, index) => [String(index + 1), value]),
	});
	for (const [encoding, values, base64] of detected)
		kind.add(encoding, Buffer.from(base64, 'base64'), { ...tableOf(values), doubts: ['encoding'] });
	for (const [encoding, values, base64] of detected) {
		const options = { options: { encoding: encoding as 'gbk' } };
		kind.add(`${encoding} as chosen`, Buffer.from(base64, 'base64'), { ...tableOf(values), doubts: [] }, options);
	}
	const latin = (text: string) => Buffer.from(text, 'latin1');
	kind.add('Latin-1 that no other alphabet fits', latin('id,name\n1,Zoë\n2,Åre\n3,François\n'), {
		...tableOf(['name', 'Zoë', 'Åre', 'François']),
		doubts: [],
	});
	kind.add('Windows-1252 with its punctuation', Buffer.from('id,name\n1,\x93caf\xe9\x94 \x96 5 \x80\n', 'latin1'), {
		...tableOf(['name', '“café” – 5 €']),
		doubts: [],
	});
	// In the Macintosh encoding, it would be Straﬂe with a ligature and Hˆhe with a lone accent.
	kind.add('Windows-1252 in German', latin('id,name\n1,Stra\xdfe \x84H\xf6he\x93\n2,F\xfc\xdfe\n'), {
		...tableOf(['name', 'Straße „Höhe“', 'Füße']),
		doubts: [],
	});
	kind.add('Macintosh in German', latin('id,name\n1,Stra\xa7e H\x9ahe\n2,F\x9f\xa7e\n'), {
		asks: /isn’t UTF-8.*Choose the encoding/,
	});
	for (const [what, names] of [
		['Latin-1 that may be Polish', ['Gdañsk', 'Poznañ']],
		['Latin-1 that may be Czech', ['Èerný', 'Plzeò']],
		['Latin-1 that may be Turkish', ['Iðdýr', 'Þirin']],
		['Latin-1 that may be Latvian', ['Rîga', 'Pçteris']],
	] as const)
		kind.add(what, latin(`id,name\n${names.map((name, index) => `${index + 1},${name}\n`).join('')}`), {
			asks: /isn’t UTF-8.*Choose the encoding/,
		});
	kind.add(
		'one UTF-8 line among Latin-1',
		Buffer.concat([Buffer.from('id,name\n1,Zoë\n'), latin('2,Åre\n3,naïve\n')]),
		{
			...tableOf(['name', 'Zoë']),
			lines: [3, 4],
		},
	);
	kind.add(
		'one Latin-1 line among UTF-8',
		Buffer.concat([Buffer.from('id,name\n1,Zoë\n2,Åre\n'), latin('3,naïve\n')]),
		{
			...tableOf(['name', 'Zoë', 'Åre']),
			lines: [4],
		},
	);
	kind.add('Latin-1 in NDJSON', latin('{"id":1,"name":"Zoë"}\n{"id":2,"name":"Åre"}\n'), {
		...tableOf(['name', 'Zoë', 'Åre']),
		doubts: [],
	});
	return kind.files;
}
