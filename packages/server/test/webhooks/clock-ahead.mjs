/** Imported into a service before it starts, as `clock-ahead.mjs?ms=…`: the clock of its machine is ahead by so much. */
const aheadMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...parts) {
    if (parts.length === 0) super(RightDate.now() + aheadMs);
    else super(...parts);
  }

  static now() {
    return RightDate.now() + aheadMs;
  }
};
process.stderr.write(`The clock is ahead: ${new Date().toISOString()}\n`);
