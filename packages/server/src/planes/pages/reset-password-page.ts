/** The page that the link in the mail for a new password opens. */
import { Type } from 'typebox';
import type { Passwords } from '../../identity/auth/users/passwords.ts';
import { ResetPasswordRequest } from '../../identity/auth/users/schema.ts';
import type { PageLink } from '../../platform/http/pages/page.ts';
import { badToken, emailField, newPasswordField, type TokenForm, tokenField } from './token-form.ts';

/** The address is in the form for password managers; the token says whose password it is. */
const body = Type.Object(
  { ...ResetPasswordRequest.properties, email: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

export function resetPasswordPage(
  passwords: Pick<Passwords, 'lookReset' | 'reset'>,
  next: PageLink | undefined,
): TokenForm<string, typeof body> {
  return {
    path: '/reset-password',
    body,
    look: (token) => passwords.lookReset(token),
    form: (email, token, problems) => ({
      title: 'Choose a new password',
      paragraphs: ['All your sessions end, here and elsewhere.'],
      ...(problems.problem === undefined ? {} : { problem: problems.problem }),
      form: {
        action: 'reset-password',
        fields: [tokenField(token), emailField(email), newPasswordField(problems)],
        submit: 'Set the password',
      },
    }),
    submit: async (_email, { token, password }, origin) => {
      await passwords.reset({ token, password }, origin);
      return {
        title: 'Your password was changed',
        paragraphs: ['All your sessions have ended. Log in with the new password.'],
        ...(next === undefined ? {} : { link: next }),
      };
    },
    unknown: {
      error: badToken(),
      page: {
        title: 'This link does not work',
        paragraphs: ['It is unknown, used or older than an hour. Request a new password again where you log in.'],
        ...(next === undefined ? {} : { link: next }),
      },
    },
  };
}
