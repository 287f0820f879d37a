import { stem } from './stem.ts';

/** Abbreviations in names, in data of any kind. */
const abbreviated = new Map(
	`acct:account addr:address amt:amount appt:appointment bal:balance bldg:building cd:code cnt:count cust:customer
	dept:department desc:description dest:destination dob:birthdate dt:date dur:duration emp:employee flg:flag fname:firstname freq:frequency
	grp:group hrs:hours ht:height lang:language lname:lastname loc:location lvl:level max:maximum mfr:manufacturer mgr:manager min:minimum
	nbr:number nm:name no:number nr:number num:number org:organization orig:origin pct:percentage pkg:package pmt:payment proj:project
	qtr:quarter qty:quantity rte:route sal:salary sec:second seq:sequence src:source tel:telephone temp:temperature tot:total txn:transaction
	usr:user val:value veh:vehicle whse:warehouse wk:week wt:weight yr:year`
		.split(/\s+/)
		.map((pair) => pair.split(':') as [string, string]),
);

export const inFull = (word: string): string => abbreviated.get(word) ?? word;
/** The stem of a word, with abbreviations written out. */
export const writtenOut = (word: string): string => (abbreviated.has(word) ? stem(inFull(word)) : word);
