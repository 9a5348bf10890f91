/** Times as people read them: near ones relative to now, and each in full on hover. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type MomentFormats, momentWords } from './moment-words.ts';

interface Formats extends MomentFormats {
  readonly full: Intl.DateTimeFormat;
}

/** By language. They are expensive to create, and browsers are slow to free their memory, so long lists share them. */
const formats = new Map<string, Formats>();

interface MomentProperties {
  /** As the API writes times. */
  readonly at: string;
  /** Whether it stands inside of a sentence, where a date has "on" before it. */
  readonly inSentence?: boolean;
}

export function Moment({ at, inSentence = false }: MomentProperties): ReactNode {
  const { i18n, t } = useLingui();
  const date = new Date(at);
  const spoken = formatsOf(i18n.locale);
  const told = momentWords(date, new Date(), spoken);
  const words = told.kind === 'now' ? t({ message: 'just now', comment: 'Less than a minute ago' }) : told.words;
  return (
    <time dateTime={at} title={spoken.full.format(date)}>
      {inSentence && told.kind === 'date'
        ? t({ message: `on ${words}`, comment: 'A date inside of a sentence, such as: expires on 3 November 2026' })
        : words}
    </time>
  );
}

function formatsOf(language: string): Formats {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const made = {
    full: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }),
    day: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
    distance: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  };
  formats.set(language, made);
  return made;
}
