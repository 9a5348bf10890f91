/** The mails about second factors: people are told of every change that makes it easier to log in as them. */
import type { Language } from '../../../platform/kit/language.ts';
import { type Mail, type MailWords, mailTo } from '../../../platform/outgoing/mail/mailer.ts';
import { timeInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';

/** What happened, in the words of the mail. */
const EVENTS = {
  app: {
    en: 'An authenticator app was set up for your user',
    de: 'Für Ihren Benutzer wurde eine Authenticator-App eingerichtet',
  },
  passkey: { en: 'A passkey was added to your user', de: 'Zu Ihrem Benutzer wurde ein Passkey hinzugefügt' },
  codes: {
    en: 'New recovery codes were created for your user, and the old ones no longer work',
    de: 'Für Ihren Benutzer wurden neue Wiederherstellungscodes erstellt; die alten gelten nicht mehr',
  },
  recovery: {
    en: 'Someone logged in as you with one of your recovery codes',
    de: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet',
  },
  off: {
    en: 'The second factor of your user was switched off: from now on your password alone logs you in',
    de: 'Der zweite Faktor Ihres Benutzers wurde ausgeschaltet: Ab jetzt genügt Ihr Passwort zur Anmeldung',
  },
} as const;

export type FactorEvent = keyof typeof EVENTS;

/** What a mail about a second factor tells. */
export interface FactorNews {
  readonly event: FactorEvent;
  readonly at: number;
  readonly language: Language;
}

export function secondFactorMail(to: string, { event, at, language }: FactorNews): Mail {
  const happened = `${EVENTS[event][language]} (${timeInMail(at, language)}).`;
  const words: MailWords = {
    en: {
      subject: 'Your second factor for Lectern',
      paragraphs: [
        happened,
        'If it was not you, change your password at once, which ends all sessions, and check your second factors.',
      ],
    },
    de: {
      subject: 'Ihr zweiter Faktor für Lectern',
      paragraphs: [
        happened,
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort, womit alle Sitzungen enden, und prüfen Sie Ihre zweiten Faktoren.',
      ],
    },
  };
  return mailTo({ to, language }, words);
}
