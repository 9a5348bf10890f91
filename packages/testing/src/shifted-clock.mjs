/** Imported into a service before it starts: its clock is wrong by `CLOCK_OFF_BY_MS`, as that of a machine that lost its time server. */
const OFF_BY_MS = Number(process.env.CLOCK_OFF_BY_MS);
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + OFF_BY_MS);
    else super(...given);
  }

  static now() {
    return TrueDate.now() + OFF_BY_MS;
  }
};
