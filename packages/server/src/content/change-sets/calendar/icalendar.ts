/** A calendar as calendar programs read it (RFC 5545): titles and times, each with a name that stays. */
import type { Language } from '../../../platform/kit/language.ts';
import type { CalendarItem } from './calendar.ts';

const LINE_BYTES_MAX = 75;
const REFRESH = 'PT1H';
const LINE_END = '\r\n';

/** What a title begins with, by what happens or has happened. */
type Happening = 'goesOut' | 'wentOut' | 'failed' | 'goesOff' | 'wentOff' | 'ends' | 'ended' | 'planned';

const WORDS: Readonly<Record<Language, Readonly<Record<Happening, string>>>> = {
  en: {
    goesOut: 'Goes out',
    wentOut: 'Went out',
    failed: 'Did not go out',
    goesOff: 'Is taken down',
    wentOff: 'Was taken down',
    ends: 'Ends',
    ended: 'Ended',
    planned: 'Planned',
  },
  de: {
    goesOut: 'Geht online',
    wentOut: 'Ging online',
    failed: 'Ging nicht online',
    goesOff: 'Geht offline',
    wentOff: 'Ging offline',
    ends: 'Endet',
    ended: 'Beendet',
    planned: 'Geplant',
  },
};

/** @param shown.name of the calendar */
export function calendarText(
  items: readonly CalendarItem[],
  { name, language }: { readonly name: string; readonly language: Language },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(`Lectern: ${name}`)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...items.flatMap((item) => eventOf(item, language)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => folded(line) + LINE_END).join('');
}

function eventOf(item: CalendarItem, language: Language): string[] {
  const { kind, at, change_set: set, entry } = item;
  const isOfEntry = set.origin === 'schedule' && entry?.title != null;
  const title = isOfEntry ? entry.title : set.name;
  return [
    'BEGIN:VEVENT',
    `UID:${set.id}-${kind}@lectern`,
    `DTSTAMP:${utc(set.updated_at)}`,
    `SEQUENCE:${set.version}`,
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(`${WORDS[language][happeningOf(item)]}: ${title}`)}`,
    `STATUS:${kind === 'planned' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function happeningOf({ kind, action, change_set: { state } }: CalendarItem): Happening {
  if (kind === 'planned') return kind;
  if (kind === 'end') return state === 'undone' ? 'ended' : 'ends';
  if (state === 'failed') return state;
  if (action === 'unpublish') return state === 'scheduled' ? 'goesOff' : 'wentOff';
  return state === 'scheduled' ? 'goesOut' : 'wentOut';
}

/** Such as `20261201T080000Z`. */
function utc(time: string): string {
  return time.replaceAll(/[-:]|\.\d+/g, '');
}

/** A text as a value: what has a meaning there is escaped, and other control characters are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** A line in pieces of at most `LINE_BYTES_MAX`, between characters; each further one begins with a space. */
function folded(line: string): string {
  let [text, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES_MAX) {
      text += `${LINE_END} `;
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
