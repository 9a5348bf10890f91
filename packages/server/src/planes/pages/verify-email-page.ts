/** The page that the link in a verification mail opens. */
import { Type } from 'typebox';
import type { Verification } from '../../identity/auth/users/verification.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import type { Language } from '../../platform/kit/language.ts';
import { badToken, type NextLink, type TokenForm, tokenField, tokenSchema } from './token-form.ts';

const body = Type.Object({ token: tokenSchema }, { additionalProperties: false });

export function verifyEmailPage(
  verification: Pick<Verification, 'look' | 'verify'>,
  next: NextLink,
): TokenForm<string, typeof body> {
  return {
    path: '/verify-email',
    body,
    look: (token) => verification.look(token),
    form: (email, token, { problem, language }) => ({
      ...formPage(email, token)[language],
      language,
      ...(problem === undefined ? {} : { problem }),
    }),
    submit: async (email, { token }, origin) => {
      await verification.verify(token, origin);
      return {
        en: {
          title: 'Your address is verified',
          paragraphs: [`${email} is verified. Log in with your password; sessions from before have ended.`],
          ...next.en,
        },
        de: {
          title: 'Ihre Adresse ist bestätigt',
          paragraphs: [
            `${email} ist bestätigt. Melden Sie sich mit Ihrem Passwort an; frühere Sitzungen sind beendet.`,
          ],
          ...next.de,
        },
      };
    },
    unknown: { error: badToken(), page: unknownPage(next) },
  };
}

function formPage(email: string, token: string): Readonly<Record<Language, Page>> {
  const form = { action: 'verify-email', fields: [tokenField(token)] };
  return {
    en: {
      title: 'Verify your e-mail address',
      paragraphs: [
        `Press the button to confirm that ${email} is your address.`,
        'Somebody chose a password when they signed up with it. If that was not you, close this page: nothing happens. To make the user yours, request a new password for this address where you log in.',
      ],
      form: { ...form, submit: 'Verify the address' },
    },
    de: {
      title: 'E-Mail-Adresse bestätigen',
      paragraphs: [
        `Bestätigen Sie mit der Schaltfläche, dass ${email} Ihre Adresse ist.`,
        'Bei der Registrierung hat jemand ein Passwort gewählt. Wenn Sie das nicht waren, schließen Sie diese Seite: Dann geschieht nichts. Um den Benutzer zu Ihrem zu machen, fordern Sie bei der Anmeldung ein neues Passwort für diese Adresse an.',
      ],
      form: { ...form, submit: 'Adresse bestätigen' },
    },
  };
}

function unknownPage(next: NextLink) {
  return {
    en: {
      title: 'This link no longer works',
      paragraphs: [
        'It is unknown, used or older than three days.',
        'If your address is not verified yet, log in and request another mail.',
      ],
      ...next.en,
    },
    de: {
      title: 'Dieser Link gilt nicht mehr',
      paragraphs: [
        'Er ist unbekannt, schon verwendet oder älter als drei Tage.',
        'Wenn Ihre Adresse noch nicht bestätigt ist, melden Sie sich an und fordern Sie eine neue E-Mail an.',
      ],
      ...next.de,
    },
  };
}
