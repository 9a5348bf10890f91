/** The mail about a log-in that is unlike the ones before. */
import type { Language } from '../../../platform/kit/language.ts';
import { type Mail, type MailWords, mailTo } from '../../../platform/outgoing/mail/mailer.ts';
import { timeInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';

/** Where a log-in came from that is unlike the ones before. */
export interface NewLogIn {
  readonly at: number;
  readonly ip: string;
  readonly device: string;
  readonly language: Language;
}

export function newLogInMail(to: string, { at, ip, device, language }: NewLogIn): Mail {
  const words: MailWords = {
    en: {
      subject: 'New log-in to Lectern',
      paragraphs: [
        'Someone logged in with your address, from a network and a device that you have not used before.',
        `Time: ${timeInMail(at)}\nAddress: ${ip}\nDevice: ${device}`,
        'If it was you, do nothing. If not, change your password at once: this ends all sessions.',
      ],
    },
    de: {
      subject: 'Neue Anmeldung bei Lectern',
      paragraphs: [
        'Jemand hat sich mit Ihrer Adresse angemeldet, aus einem Netz und mit einem Gerät, die Sie bisher nicht verwendet haben.',
        `Zeit: ${timeInMail(at, language)}\nAdresse: ${ip}\nGerät: ${device}`,
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort: Damit enden alle Sitzungen.',
      ],
    },
  };
  return mailTo({ to, language }, words);
}
