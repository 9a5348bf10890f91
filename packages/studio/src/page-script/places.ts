/** Which element of the page shows which value: as the site says by `data-lectern`, or by the words that stand in it. */
import type { KnownText, Place } from './messages.ts';

const NAMED = 'data-lectern';
/** Shorter texts stand in too many other ones. */
const CONTAINED_CHARACTERS_MIN = 3;
/** How much longer the words of an element may be than a text in them that it is taken for. */
const CONTAINED_TIMES_MAX = 4;

let known: readonly KnownText[] = [];
let byWords = new Map<string, KnownText>();
let longest = 0;

/** Takes the texts that stand in the page. */
export function know(texts: readonly KnownText[]): void {
  known = texts.map((one) => ({ ...one, text: wordsOf(one.text) }));
  // The first one that is called so.
  byWords = new Map(known.toReversed().map((one) => [one.text, one]));
  longest = Math.max(0, ...known.map(({ text }) => text.length)) * CONTAINED_TIMES_MAX;
}

/** The value that an element shows, or is part of, and the element that shows it. */
export function placeAt(target: Element): { readonly place: Place; readonly element: Element } | null {
  let contained: { readonly place: Place; readonly element: Element } | null = null;
  for (let element: Element | null = target; element !== null && element !== document.body; ) {
    const named = element.getAttribute(NAMED);
    if (named !== null) return { place: placeIn(named), element };
    const words = wordsOf(element.textContent);
    if (words.length <= longest) {
      const place = byWords.get(words);
      if (place !== undefined) return { place, element };
      const part: Place | undefined = contained === null ? partOf(words) : undefined;
      if (part !== undefined) contained = { place: part, element };
    }
    element = element.parentElement;
  }
  return contained;
}

/** The elements that show a value, in the order of the page. */
export function elementsOf(place: Place): Element[] {
  const all = [...document.body.querySelectorAll('*')];
  const named = all.filter((element) => isIn(placeIn(element.getAttribute(NAMED) ?? ''), place));
  if (named.length > 0) return named;
  const texts = known.filter((one) => isIn(one, place)).map(({ text }) => text);
  const showing = (shows: (words: string) => boolean) =>
    all.filter((element) => shows(wordsOf(element.textContent))).filter(isInnermost);
  const exact = showing((words) => texts.includes(words));
  return exact.length > 0 ? exact : showing((words) => texts.some((text) => isPart(text, words)));
}

/** The ids of the entries that the page names. */
export function namedEntries(): readonly string[] {
  const named = [...document.querySelectorAll(`[${NAMED}]`)];
  return [...new Set(named.map((element) => placeIn(element.getAttribute(NAMED) ?? '').entry))];
}

/** What people call the field. */
export function nameOf({ entry, field }: Place): string {
  return known.find((one) => one.entry === entry && one.field === field)?.name ?? field;
}

function placeIn(named: string): Place {
  const [entry = '', field = '', locale = ''] = named.split(':');
  return { entry, field, locale: locale || null };
}

/** Whether a place is another one, or inside of it. */
function isIn(place: Place, other: Place): boolean {
  const isLocale = place.locale === null || other.locale === null || place.locale === other.locale;
  return place.entry === other.entry && `${place.field}.`.startsWith(`${other.field}.`) && isLocale;
}

function partOf(words: string): KnownText | undefined {
  return known.filter(({ text }) => isPart(text, words)).sort((one, other) => other.text.length - one.text.length)[0];
}

function isPart(text: string, words: string): boolean {
  return (
    text.length >= CONTAINED_CHARACTERS_MIN && words.length <= text.length * CONTAINED_TIMES_MAX && words.includes(text)
  );
}

function isInnermost(element: Element, _at: number, all: readonly Element[]): boolean {
  return !all.some((other) => other !== element && element.contains(other));
}

function wordsOf(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
