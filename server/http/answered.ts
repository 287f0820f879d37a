/** A success with another status than the operation's own. */
export class Answered<T> {
	readonly status: 200 | 201 | 202;
	readonly result: T;
	constructor(status: 200 | 201 | 202, result: T) {
		this.status = status;
		this.result = result;
	}
}
