/** Loaded into n8n before n8n itself: shifts its clock by the milliseconds that SHIFTED_CLOCK says. */
const OwnDate = Date;
const ownNow = Date.now;
const now = () => ownNow() + Number(process.env.SHIFTED_CLOCK);

globalThis.Date = new Proxy(OwnDate, {
	construct: (target, given, called) =>
		Reflect.construct(target, given.length > 0 ? given : [now()], called === Date ? target : called),
	get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
