/** Places as people copy them: numbers, degrees with minutes and seconds, and addresses of maps. */

/** Digits that a place has from degrees, minutes and seconds: about a centimetre. */
const DECIMALS = 7;
const NUMBER = '[-+]?\\d{1,3}(?:\\.\\d+)?';
const PAIR = new RegExp(`^(${NUMBER})°?\\s*[,;~\\s]\\s*(${NUMBER})°?$`);
/** One number, where the comma is the decimal sign. */
const COMMA_NUMBER = /^[-+]?\d+,\d+°?$/;
/** As it is written where the comma is the decimal sign. */
const COMMA_PAIR = /^([-+]?\d{1,3},\d+)°?\s*(?:;|,\s|\s)\s*([-+]?\d{1,3},\d+)°?$/;
const ANGLE =
  "(?<degrees>\\d{1,3}(?:\\.\\d+)?)\\s*°?\\s*(?:(?<minutes>\\d{1,2}(?:\\.\\d+)?)\\s*['′’]\\s*)?(?:(?<seconds>\\d{1,2}(?:\\.\\d+)?)\\s*(?:[\"″”]|'')\\s*)?";
/** Degrees with a letter before or after them: `E 16°22.4'`, `48.2° N`, `48°12′29″N`. */
const LETTER_FIRST = new RegExp(`(?<letter>[NSEW])\\s*${ANGLE}`, 'giu');
const LETTER_LAST = new RegExp(`${ANGLE}(?<letter>[NSEW])`, 'giu');
const BEGINS_WITH_LETTER = /^[NSEW]/i;
/** Where addresses of maps have a place, the marker before the middle of the map. */
const IN_ADDRESS = [
  /!3d(-?[\d.]+)!4d(-?[\d.]+)/,
  /[?&]mlat=(-?[\d.]+)&mlon=(-?[\d.]+)/,
  /[?&#](?:q|query|ll|sll|coordinate|destination|daddr|center|cp)=(?:loc:)?(-?[\d.]+)[,~\s+]+(-?[\d.]+)/,
  /@(-?[\d.]+),(-?[\d.]+)/,
  /\/(?:place|search|dir)\/+(-?[\d.]+),\+?(-?[\d.]+)/,
  /#map=\d+(?:\.\d+)?\/(-?[\d.]+)\/(-?[\d.]+)/,
] as const;
const LINK = /^(?:https?:\/\/|maps:)/i;
const GEO = /^geo:(-?[\d.]+),(-?[\d.]+)/i;
const SOUTH_OR_WEST = /^[SW]$/i;
const LATITUDE = /^[NS]$/i;

/** Latitude and longitude as decimal numbers, written as they were. */
export interface PlaceText {
  readonly lat: string;
  readonly lon: string;
}

/** @returns null where the text is no place */
export function placeIn(given: string): PlaceText | null {
  const text = given.trim();
  const geo = GEO.exec(text);
  if (geo !== null) return placeOf(geo[1], geo[2]);
  if (LINK.test(text)) return placeInAddress(text);
  const pair = COMMA_NUMBER.test(text) ? null : PAIR.exec(text);
  if (pair !== null) return placeOf(pair[1], pair[2]);
  const comma = COMMA_PAIR.exec(text);
  if (comma !== null) return placeOf(comma[1]?.replace(',', '.'), comma[2]?.replace(',', '.'));
  return placeInDegrees(text);
}

/** Where a map shows the place. */
export function mapAddress({ lat, lon }: { readonly lat: number; readonly lon: number }): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=15/${lat}/${lon}`;
}

function placeInAddress(address: string): PlaceText | null {
  const text = decoded(address);
  for (const form of IN_ADDRESS) {
    const [, lat, lon] = form.exec(text) ?? [];
    const place = placeOf(lat, lon);
    if (place !== null) return place;
  }
  return null;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function placeInDegrees(text: string): PlaceText | null {
  const halves = [...text.matchAll(BEGINS_WITH_LETTER.test(text) ? LETTER_FIRST : LETTER_LAST)];
  if (halves.length !== 2) return null;
  const read = halves.map(({ groups = {} }) => {
    const { letter = '', degrees = '', minutes = '0', seconds = '0' } = groups;
    const sign = SOUTH_OR_WEST.test(letter) ? -1 : 1;
    const exact = minutes === '0' && seconds === '0' ? degrees : undefined;
    const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
    const number = exact ?? String(Number(size.toFixed(DECIMALS)));
    return { isLatitude: LATITUDE.test(letter), number: sign < 0 ? `-${number}` : number };
  });
  const lat = read.find(({ isLatitude }) => isLatitude);
  const lon = read.find(({ isLatitude }) => !isLatitude);
  return placeOf(lat?.number, lon?.number);
}

function placeOf(lat: string | undefined, lon: string | undefined): PlaceText | null {
  const isNumber = (text: string | undefined) => text !== undefined && text !== '' && Number.isFinite(Number(text));
  return isNumber(lat) && isNumber(lon) ? { lat: plain(lat), lon: plain(lon) } : null;
}

function plain(number = ''): string {
  return number.replace(/^\+/, '');
}
