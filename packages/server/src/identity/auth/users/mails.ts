/** The mails to a user. Links start with the configured URL of the service, never with one taken from a request. */

import type { Mail } from '../../../platform/outgoing/mail/mailer.ts';
import { timeInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';

/** @param serviceUrl where clients reach the service */
export function verificationMail(to: string, serviceUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Verify your e-mail address',
    paragraphs: [
      'Someone, hopefully you, signed up to Lectern with this address. Verify it with the link below, within three days.',
      'If it was not you, do not verify it: nobody can use Lectern in your name until the address is verified. To use Lectern yourself, choose “forgot password” where you log in.',
    ],
    link: { label: 'Verify the address', url: `${serviceUrl}/verify-email?token=${token}` },
  };
}

/** @param serviceUrl where clients reach the service */
export function resetMail(to: string, serviceUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Your new Lectern password',
    paragraphs: [
      'Someone, hopefully you, asked for a new password. Choose one with the link below, within an hour.',
      'This ends all your sessions. If it was not you, do nothing: your password stays as it is.',
    ],
    link: { label: 'Choose a new password', url: `${serviceUrl}/reset-password?token=${token}` },
  };
}

/** Sent after a change of the password, whether by the old password or by a reset. */
export function passwordChangedMail(to: string, at: number): Mail {
  return {
    to,
    subject: 'Your Lectern password was changed',
    paragraphs: [
      `Your password was changed on ${timeInMail(at)}, and all your sessions have ended.`,
      'If it was not you, request a new password at once, and tell the owner of your account.',
    ],
  };
}
