const identifies = /(?:^|[_\s-])(?:id|year|zip|zip_?code|postal_?code)(?: from| below)?$/i;
const identifiesInCamelCase = /[a-z](?:Id|ID|Year|Zip)$/;
/** "founded", "year_built", "highest opened" */
const tellsWhen =
	/^(?:(?:min|max|avg|median|mean|highest|lowest|smallest|largest|earliest|latest)[_ ])?(?:(?:year|date)[_ ])?(?:built|born|founded|established|constructed|opened|published|released|launched|started|died)(?: from| below)?$|^year[_ ]/i;
const aYear = /^[12]\d{3}(?:\.\d+)?$/;

/** Whether all numbers in a column of this name are amounts. */
export const namesAmounts = (name: string): boolean =>
	!identifies.test(name) && !identifiesInCamelCase.test(name) && !tellsWhen.test(name);

/** Whether a number is an amount, not a year or an identifier. Only amounts have thousands separators: 2,014 would look like one. */
export const isAmount = (name: string, value: string): boolean =>
	namesAmounts(name) || (tellsWhen.test(name) && !aYear.test(value));

/** Whether a number in a column of this name is a year. */
export const isYear = (name: string, value: string): boolean =>
	/^[12]\d{3}$/.test(value) && (/(?:^|[^a-z])year$/i.test(name) || tellsWhen.test(name));
