/** The mails about second factors: people are told of every change that makes it easier to log in as them. */
import type { Mail } from '../../../platform/outgoing/mail/mailer.ts';
import { timeInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';

/** What happened, in the words of the mail. */
const EVENTS = {
  app: 'An authenticator app was set up for your user',
  passkey: 'A passkey was added to your user',
  codes: 'New recovery codes were created for your user, and the old ones no longer work',
  recovery: 'Someone logged in as you with one of your recovery codes',
  off: 'The second factor of your user was switched off: from now on your password alone logs you in',
} as const;

export type FactorEvent = keyof typeof EVENTS;

export function secondFactorMail(to: string, event: FactorEvent, at: number): Mail {
  return {
    to,
    subject: 'Your second factor for Lectern',
    paragraphs: [
      `${EVENTS[event]} (${timeInMail(at)}).`,
      'If it was not you, change your password at once, which ends all sessions, and check your second factors.',
    ],
  };
}
