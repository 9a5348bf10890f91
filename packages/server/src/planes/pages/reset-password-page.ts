/** The page that the link in the mail for a new password opens. */
import { Type } from 'typebox';
import type { Passwords } from '../../identity/auth/users/passwords.ts';
import { ResetPasswordRequest } from '../../identity/auth/users/schema.ts';
import { badToken, emailField, type NextLink, newPasswordField, type TokenForm, tokenField } from './token-form.ts';

/** The address is in the form for password managers; the token says whose password it is. */
const body = Type.Object(
  { ...ResetPasswordRequest.properties, email: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

const WORDS = {
  en: {
    title: 'Choose a new password',
    about: 'All your sessions end, here and elsewhere.',
    password: 'New password',
    submit: 'Set the password',
  },
  de: {
    title: 'Neues Passwort festlegen',
    about: 'Alle Ihre Sitzungen enden, hier und anderswo.',
    password: 'Neues Passwort',
    submit: 'Passwort speichern',
  },
} as const;

export function resetPasswordPage(
  passwords: Pick<Passwords, 'lookReset' | 'reset'>,
  next: NextLink,
): TokenForm<string, typeof body> {
  return {
    path: '/reset-password',
    body,
    look: (token) => passwords.lookReset(token),
    form: (email, token, problems) => {
      const { language, problem } = problems;
      const words = WORDS[language];
      return {
        language,
        title: words.title,
        paragraphs: [words.about],
        ...(problem === undefined ? {} : { problem }),
        form: {
          action: 'reset-password',
          fields: [tokenField(token), emailField(email, language), newPasswordField(problems, words.password)],
          submit: words.submit,
        },
      };
    },
    submit: async (_email, { token, password }, origin) => {
      await passwords.reset({ token, password }, origin);
      return changedPage(next);
    },
    unknown: { error: badToken(), page: unknownPage(next) },
  };
}

function changedPage(next: NextLink) {
  return {
    en: {
      title: 'Your password was changed',
      paragraphs: ['All your sessions have ended. Log in with the new password.'],
      ...next.en,
    },
    de: {
      title: 'Ihr Passwort wurde geändert',
      paragraphs: ['Alle Ihre Sitzungen sind beendet. Melden Sie sich mit dem neuen Passwort an.'],
      ...next.de,
    },
  };
}

function unknownPage(next: NextLink) {
  return {
    en: {
      title: 'This link no longer works',
      paragraphs: ['It is unknown, used or older than an hour. Request a new password again where you log in.'],
      ...next.en,
    },
    de: {
      title: 'Dieser Link gilt nicht mehr',
      paragraphs: [
        'Er ist unbekannt, schon verwendet oder älter als eine Stunde. Fordern Sie bei der Anmeldung noch einmal ein neues Passwort an.',
      ],
      ...next.de,
    },
  };
}
