/** Loaded into n8n before n8n itself: shifts its clock by the milliseconds that stand in a file, which may change. */
const { readFileSync } = require('node:fs');

const OwnDate = Date;
const ownNow = Date.now;
const freshMilliseconds = 50;
let shift = 0;
let readAt = -Infinity;

function now() {
	if (performance.now() - readAt > freshMilliseconds) {
		shift = Number(readFileSync(process.env.SHIFTED_CLOCK, 'utf8'));
		readAt = performance.now();
	}
	return ownNow() + shift;
}

globalThis.Date = new Proxy(OwnDate, {
	construct: (target, given, called) =>
		Reflect.construct(target, given.length > 0 ? given : [now()], called === Date ? target : called),
	get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
