/** The page that the link in a verification mail opens. */
import { Type } from 'typebox';
import type { Verification } from '../../identity/auth/users/verification.ts';
import type { PageLink } from '../../platform/http/pages/page.ts';
import { badToken, type TokenForm, tokenField, tokenSchema } from './token-form.ts';

const body = Type.Object({ token: tokenSchema }, { additionalProperties: false });

export function verifyEmailPage(
  verification: Pick<Verification, 'look' | 'verify'>,
  next: PageLink | undefined,
): TokenForm<string, typeof body> {
  return {
    path: '/verify-email',
    body,
    look: (token) => verification.look(token),
    form: (email, token, { problem }) => ({
      title: 'Verify your e-mail address',
      paragraphs: [
        `Press the button to confirm that ${email} is your address.`,
        'Somebody chose a password when they signed up with it. If that was not you, close this page: nothing happens. To make the user yours, request a new password for this address where you log in.',
      ],
      ...(problem === undefined ? {} : { problem }),
      form: { action: 'verify-email', fields: [tokenField(token)], submit: 'Verify the address' },
    }),
    submit: async (email, { token }, origin) => {
      await verification.verify(token, origin);
      return {
        title: 'Your address is verified',
        paragraphs: [`${email} is verified. Log in with your password; sessions from before have ended.`],
        ...(next === undefined ? {} : { link: next }),
      };
    },
    unknown: {
      error: badToken(),
      page: {
        title: 'This link does not work',
        paragraphs: [
          'It is unknown, used or older than three days.',
          'If your address is not verified yet, log in and request another mail.',
        ],
        ...(next === undefined ? {} : { link: next }),
      },
    },
  };
}
