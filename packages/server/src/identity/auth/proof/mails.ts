/** The mail to the owner of an address about what ended because it was set up before they proved the address. */
import type { Language } from '../../../platform/kit/language.ts';
import { type Mail, type MailWords, mailTo } from '../../../platform/outgoing/mail/mailer.ts';
import type { Ended, EndedKind } from './ended.ts';

const NAMES: Readonly<Record<EndedKind, Readonly<Record<Language, string>>>> = {
  sessions: { en: 'sessions', de: 'Sitzungen' },
  passwords: { en: 'the password', de: 'das Passwort' },
  authenticator_apps: { en: 'the authenticator app', de: 'die Authenticator-App' },
  passkeys: { en: 'passkeys', de: 'Passkeys' },
  api_keys: { en: 'management and preview keys', de: 'Verwaltungs- und Vorschauschlüssel' },
  scim_tokens: { en: 'SCIM tokens', de: 'SCIM-Token' },
};

export function endedMail(to: string, ended: Ended, language: Language): Mail {
  const kinds = (Object.keys(ended) as EndedKind[]).map((kind) => `- ${NAMES[kind][language]}`).join('\n');
  const words: MailWords = {
    en: {
      subject: 'Your Lectern user was reset',
      paragraphs: [
        'Your address is now verified as yours. Somebody, perhaps you, used it here before it was verified, so what they had set up was removed:',
        kinds,
        'Log in as before or by single sign-on; without a password, choose “forgot password” where you log in. Then set up your second factor again, and check what your user belongs to: accounts, their members, single sign-on, keys and webhooks.',
      ],
    },
    de: {
      subject: 'Ihr Benutzer bei Lectern wurde zurückgesetzt',
      paragraphs: [
        'Ihre Adresse ist jetzt als Ihre bestätigt. Jemand, vielleicht Sie selbst, hat sie hier schon vor der Bestätigung verwendet. Was damit eingerichtet wurde, ist deshalb entfernt:',
        kinds,
        'Melden Sie sich wie bisher oder mit Single Sign-on an; ohne Passwort wählen Sie bei der Anmeldung „Passwort vergessen“. Richten Sie dann Ihren zweiten Faktor neu ein, und prüfen Sie, wozu Ihr Benutzer gehört: Konten, ihre Mitglieder, Single Sign-on, Schlüssel und Webhooks.',
      ],
    },
  };
  return mailTo({ to, language }, words);
}
