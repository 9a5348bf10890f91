/** The mail to the owner of an address about what ended because it was set up before they proved the address. */
import type { Mail } from '../../../platform/outgoing/mail/mailer.ts';
import type { Ended, EndedKind } from './ended.ts';

const NAMES: Readonly<Record<EndedKind, string>> = {
  sessions: 'sessions',
  passwords: 'the password',
  authenticator_apps: 'the authenticator app',
  passkeys: 'passkeys',
  api_keys: 'management and preview keys',
  scim_tokens: 'SCIM tokens',
};

export function endedMail(to: string, ended: Ended): Mail {
  const kinds = Object.keys(ended) as EndedKind[];
  return {
    to,
    subject: 'Your Lectern user was reset',
    paragraphs: [
      'Your address is now verified as yours. Somebody, perhaps you, used it here before it was verified, so what they had set up was removed:',
      kinds.map((kind) => `- ${NAMES[kind]}`).join('\n'),
      'Log in as before or by single sign-on; without a password, choose “forgot password” where you log in. Then set up your second factor again, and check what your user belongs to: accounts, their members, single sign-on, keys and webhooks.',
    ],
  };
}
