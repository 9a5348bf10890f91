/** The mail about a change set that could not go out at its time, or not be undone at its end. */
import type { AbsentActors } from '../../identity/auth/absent-actor.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Language } from '../../platform/kit/language.ts';
import { type MailLink, type MailWords, mailTo } from '../../platform/outgoing/mail/mailer.ts';
import { quotedName } from '../../platform/outgoing/mail/name-in-mail.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { timeInMail } from '../../platform/outgoing/mail/time-in-mail.ts';
import { type Failure, type SetState, setId } from './change-set.ts';
import type { ChangeSetRow } from './tables.ts';

/** The URL of the page of Studio with a set; null where there is no Studio. @param key of the set */
export type ReleasePage = (environment: Environment, key: string) => string | null;

/** @param address where clients reach the service */
export function releasePageIn(address: { readonly url: string }, hasStudio: boolean): ReleasePage {
  return ({ spaceId, name, ownCode }, key) =>
    hasStudio ? `${address.url}/studio/spaces/${spaceId}/${name}/releases/${setId(ownCode, key)}` : null;
}

interface FailedSet {
  /** As it was before. */
  readonly set: ChangeSetRow;
  readonly environment: Environment;
  readonly failure: Failure;
  readonly page: string | null;
}

/** What telling whoever scheduled a set needs. */
export interface TellingParts {
  readonly absent: Pick<AbsentActors, 'recipients'>;
  readonly outbox: Outbox;
  readonly releasePage: ReleasePage;
}

/** Sends a mail about a set to whoever scheduled it, once the write has ended. @param wordsOf `failureMail` or `warningMail` */
export async function tellWhoScheduled(
  writer: Writer,
  { absent, outbox, releasePage }: TellingParts,
  about: Omit<FailedSet, 'page'>,
  wordsOf: (failed: FailedSet) => MailWords,
): Promise<void> {
  const { set, environment } = about;
  const words = wordsOf({ ...about, page: releasePage(environment, set.key) });
  const whom = { id: set.scheduled_by ?? '', accountId: environment.accountId };
  for (const recipient of await absent.recipients(writer, whom)) await outbox.add(writer, mailTo(recipient, words));
}

export function failureMail(failed: FailedSet): MailWords {
  const { set, environment, failure } = failed;
  const id = setId(environment.ownCode, set.key);
  const isEnd = (set.state as SetState) === 'published';
  const at = (isEnd ? set.ends_at : set.publish_at) ?? 0;
  const [en, de] = [quotedName(set.name, id), quotedName(set.name, id, 'de')];
  return {
    en: {
      subject: isEnd ? `${en} was not taken back` : `${en} was not published`,
      paragraphs: [
        isEnd
          ? `The change set ${en} (${id}) was to be undone on ${timeInMail(at)}. That was not possible, so readers still see it.`
          : `The change set ${en} (${id}) was to be published on ${timeInMail(at)}. That was not possible, so readers see nothing of it.`,
        reasonIn('en', failure),
        isEnd
          ? 'It is not tried again. Undo the change set by hand.'
          : 'It is not tried again. Correct what is in the way, then schedule the change set again or publish it.',
      ],
      ...linkTo(failed.page, 'Open the release'),
    },
    de: {
      subject: isEnd ? `${de} wurde nicht zurückgenommen` : `${de} wurde nicht veröffentlicht`,
      paragraphs: [
        isEnd
          ? `Das Release ${de} (${id}) sollte am ${timeInMail(at, 'de')} zurückgenommen werden. Das war nicht möglich; Leser sehen es also weiterhin.`
          : `Das Release ${de} (${id}) sollte am ${timeInMail(at, 'de')} veröffentlicht werden. Das war nicht möglich; Leser sehen also nichts davon.`,
        reasonIn('de', failure),
        isEnd
          ? 'Es gibt keinen weiteren Versuch. Nehmen Sie das Release bitte selbst zurück.'
          : 'Es gibt keinen weiteren Versuch. Beheben Sie bitte, was im Weg steht, und planen Sie das Release neu ein oder veröffentlichen Sie es.',
      ],
      ...linkTo(failed.page, 'Release öffnen'),
    },
  };
}

/** About a scheduled set that could not go out as it stands, before it is due. */
export function warningMail({ set, environment, failure, page }: FailedSet): MailWords {
  const id = setId(environment.ownCode, set.key);
  const at = set.publish_at ?? 0;
  const [en, de] = [quotedName(set.name, id), quotedName(set.name, id, 'de')];
  return {
    en: {
      subject: `${en} cannot be published as it stands`,
      paragraphs: [
        `The change set ${en} (${id}) is to be published on ${timeInMail(at)}. As it stands, that will not be possible.`,
        reasonIn('en', failure),
        'Correct what is in the way before then. Otherwise nothing of it is published.',
      ],
      ...linkTo(page, 'Open the release'),
    },
    de: {
      subject: `${de} lässt sich so nicht veröffentlichen`,
      paragraphs: [
        `Das Release ${de} (${id}) soll am ${timeInMail(at, 'de')} veröffentlicht werden. So, wie es ist, wird das nicht möglich sein.`,
        reasonIn('de', failure),
        'Beheben Sie bitte vorher, was im Weg steht. Sonst wird nichts davon veröffentlicht.',
      ],
      ...linkTo(page, 'Release öffnen'),
    },
  };
}

/** Why, without the words of the content: anybody may have written them. */
const REASONS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  late: {
    en: 'The service was not available at that time, and afterwards it was too late.',
    de: 'Der Dienst war zu dieser Zeit nicht verfügbar, und danach war es zu spät.',
  },
  conflict: {
    en: 'Somebody changed the same values in the meantime, and it has to be decided which ones stand.',
    de: 'Jemand hat dieselben Werte inzwischen geändert, und es muss entschieden werden, welche gelten.',
  },
  validation_failed: {
    en: 'Some of its values cannot be published as they are.',
    de: 'Einige Werte lassen sich so nicht veröffentlichen.',
  },
  insufficient_permission: {
    en: 'Whoever scheduled it may no longer publish change sets. An editor can schedule it again.',
    de: 'Wer es geplant hat, darf keine Releases mehr veröffentlichen. Eine Person mit der Rolle Editor kann es neu planen.',
  },
  unauthenticated: {
    en: 'Whoever scheduled it can no longer use this account.',
    de: 'Wer es geplant hat, hat keinen Zugang zu diesem Konto mehr.',
  },
  account_suspended: { en: 'The account is suspended.', de: 'Das Konto ist gesperrt.' },
};

function reasonIn(language: Language, { code, errors }: Failure): string {
  const reason = REASONS[code]?.[language] ?? (language === 'de' ? `Der Grund: ${code}.` : `The reason: ${code}.`);
  if (errors.length === 0) return reason;
  const isOne = errors.length === 1;
  return language === 'de'
    ? `${reason} Das betrifft ${isOne ? 'eine Stelle' : `${errors.length} Stellen`}.`
    : `${reason} This concerns ${isOne ? 'one place' : `${errors.length} places`}.`;
}

function linkTo(url: string | null, label: string): { readonly link?: MailLink } {
  return url === null ? {} : { link: { label, url } };
}
