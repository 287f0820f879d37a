import { gunzipSync } from 'node:zlib';
import { Kind, type MessyFile } from './messy-file.ts';

/** Arrow files, which are read like Parquet. */
export function arrowFiles(): MessyFile[] {
	const kind = new Kind('Arrow', 'data.arrow');
	kind.add('all types', written.types, {
		columns: typeRows.map(([name]) => name),
		types: typeRows.map(([, type]) => type),
		rows: [typeRows.map(([, , value]) => value), typeRows.map(() => null)],
	});
	const many = Array.from({ length: 20_000 }, (_, index) => [String(Math.floor(index / 5_000))]);
	kind.add('LZ4 in several blocks', written.lz4, { types: ['BIGINT'], rows: many });
	kind.add('Zstandard', written.zstd, { types: ['BIGINT'], rows: many });
	kind.add(
		'another file extension',
		written.uuid,
		{ types: ['UUID'], rows: [['00000000-0000-0000-0000-000000000005']] },
		{ name: 'data.csv' },
	);
	kind.add('text views', written.views, { rows: [['short'], [null], ['a text of more than twelve bytes']] });
	kind.add('a stream whose dictionary is replaced', written.replaced, { rows: [['x'], ['y'], ['z']] });
	kind.add('a stream without an end', written.replaced.subarray(0, -8), {
		rows: [['x'], ['y'], ['z']],
		remark:
			'The Arrow stream has no end-of-stream marker after 2 record batches with 3 rows. Rows may be missing. If so, export or upload it again.',
	});
	kind.add('a stream that is cut off', written.replaced.subarray(0, -100), {
		refused: /incomplete after 1 record batch with 2 rows/,
	});
	kind.add('a file that is cut off', written.types.subarray(0, -20), {
		refused: /ends after 7.1 kB without its footer/,
	});
	const damaged = Buffer.from(written.zstd);
	damaged.fill(0xaa, 260, 340);
	kind.add('damaged values', damaged, { refused: /The Arrow file is corrupt\. Export/ });
	kind.add('bytes that aren’t UTF-8', written.bad, { refused: /Column "v", row 1: the text isn’t valid UTF-8/ });
	kind.add('durations', written.dur, {
		rows: [['90061']],
		remark: 'Column "v": durations are read as integers, in seconds.',
	});
	kind.add('times in nanoseconds', written.nanos, { refused: /Column "v", row 2: the time of day has nanoseconds/ });
	kind.add('decimals of 50 digits', written.wide, {
		refused: /column "v" is DECIMAL\(50,2\) with more than 38 digits/,
	});
	kind.add('a union', written.union, { refused: /column "v" is a union/ });
	kind.add('run-end encoding', written.ree, { refused: /run-end encoded/ });
	return kind.files;
}

const typeRows: readonly (readonly [name: string, type: string, value: string | null])[] = [
	['i8', 'TINYINT', '-5'],
	['u16', 'USMALLINT', '65535'],
	['i64', 'BIGINT', '9223372036854775807'],
	['u64', 'UBIGINT', '18446744073709551615'],
	['f32', 'FLOAT', '0.1'],
	['f64', 'DOUBLE', '0.1'],
	['f16', 'FLOAT', '0.5'],
	['b', 'BOOLEAN', 'true'],
	['s', 'VARCHAR', 'é😀'],
	['ls', 'VARCHAR', '007'],
	['bin', 'BLOB', '\\x00\\xFF'],
	['fixed', 'BLOB', 'abc'],
	['dec', 'DECIMAL(9,2)', '12.50'],
	['neg', 'DECIMAL(38,8)', '-999999999999999999999999999999.99999999'],
	['d256', 'DECIMAL(20,2)', '-1.25'],
	['date', 'DATE', '2024-02-29'],
	['date64', 'DATE', '1900-01-01'],
	['t_ms', 'TIME', '10:15:00.5'],
	['t_us', 'TIME', '10:15:00.123456'],
	['ts_s', 'TIMESTAMP', '1969-12-31 23:59:59'],
	['ts_ns', 'TIMESTAMP_NS', '2024-03-05 10:15:00.123456789'],
	['tz', 'TIMESTAMP WITH TIME ZONE', '2024-03-05 10:15:00.123456+00'],
	['l', 'INTEGER[]', '[1, NULL, 3]'],
	['ll', 'VARCHAR[][]', '[[a], [], NULL]'],
	['pair', 'SMALLINT[]', '[1, 2]'],
	['st', 'STRUCT(a STRUCT(b INTEGER)[], c VARCHAR)', "{'a': [{'b': 1}], 'c': NULL}"],
	['m', 'MAP(VARCHAR, INTEGER)', '{k=1, j=NULL}'],
	['cat', 'VARCHAR', 'x'],
	['none', 'INTEGER', null],
];

const unpacked = (base64: string): Buffer => gunzipSync(Buffer.from(base64, 'base64'));

/** Files as Apache Arrow writes them, compressed with gzip. */
const written = {
	types: unpacked(
		'H4sIAAAAAAACA+1ZT2gjVRj/5k+T2SWro2S1hy7kINKDaHbr1oCIWUHpoWKph82h2KbN1MZms6VNpCsLFlToMYeCVRbsoUL1IAX30AUPAfewyIo5LEsOFYoo9uChB5HaJB2/92eaN19m' +
			'UhUED3nwZea97/e+v+99b3i5Mj7+xtWLAC62ahTABtbOQgwi0AcWvmHTTDDx8RRi2PMCUg6xCaSDCMBdpApSDimFZCPt9wFUkdaR5pCSSMDGUEAFKYeUQmoaADWkDaQJJEBa0QEGkEY0' +
			'gFUcSiMxvYk/XReN0ZiN/XIM5LN4veiw98Ej17WRa6H9UfTChrj0SeuL4+/zSAPKXKZyJltCvMVHLcmb4LpAS+DPTZR5S+h+LK7oRvO4bPa8hrSJuA2XzzvHMAmJQ1cgg8TmYsjAKZYW' +
			'884SPED870KuTn1i4Xo3Wygzp/YVW5g/FpcT4z1bwm0pX/Vr3rkBqYbrZo64Dm7TgGJTStrP3pdKmBPEfiiwHfKYjzNIq4jZEphYWCyySNuIq0m9cUWvpsjNlxwWNthFbPOoHQeqdxrp' +
			't6N2DAYbHGtTuZ4tC9n8Ipv7FuJ47BvBMVZtGG0I+bb0EV/PB/nH5BUKuIabrrvdaMehm3/fIHa30Y5rmA0/I85sdo8tqoZYy3WfaZ7uU6LZjtmEwJ+l8WX+lN7DPcrXrc7HzyG9Wl68' +
			'vuA894qzWMgXsX9LmU/XaWlpsriEz/EWwxhwLwRrCiyDQg2xBwJ3xlb2yglussxxFq9EYncy+1gtGGy153XIn7zG5yWPXXdM4CyKi7D6lS05w1gMMohbDsGZEsfenz3msYRNgY0G2Zy7' +
			'dHmY1U6b15EYr51xGWOWvD1lLt2rRedteIA5eJr7jDk+bmNpvco5M1y+KeNyRupIizmPBuVoNr/s5PC5iBgmoyCwZpAt05jxBbSlIjDxoDVTwCivIeb2cXi9YInYQUxdYCJhe3sXMU2B' +
			'MajtzJ7Zi8NgQvsM8nDU7llM6EO5jkcVHI3f7NAlvgrYGRGRltx0g+sPw5dR7pfIZ2tvswsuj7g1Uf81hq0pWGpDGX0SNpjcBvuktkdIbe+cz+KfT4m9YSHakuFkT3aOb0nbWIvhmzjJ' +
			'Y1wq6CbnyXNDnvDi3PPO/n65thhnVKk9oNgf1izyVOdppK+OL8t3Zn89qtr/hN9+w+TrI3NihN/egb52nfbaGNGl2ufhbMLvV/Y1yL2u8gfJvBThpwl/jPAzxI4pwp8j85cJf4XYt0r4' +
			'FdJfJ/2Nk/iKtq3URtZ2CL5K4lIna2GP4PeJ/EMSbw94kg/Nr98m/H7Nn4cU4acJf4rw5zR/XrYIf1vz52OH8KuaPx81wq+T+XuEv0/mHxK+FxiPb+vEf8IfJPwk4acJf0T35yND+FOE' +
			'v0D4y7o//xXCXyf6t3T/Hvf6Xny2yfwd0q+S/j0yv0b4daKvTvzZJ/ywvrefDoj8QyLPIkXQ63t42/DjEwQf1vfwScO/X1JEftrwx2OE8McI36tZOtmnvf5/2zf+IZ+ejxRvkvEw/RAi' +
			'7zT5p8nT/+V8Ot4gffF1rfZ5ex8gcNyl49/fv/+S2v/0E9buvNzhdyo43mpcIso59O0XB5+tr3TGzSDPZPKFDjm6Gi/iX3Z6xtf/yYSuTbWz+mP5j49evPH51a/v3g7DfeB2bwB/T99r' +
			'r5P47GpftVqd8V97ZEj31aeh+Y+tAHlh+Tt/+Zcfvnt450k6nn4zd+HXxyOB69dQ4t93yr4Ky5sR8H2qxjobKlfv+n0btn+C/NAJTlP68++cvl69uHrnr/jmt/jtV0xWjVFZ/737hIpM' +
			'zl5Ufg8Yfv21qP+70FZ09e4Be/eAvXvA3j1g7x6wdw/Yuwf8f94DWvhzhf+39xe1nZnP4hsAAA==',
	),
	lz4: unpacked(
		'H4sIAAAAAAACA3MMCvIPN2Rg+A8EFQwMDAIMIMDFwMPAxsDKwAFkAQEjC5DPAORxAEkWKAkUBmIRsB4RoBgbAztYlQDUDEYmEC0DVcsAVV8GNocHiNnB5oCEHRgg9s+AmgcCPAwSUBfw' +
			'gE1lYGYBm3WCiQEOeIAiAmD3QNR4QO0DmaHgh1DHAoYMDEhaMcAxJElGNP1gUAhRwKLkK+HgcEAYqEYeqPD/IAYnhBkd5vBz0MWNLAHg0JEEBgv/gWRyTVkqzNRgQScXkwsOCjOTGqre' +
			'kMCpBmJ+B226uzgyACkZgwQYoPmcB5hT2MC5RwCSx4C5xARIqiDl7w6ovgVQGjn/0bI8ANnnCC6bADj7hMKiBAAA',
	),
	zstd: unpacked(
		'H4sIAAAAAAACA+2ZsUoDQRCG/73b2wRZ5IQDU3hqYWEhiOIDJGApKkHRZxAsbCSlRAur6BsYsDCIjYU+gXbiC1j6DFYi6+xkEw5EUgX0mO9mdm+W2ZlbOK64v9Fsbu2tAI5oAUjhmYCF' +
			'QYIq3RFKUwyKqjTqMNIyecZ7MlozqHBWGmqoyM8zIRch/5jrWPIK1/HLdfT7d0M9j0UtPIHlqog11+pNY4jFLPXSw5xt8gXyGvn8JgoY7mdCvwi/c1Oor37UIY76uxcflr+6Pji7Qufi' +
			'+UO3V9Mlfaovk7fHQzExMbFRlk8JY+Je3i4xsZGWyKdCEAThb+BeBOF/sbEuCKXkrrUfIau7T+dcDOA6f3VJjoOn3cl2ine+bkuPkSOW4YgnpT+i6sztRIgV6wkIeoZFxgqApYi1BGis' +
			'Ba1goGOch9/7vcFc0AHGqXt4zaPBGsw3Ali01YoZAAA=',
	),
	views: unpacked(
		'H4sIAAAAAAACA61SuwrCMBQ9pWktEiSDSAeHDA6Ourn6BYKLjipEOqgVDVU3P8PPcPTv9CbeaimOHrg5OenNfaXj6XQyGwJPwh6AgkMTEjEiJLQjBII0SCW0Cl7pmKzt77TpLEbDeymO' +
			'EaSOU/YF+xdei8+Zy3vnOA4SHc4sfTSEAl2iOUq0SCuuQpICFmQ9rj3EFwFbifo3+J7eGDCPmHXNN6zdiyp8zPKDxW+4OEttTand/mx1vtbb/GC0zZY7bU9mUxi9ulhzdPMA9yJpKrGf' +
			'hHrPgrp29fUr879y3AfzvJb/3292Ixv7f+YFPlZTnjoCAAA=',
	),
	replaced: unpacked(
		'H4sIAAAAAAACA61QwQ3CMAw8t2kboTzyqFAfPBiEBwMwDwIm4MkYDMFuwXbSllYtChKunKvtc3J2CCE8AHiIbeBQo4LlPzYyMAwv5ggSe6vcjhk1GmZ7zsReqqR2ZN+xG0STnjO75U+y' +
			'cjqNHXujsdD2WjVDHz8Znuk9aE+blDntR2G01qV6VBzv72fpmGlS5ZTyBUYrsW4uoU/42UezeCl/uY5z3CdzbKdzlEZnsMMtU92HBd3FF902U2fufv2P+6XM/doZ0kwfrei+4b97pcy9' +
			'mgx9vS7BNw1jYNRYAwAA',
	),
	uuid: unpacked(
		'H4sIAAAAAAACA91Ru47CMBCcQMhZkSWsE0Ipr6BGikSFaOjokGioLZEiBUGC8PgESj6AD+KTrjvGGweiU+4HbqTdrO2d2XE8X62W6xT4Ib4BGDjE0IjQg2JFBCHX4Eoxhz5zm5FI/ye/' +
			'iowP6TMYcEeI/QHzXbi1dsU7MTqMhdd6cH7iazfT7ve78/h4zDeA05g7n9PsUmbFId8V08JuM4iuFke1fog3khbeNivtxpYWdKvYHXmeu/8V1SwHjaH/A1ruhG4oeualHnNdzXZ+Z/4s' +
			'aMzv4G+YRh384rWg5/zVPE2XkTgzlTe6mDCPGu+ivOCtZd5/fsevwPemT2FA+fvaAgAA',
	),
	wide: unpacked(
		'H4sIAAAAAAACA71RMQ7CMAy8lNBWlYcMFWJg6MgKEwNLX4DUhZ+wITEy9hn9JZxdV1QIGDkpduzY50vSdt3pvAMexA1AgqKCIMcSJXdEiIzBqKSNbpnmqq2nZi5HYVXJOUKhfuO18PoL' +
			'GZNxiHHvubLpEKOOu/MqBCtXIsaORcSarsGEirEYo/Id/Q4BL2T4jma2D299iit+Q/XCZwpV56Y0jVqp6kC7nb1X7339h/n4wxsPdK39+RPagNdq+gEAAA==',
	),
	nanos: unpacked(
		'H4sIAAAAAAACA3MMCvIPN2Rg+A8EFQwMDAIMIMDFwMPAxsDKwAFkAQEjC5DPAORxAEkWKAkUBmIRsB4RoBgbAztYlQDUDEZOEC0DVcsAVV8GNgdkOsQ0BgZmBgcGiP0dUPNAgIdBDOoC' +
			'HrCpDMwsDBJw90HcKAGUYYG60QYqx8SAAMhsdCCAxGbEo1aU+9KPSYoQ98H08QBdyQZ2mQDEbUBXmABJFaRw6YDqn4DFPlqG4wIgdgTHKQCTHhgd2gEAAA==',
	),
	dur: unpacked(
		'H4sIAAAAAAACA7VRMQ7CMAw8Q0ijKkOEKsQD+EAlRpa+AKkLI19gYmZkZORTfROcjYEKwchJdmLrfD4lXd9vdy1wIw4AChQ1MiJmSLwREliDVWIOntlmNDbTsBdRGau4hsz1XDoXzj+S' +
			'p9zoPd17dh1FxsI3Z1PDNJhGwhM162wu1NvGPQvemOA30uguH3OKYS8vX3DtTHfRHJWHJ25fM69G73Dy+cuXPf94tyujs7+7A3fy2vjCAQAA',
	),
	union: unpacked(
		'H4sIAAAAAAACA9VTMQ7CMAy8QGkjFKEMCHVg6MDACD+AFyCx8AHegBh4Bo/iCYyMjPwAzq4jSsTAiivrfL4kdtx2vd1udkvgSbsBiBAbIqDEAJ4RzRUoCBeuEXR0wTM52ahmPLNcj76n' +
			'z23dge75iOo7a2D6tT1jIHVr05O2VN7Wjhhzf4mKnQlr+3Q9wWm2b6E1A73SmpJemS73vBPHxgMmdtOgJ6NfaB8Nkg3Jg3YvszjZjBzeVnbilPf4NJ9hzPSY6XV2nraWcfzAv+UlPnbm' +
			'keoHTqXUScR2Frz1wt5leu8P25ewyer8+zfiKa71n3gBv8B0xBoDAAA=',
	),
	ree: unpacked(
		'H4sIAAAAAAACA91TSw4BQRB9zMdEetELkVlYWLiAxAE4gcTGEgk7sSDEER3AwtLSEex4VV1idLiAl9TUp/t19auZGU0m42kfeBA3AB6CJhxyZCgYEbWUOZgVfKb2ZNn8mVxm7ZJxx2p1' +
			'2pzWtX0H2on7PFrk52joid761TJf4Qpy4SzW+9VOaqnWAxcRF3XxvQpX9mz3m9lqs9yF3NEaWpdmQwS9F/qWcRzaptjp6UhSiJ4SLzQZO1UvM1nbrBK8keE3isj/qpsmndkLSdQnXv+W' +
			'J9Ha0eKHvqvQx1F9rop90Ex1g8oshXc33tV8+XH3//kePC810n/hCTpYYO8SAwAA',
	),
	bad: unpacked(
		'H4sIAAAAAAACA61RMQ7CMAy8qGmIqgwZKsQTWNlYu1dC6sIML2Bi5hmMvJRyNm6Jitg4KXbtXM8npxuGw3EHjMQFQIagQUJAjcgvwnnWYBUZvUW2eVr9p2UvYKWsbBqulrwxLox/1drP' +
			'PZl7Nx1BwtomJ1VD5VUjY0LDOqkL8dbbncMHFX4jLrIv7txCBwXndB6fk1/YzETXQZ3mt1cy94zbYj8303hYzl9+/rtT2WWnb/oC+upnFNoBAAA=',
	),
} as const;
