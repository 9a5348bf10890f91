/** What people read in a browser where the API has an error for programs: what happened, and what to do next. */
import type { ErrorCode } from '../../../../../contract/src/errors.ts';
import type { DomainError } from '../../errors/domain-error.ts';
import type { Language } from '../../kit/language.ts';
import type { Page, PageFact, PageLink, Pages } from './page.ts';

type Words = Readonly<Record<Language, Pick<Page, 'title' | 'paragraphs'>>>;

/** The errors that say the same whatever the request was; all others have a message of their own. */
const PAGES: Partial<Record<ErrorCode, Words>> = {
  not_found: {
    en: {
      title: 'This page does not exist',
      paragraphs: ['Check the address. A link from a mail has to be copied as a whole.'],
    },
    de: {
      title: 'Diese Seite gibt es nicht',
      paragraphs: ['Prüfen Sie die Adresse. Ein Link aus einer E-Mail muss vollständig kopiert sein.'],
    },
  },
  payload_too_large: {
    en: { title: 'That was too much', paragraphs: ['Go back, shorten what you entered, and send it again.'] },
    de: {
      title: 'Das war zu viel',
      paragraphs: ['Gehen Sie zurück, kürzen Sie Ihre Eingabe und senden Sie sie noch einmal.'],
    },
  },
  api_quota_exceeded: {
    en: { title: 'Too many attempts', paragraphs: ['Wait a few minutes, then load this page again.'] },
    de: { title: 'Zu viele Versuche', paragraphs: ['Warten Sie einige Minuten, und laden Sie die Seite dann neu.'] },
  },
  unavailable: {
    en: { title: 'Lectern is not available right now', paragraphs: ['Load this page again in a minute.'] },
    de: { title: 'Lectern ist gerade nicht erreichbar', paragraphs: ['Laden Sie die Seite in einer Minute neu.'] },
  },
  internal_error: {
    en: {
      title: 'Something went wrong on our side',
      paragraphs: ['Try again. If it keeps happening, give this number to whoever runs Lectern for you.'],
    },
    de: {
      title: 'Bei uns ist etwas schiefgegangen',
      paragraphs: ['Versuchen Sie es noch einmal. Hilft das nicht, nennen Sie dem Betreiber diese Nummer.'],
    },
  },
};
const HOME: Readonly<Record<Language, string>> = { en: 'Go to Lectern', de: 'Zu Lectern' };
const REQUEST: Readonly<Record<Language, string>> = { en: 'Request', de: 'Anfrage' };

/**
 * The page of an error, in each language.
 * @param home where the service begins, if the page leads there
 */
export function errorPages(error: DomainError, home?: string): Pages {
  const words = PAGES[error.code] ?? otherWords(error);
  const page = (language: Language): Page => ({
    language,
    ...words[language],
    ...factsOf(error, REQUEST[language]),
    ...(home === undefined ? {} : { link: { label: HOME[language], url: home } satisfies PageLink }),
  });
  return { en: page('en'), de: page('de') };
}

function otherWords({ message }: DomainError): Words {
  return {
    en: { title: 'This did not work', paragraphs: [message] },
    de: {
      title: 'Das hat nicht geklappt',
      paragraphs: [
        'Gehen Sie zurück, und versuchen Sie es noch einmal. Hilft das nicht, geben Sie dem Betreiber diese Meldung weiter:',
        message,
      ],
    },
  };
}

function factsOf({ extra }: DomainError, label: string): { readonly facts?: readonly PageFact[] } {
  return typeof extra.request_id === 'string' ? { facts: [{ label, value: extra.request_id }] } : {};
}
